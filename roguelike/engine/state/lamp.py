"""What light the player has."""

from __future__ import annotations

import enum


class Lamp(enum.Enum):
    """What light the player has."""

    OPEN = enum.auto()
    COVERED = enum.auto()
    OUT = enum.auto()
    CARRIED = enum.auto()
    """Something that they carry gives it, and cannot be covered."""
