"""How a game begins, goes on and ends."""

from __future__ import annotations

from roguelike.classes import frozen
from roguelike.engine.events.event import Event


@frozen
class Started(Event):
    """A game began."""


@frozen
class TurnEnded(Event):
    """Everyone has acted."""

    turn: int


@frozen
class Won(Event):
    """The last enemy died."""
