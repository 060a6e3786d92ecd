"""Resting until healed, and searching for a few turns."""

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
"""Default turns of a search."""
MAX_RESTED = 100
"""Maximum turns of one rest."""


class Rest(Automation):
    """Waits until HP are full and harmful conditions have ended."""

    doing: ClassVar[str] = "resting"

    def __init__(self) -> None:
        self._rested = 0

    def announce(self, seen: Observation) -> str:
        """Return the conditions for which it waits, since the panel's rest counter does not include them."""
        names = _passing(seen)
        if not names or seen.fallen or danger(seen) is not None:
            return ""
        return f"You rest until you are {'healed and ' if _mends(seen) else ''}no longer {listed(names, 'or')}."

    def next(self, seen: Observation) -> Command | Stop:
        """Return another turn of waiting while it helps."""
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
        """Return the lamp fuel that the rest has burned, in words; empty for none."""
        gauge = seen.ruleset.lamp
        per_round = -seen.ruleset.gauges[gauge].per_round if gauge and seen.lamp != Lamp.CARRIED else 0
        return f" ({gauge} burned: {self._rested * per_round})" if per_round > 0 else ""

    def _in_vain(self, seen: Observation) -> str:
        hurt = seen.me.hit_points < seen.me.max_hit_points
        return "Resting does not restore HP now." if hurt else "You do not need rest."


class Search(Automation):
    """Searches for a few turns."""

    doing: ClassVar[str] = "searching"

    def __init__(self, turns: int = SEARCHED) -> None:
        self._left = turns
        self._found = False

    def next(self, seen: Observation) -> Command | Stop:
        """Return another turn of searching."""
        if (stop := danger_of_waiting(seen)) is not None:
            return stop
        self._left -= 1
        return _pause(seen) if self._left >= 0 else Stop("" if self._found else "You find nothing new.")

    def interruption(self, event: AnyEvent) -> Stop | None:
        """Note whether a search has found a feature, which the log reports."""
        self._found |= isinstance(event, FeatureFound)
        return super().interruption(event)


def _ailments(seen: Observation) -> list[ConditionKind]:
    """Return the player's harmful conditions that end by themselves."""
    return [each.kind for each in seen.me.conditions.values() if each.left and each.kind.is_harmful]


def _passing(seen: Observation) -> list[str]:
    """Return the names of harmful conditions that end with time, not with a step off the cell."""
    return [kind.name for kind in _ailments(seen) if not kind.bound_to_place]


def _mends(seen: Observation) -> bool:
    """Return whether the player is hurt and regenerates."""
    me = seen.me
    if seen.ruleset.mending is None or me.hit_points >= me.max_hit_points:
        return False
    return me.changed(me.max_hit_points, "mending") > 0


def _pause(seen: Observation) -> Command:
    """Return a turn of searching if the rule set has features to find, else of waiting."""
    return SearchCommand() if seen.ruleset.features else Wait()
