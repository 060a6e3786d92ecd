"""Attacking the nearest enemy, one step or hit at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from roguelike.automation.automation import BY_HAND, Automation, Stop, is_badly_hurt
from roguelike.automation.quarry import Quarry
from roguelike.automation.shores import step_off_shores
from roguelike.automation.travel import path_to
from roguelike.engine.commands import Command, Move
from roguelike.engine.events import Harmed, Missed, Struck
from roguelike.engine.geometry import direction_to
from roguelike.engine.grid import board_of
from roguelike.engine.preview import harmful_blow

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.events import AnyEvent
    from roguelike.engine.geometry import Direction, Point
    from roguelike.engine.observation import Observation


ROOF: Final = "An attack brings the roof down: move towards an enemy to attack."


class Fight(Automation):
    """Approaches and attacks the nearest enemy in view for `times` turns; never when badly hurt.

    If no enemy is in view, it goes to the last position of one seen recently: at the edge of the light enemies come
    and go.
    """

    doing: ClassVar[str] = "fighting"

    def __init__(self, quarry: Quarry | None = None, times: int = 1) -> None:
        self._quarry = quarry or Quarry()
        self._times = times
        self._left = times

    def often(self, times: int) -> Fight:
        """Return this automation for `times` steps and attacks."""
        return Fight(self._quarry, times)

    def interruption(self, event: AnyEvent) -> Stop | None:
        """Ignore single hits in a fight of several turns; heavy damage and low HP still stop it."""
        self._quarry.heed(event)
        is_blow = isinstance(event, (Struck, Missed, Harmed)) and self._times > 1
        return None if is_blow else super().interruption(event)

    def next(self, seen: Observation) -> Command | Stop:
        """Return the step or attack, until `times` are done."""
        if not self._left:
            return Stop("")
        self._left -= 1
        me = seen.me
        foes = seen.enemies
        goals = [foe.at for foe in foes] or self._quarry.lost(seen)
        if not goals:
            return Stop("No enemy in view.")
        if is_badly_hurt(seen):
            return Stop(f"No automatic attack below half HP: {BY_HAND}")
        if foes:
            self._quarry.note(seen)
        beside = next((foe for foe in foes if seen.is_beside(foe)), None)
        if beside is not None:
            return _blow(seen, direction_to(me.at, beside.at))
        step = step_off_shores(
            seen, lambda known: _nearer(known, goals), board_of(seen.level.grid.index(foe.at) for foe in foes)
        )
        return Stop("No safe path to an enemy.") if step is None else step


def _nearer(seen: Observation, goals: Sequence[Point]) -> Move | None:
    """Return the first step of the shortest path to one of some cells; None if there is no path."""
    paths = [path for goal in goals if (path := path_to(seen, goal))]
    return Move(direction_to(seen.me.at, seen.level.grid.point(min(paths, key=len)[0]))) if paths else None


def _blow(seen: Observation, direction: Direction) -> Command | Stop:
    """Return the attack; a stop if its noise would harm the player."""
    return Move(direction) if harmful_blow(seen, direction) is None else Stop(ROOF)
