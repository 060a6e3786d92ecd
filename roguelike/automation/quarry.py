"""The enemy that the player is after, for as long as it may still be where it was."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.classes import define
from roguelike.engine.events import Died
from roguelike.engine.geometry import Point

if TYPE_CHECKING:
    from roguelike.engine.events import AnyEvent
    from roguelike.engine.observation import Observation

REMEMBERED: Final = 10
"""Turns."""


@define
class Quarry:
    """Where the nearest enemy was when the player last went for one: it outlasts automations."""

    _at: Point | None = None
    _seen_on: int = 0
    _depth: int = 0
    _id: int = 0

    def note(self, seen: Observation) -> None:
        """Take note of the nearest enemy in view."""
        nearest = seen.enemies[0]
        self._at, self._seen_on, self._depth, self._id = nearest.at, seen.turn, seen.depth, nearest.id

    def heed(self, event: AnyEvent) -> None:
        """Forget it where the player sees it die."""
        if isinstance(event, Died) and event.seen and event.victim.id == self._id:
            self._at = None

    def lost(self, seen: Observation) -> list[Point]:
        """Return the cell to look at for an enemy that went out of view lately, if there is one."""
        at = self._at
        if at is None or seen.depth != self._depth or seen.turn > self._seen_on + REMEMBERED:
            return []
        # A door that has shut behind it is in view itself.
        hides = seen.level.cells("opens") >> seen.level.grid.index(at) & 1
        return [at] if hides or not seen.level.is_visible(at) else []
