"""The state of the player's light."""

from __future__ import annotations

import enum


class Lamp(enum.Enum):
    """The state of the player's light."""

    OPEN = enum.auto()
    COVERED = enum.auto()
    OUT = enum.auto()
    CARRIED = enum.auto()
    """The light of an item that they carry, which cannot be covered."""
