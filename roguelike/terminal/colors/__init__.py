"""Colours that every terminal can show and everybody can tell apart."""

from __future__ import annotations
