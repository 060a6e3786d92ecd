"""Frames as the fewest bytes that show them."""

from __future__ import annotations
