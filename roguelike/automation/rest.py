"""Letting turns pass: until better, or a few of them to look around."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from roguelike.automation.automation import Automation, Stop, danger
from roguelike.engine.commands import Command, Wait
from roguelike.engine.commands import Search as SearchCommand

if TYPE_CHECKING:
    from roguelike.engine.observation import Observation

SEARCHED = 5
"""Turns."""


class Rest(Automation):
    """Waits for what passes with time."""

    doing: ClassVar[str] = "resting"

    def __init__(self) -> None:
        self._rested = False

    def next(self, seen: Observation) -> Command | Stop:
        """Return another turn of waiting while that helps."""
        if (stop := danger(seen)) is not None:
            return stop
        ails = any(condition.left and condition.kind.is_harmful for condition in seen.me.conditions.values())
        if not ails and not _mends(seen):
            return Stop("You feel rested." if self._rested else self._in_vain(seen))
        self._rested = True
        return _pause(seen)

    def _in_vain(self, seen: Observation) -> str:
        hurt = seen.me.hit_points < seen.me.max_hit_points
        return "Resting does not restore HP here." if hurt else "You do not need rest."


class Search(Automation):
    """Waits a few turns, and looks around."""

    doing: ClassVar[str] = "searching"

    def __init__(self, turns: int = SEARCHED) -> None:
        self._left = turns

    def next(self, seen: Observation) -> Command | Stop:
        """Return another turn of waiting."""
        if (stop := danger(seen)) is not None:
            return stop
        self._left -= 1
        return _pause(seen) if self._left >= 0 else Stop("You find nothing new.")


def _mends(seen: Observation) -> bool:
    """Return whether the player is hurt, and wounds heal by themselves."""
    return seen.ruleset.mending is not None and seen.me.hit_points < seen.me.max_hit_points


def _pause(seen: Observation) -> Command:
    """Return a turn of searching, where anything can be found by that; of waiting otherwise."""
    return SearchCommand() if seen.ruleset.features else Wait()
