"""The time of a frame."""

from __future__ import annotations

from typing import Final

TICK: Final = 0.033
"""Seconds between two moves of whatever flies."""
