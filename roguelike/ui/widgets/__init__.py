"""Pieces of a screen: each draws itself on a rectangle of a canvas."""

from __future__ import annotations
