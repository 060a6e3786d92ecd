"""The last known position of the enemy that the player pursues."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.classes import define
from roguelike.engine.events import Died
from roguelike.engine.geometry import Point

if TYPE_CHECKING:
    from roguelike.engine.events import AnyEvent
    from roguelike.engine.observation import Observation

REMEMBERED: Final = 10
"""Turns after which the position is forgotten."""


@define
class Quarry:
    """The position of the nearest enemy at the last attack or approach; it outlasts automations."""

    _at: Point | None = None
    _seen_on: int = 0
    _depth: int = 0
    _id: int = 0

    def note(self, seen: Observation) -> None:
        """Record the nearest enemy in view."""
        nearest = seen.enemies[0]
        self._at, self._seen_on, self._depth, self._id = nearest.at, seen.turn, seen.depth, nearest.id

    def heed(self, event: AnyEvent) -> None:
        """Forget the enemy if the player sees it die."""
        if isinstance(event, Died) and event.seen and event.victim.id == self._id:
            self._at = None

    def lost(self, seen: Observation) -> list[Point]:
        """Return the last cell of an enemy that recently went out of view; empty if there is none."""
        at = self._at
        if at is None or seen.depth != self._depth or seen.turn > self._seen_on + REMEMBERED:
            return []
        # A door that closed behind it is itself in view.
        hides = seen.level.cells("opens") >> seen.level.grid.index(at) & 1
        return [at] if hides or not seen.level.is_visible(at) else []
