"""Raised weapons, with which monsters follow their foes."""

from __future__ import annotations

from roguelike.classes import frozen


@frozen
class Raised:
    """A weapon that a monster keeps raised until it attacks."""

    weapon: str
    """Its name in messages."""
    lowered_by: int
    """The damage at one time that makes its bearer lower it; 0 for never."""
    lowered: str
    """The message when it is lowered."""
