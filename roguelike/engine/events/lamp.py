"""The player's lamp."""

from __future__ import annotations

import enum

from roguelike.classes import frozen
from roguelike.engine.events.event import Event


class LampChange(enum.StrEnum):
    """Changes of the lamp."""

    COVERED = "covered"
    OPENED = "opened"
    LOW = "low"
    OUT = "out"
    FILLED = "filled"
    DIMMED = "dimmed"
    """Enemies near the player dim its light, or that of an item that they carry."""


@frozen
class LampChanged(Event):
    """The player's lamp was covered, opened or filled, its oil runs low or out, or its light shrinks."""

    variants = tuple(LampChange)
    untold = frozenset({"change"})

    change: LampChange

    @property
    def variant(self) -> str:
        """The key of the text: the change."""
        return self.change
