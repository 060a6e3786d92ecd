"""Raised weapons: what a monster that follows its foe with one shows of it."""

from __future__ import annotations

from roguelike.classes import frozen


@frozen
class Raised:
    """A weapon that stays raised until it strikes."""

    weapon: str
    """What it is called."""
    lowered_by: int
    """The damage of one wound that makes its bearer lower it; 0 where none does."""
    lowered: str
    """The message when it is lowered."""
