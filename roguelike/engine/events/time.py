"""The start of a game, the ends of turns, and victory."""

from __future__ import annotations

from roguelike.classes import frozen
from roguelike.engine.events.event import Event


@frozen
class Started(Event):
    """A game began."""


@frozen
class TurnEnded(Event):
    """A turn ended: all actors have acted."""

    turn: int


@frozen
class Won(Event):
    """The player won."""
