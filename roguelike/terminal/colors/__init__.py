"""Colours that every terminal can show and everybody can distinguish."""

from __future__ import annotations
