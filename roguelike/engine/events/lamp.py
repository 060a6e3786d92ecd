"""The player's lamp."""

from __future__ import annotations

import enum

from roguelike.classes import frozen
from roguelike.engine.events.event import Event


class LampChange(enum.StrEnum):
    """What can become of a lamp."""

    COVERED = "covered"
    OPENED = "opened"
    LOW = "low"
    OUT = "out"
    FILLED = "filled"
    DIMMED = "dimmed"
    """Something near the player dims its light, or that of what they carry instead."""


@frozen
class LampChanged(Event):
    """The player's lamp was covered, opened or filled, its oil runs low or out, or its light shrinks."""

    variants = tuple(LampChange)
    untold = frozenset({"change"})

    change: LampChange

    @property
    def variant(self) -> str:
        """The key of the text: what became of it."""
        return self.change
