"""Movement of actors, and monsters that come into view."""

from __future__ import annotations

import attrs

from roguelike.classes import frozen
from roguelike.engine.events.event import ActorRef, Event
from roguelike.engine.geometry import Point


@frozen
class Moved(Event):
    """An actor moved from one cell to another."""

    who: ActorRef
    start: Point
    goal: Point

    def places(self) -> list[Point]:
        """Return both cells: faster than a search of the fields, as this is by far the most frequent event."""
        return [self.start, self.goal]


@frozen
class Blinked(Event):
    """An actor blinked to another cell."""

    who: ActorRef
    start: Point
    goal: Point


@frozen
class Teleported(Event):
    """An actor was teleported."""

    variants = ("you", "it")
    about = "who"

    who: ActorRef
    start: Point
    goal: Point


@frozen
class Vanished(Event):
    """A monster vanished without dying."""

    who: ActorRef


@frozen
class Bumped(Event):
    """An actor lost its turn against a wall."""

    variants = ("you", "it")
    about = "who"

    who: ActorRef


@frozen
class CameIntoView(Event):
    """The player saw a monster that had been out of view."""

    untold = frozenset({"asleep", "held", "seen_from"})
    elsewhere = frozenset({"seen_from"})

    who: ActorRef
    asleep: bool = False
    held: bool = False
    """Whether it is a captive."""
    seen_from: Point | None = attrs.field(default=None, eq=False)
    """The player's cell; ignored in comparisons."""
