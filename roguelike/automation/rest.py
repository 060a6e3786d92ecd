"""Letting turns pass: until better, or a few of them to look around."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from roguelike.automation.automation import (
    Automation,
    Stop,
    danger,
    danger_of_waiting,
    fallen_ally,
    is_raising,
)
from roguelike.engine.commands import Command, Wait
from roguelike.engine.commands import Search as SearchCommand
from roguelike.engine.events import FeatureFound
from roguelike.engine.state.lamp import Lamp
from roguelike.english import listed

if TYPE_CHECKING:
    from roguelike.engine.events import AnyEvent
    from roguelike.engine.kinds.conditions import ConditionKind
    from roguelike.engine.observation import Observation

SEARCHED = 5
"""Turns."""
MAX_RESTED = 100
"""Turns after which the player decides again."""


class Rest(Automation):
    """Waits for what passes with time."""

    doing: ClassVar[str] = "resting"

    def __init__(self) -> None:
        self._rested = 0

    def announce(self, seen: Observation) -> str:
        """Return which conditions it waits for: those take long, and no number in the panel says that they count."""
        names = _passing(seen)
        if not names or seen.fallen or danger(seen) is not None:
            return ""
        return f"You rest until you are {'healed and ' if _mends(seen) else ''}no longer {listed(names, 'or')}."

    def next(self, seen: Observation) -> Command | Stop:
        """Return another turn of waiting while that helps."""
        if (stop := danger(seen)) is not None:
            return stop
        if is_raising(seen):
            return _pause(seen)
        if (stop := fallen_ally(seen)) is not None:
            return stop
        if not _ailments(seen) and not _mends(seen):
            return Stop(f"You feel rested{self._burned(seen)}." if self._rested else self._in_vain(seen))
        if self._rested == MAX_RESTED:
            names = _passing(seen)
            still = f" and are still {listed(names)}" if names else ""
            return Stop(f"You have rested for {MAX_RESTED} turns{still}{self._burned(seen)}.")
        self._rested += 1
        return _pause(seen)

    def _burned(self, seen: Observation) -> str:
        """Return what the rest has cost of what the lamp burns."""
        gauge = seen.ruleset.lamp
        per_round = -seen.ruleset.gauges[gauge].per_round if gauge and seen.lamp != Lamp.CARRIED else 0
        return f" ({gauge} burned: {self._rested * per_round})" if per_round > 0 else ""

    def _in_vain(self, seen: Observation) -> str:
        hurt = seen.me.hit_points < seen.me.max_hit_points
        return "Resting does not restore HP now." if hurt else "You do not need rest."


class Search(Automation):
    """Waits a few turns, and looks around."""

    doing: ClassVar[str] = "searching"

    def __init__(self, turns: int = SEARCHED) -> None:
        self._left = turns
        self._found = False

    def next(self, seen: Observation) -> Command | Stop:
        """Return another turn of waiting."""
        if (stop := danger_of_waiting(seen)) is not None:
            return stop
        self._left -= 1
        return _pause(seen) if self._left >= 0 else Stop("" if self._found else "You find nothing new.")

    def interruption(self, event: AnyEvent) -> Stop | None:
        """Note whether a search has found a feature, which the log reports."""
        self._found |= isinstance(event, FeatureFound)
        return super().interruption(event)


def _ailments(seen: Observation) -> list[ConditionKind]:
    """Return the harmful conditions of the player that end by themselves."""
    return [each.kind for each in seen.me.conditions.values() if each.left and each.kind.is_harmful]


def _passing(seen: Observation) -> list[str]:
    """Return the names of those that time ends, not a step off the cell."""
    return [kind.name for kind in _ailments(seen) if not kind.bound_to_place]


def _mends(seen: Observation) -> bool:
    """Return whether the player is hurt, and wounds heal by themselves."""
    me = seen.me
    if seen.ruleset.mending is None or me.hit_points >= me.max_hit_points:
        return False
    return me.changed(me.max_hit_points, "mending") > 0


def _pause(seen: Observation) -> Command:
    """Return a turn of searching, where anything can be found by that; of waiting otherwise."""
    return SearchCommand() if seen.ruleset.features else Wait()
