"""Frames in the fewest bytes."""

from __future__ import annotations
