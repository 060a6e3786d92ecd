"""Enemies that cannot reach the player or flee at a distance: automations warn once, then ignore them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from roguelike.automation.automation import Stop, StopCause, awake, comes
from roguelike.automation.shores import doubtful
from roguelike.automation.stop_rules import NO_RULES, StopRules
from roguelike.classes import define
from roguelike.engine.events import CameIntoView, Launched, Missed, Noticed, Struck
from roguelike.engine.geometry import chebyshev_distance
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.rules.reach import is_harmless, waters

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from roguelike.engine.events import AnyEvent
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.actor import Actor


@define
class Standoff:
    """The enemies of which the player was warned; one that attacks the player counts as new.

    It outlasts automations, and the rules do not read it.
    """

    rules: StopRules = NO_RULES
    """Which monsters the player wants ignored from the start."""
    _warned: dict[int, bool] = attrs.field(factory=dict)
    """The ids of enemies of which the player was warned."""
    _shores: dict[int, int] = attrs.field(factory=dict)
    """By depth, the bitboard of the water whose shores the player was warned of, after swimmers were seen there."""
    _warned_waters: dict[int, int] = attrs.field(factory=dict)
    """By depth, the bitboard of the cells at which the player was warned of deep water."""

    def judge(self, seen: Observation) -> Observation:
        """Return the observation with the enemies that an automation ignores.

        If an enemy in view is not ignored, all others count as well, except those that the rules ignore.
        """
        passed = frozenset(foe.id for foe in awake(seen) if passes(self.rules, seen, foe))
        foes = [foe for foe in awake(seen) if foe.id not in passed]
        if seen.level.lurking and not seen.level.lurking & ~waters(seen.level, self._shores.get(seen.depth, 0)):
            seen = attrs.evolve(seen, braves_shores=True)
        if doubted := doubtful(seen, self._warned_waters.get(seen.depth, 0)):
            seen = attrs.evolve(seen, doubtful=doubted)
        if not all(self._is_ignored(seen, foe) for foe in foes):
            foes = []
        ignored = passed | {foe.id for foe in foes}
        return attrs.evolve(seen, ignored=ignored) if ignored else seen

    def heed(self, seen: Observation, stop: Stop) -> None:
        """Record the warning of a stop: of shores, until a swimmer is seen elsewhere, or of enemies."""
        depth = seen.depth
        match stop.cause:
            case StopCause.SHORES:
                self._shores[depth] = self._shores.get(depth, 0) | waters(seen.level, seen.level.lurking)
                self._warned_waters[depth] = self._warned_waters.get(depth, 0) | seen.level.lurking
            case StopCause.DEEP_WATER:
                self._warned_waters[depth] = self._warned_waters.get(depth, 0) | stop.cells
            case StopCause.OUT_OF_REACH:
                self._warned |= {foe.id: True for foe in awake(seen) if not comes(seen, foe)}
            case _:
                pass

    def news(self, events: Sequence[AnyEvent], look: Callable[[], Observation]) -> Sequence[AnyEvent]:
        """Return the events without new sightings by monsters of which the player was warned.

        Args:
            events: the events of a command.
            look: returns the observation after them; called only if a rule needs it.
        """
        for event in events:
            if isinstance(event, (Struck, Missed)) and event.target.is_player:
                self._warned.pop(event.attacker.id, None)
            elif isinstance(event, Launched):
                self._warned.pop(event.who.id, None)
        return [each for each in events if not (isinstance(each, (CameIntoView, Noticed)) and self._is_old(each, look))]

    def _is_old(self, event: CameIntoView | Noticed, look: Callable[[], Observation]) -> bool:
        """Return whether the player was warned of a monster or their rules ignore it."""
        if event.who.id in self._warned or event.who.kind.name in self.rules.ignore:
            return True
        if self.rules == NO_RULES:
            return False
        seen = look()
        foe = seen.foe(event.who.id)
        return foe is not None and passes(self.rules, seen, foe)

    def _is_ignored(self, seen: Observation, foe: Actor) -> bool:
        return foe.id in self._warned and not comes(seen, foe)


def passes(rules: StopRules, seen: Observation, foe: Actor) -> bool:
    """Return whether rules ignore a monster in view; they ignore hunters that reach the player only by name."""
    if foe.kind.name in rules.ignore:
        return True
    if not rules.harmless and is_harmless(foe):
        return True
    if comes(seen, foe) and foe.mood is Mood.HUNTING:
        return False
    is_far = rules.distance is not None and chebyshev_distance(seen.me.at, foe.at) > rules.distance
    return is_far or not (rules.unreachable or comes(seen, foe))
