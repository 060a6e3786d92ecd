"""Reports of the player's allies that go out of view or are badly wounded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import attrs

from roguelike.classes import define
from roguelike.engine.kinds.moods import Mood
from roguelike.english import listed

if TYPE_CHECKING:
    from collections.abc import Collection

    from roguelike.engine.observation import Observation
    from roguelike.engine.state.actor import Actor

LAGS: Final = 8
"""Turns out of view until a follower is reported, once a level; a fighting ally is reported immediately."""
BADLY: Final = 2
"""An ally is badly wounded below this fraction (one in) of its maximum hit points."""


@define
class _Ally:
    """The player's knowledge of an ally."""

    name: str
    last_seen: int
    """The turn in which it was last in view."""
    fights: bool = False
    is_missed: bool = False
    has_lagged: bool = False
    is_wounded: bool = False
    """Whether its wounds were reported."""


@define
class Company:
    """Reports allies that go out of view or are badly wounded; the rules do not read it."""

    _depth: int = 0
    _known: dict[int, _Ally] = attrs.field(factory=dict)

    def news(self, seen: Observation, alive: Collection[int]) -> list[str]:
        """Return reports of the allies since the last command; `alive` are the ids of the allies on the level.

        Summoned allies are left out, and the log reports deaths. An ally that follows to another level but is not seen
        there counts as out of view since the player's arrival.
        """
        if seen.depth != self._depth:
            self._depth = seen.depth
            for each in self._known.values():
                each.last_seen, each.fights, each.is_missed, each.has_lagged = seen.turn, False, False, False
        told = [self._wounded(seen, ally) for ally in seen.allies if not ally.has("summoned")]
        missed = [each for number, each in self._known.items() if number in alive and _is_lost(each, seen.turn)]
        for each in missed:
            each.is_missed = each.has_lagged = True
        if missed:
            names = listed(each.name for each in missed)
            told.append(f"Your {names} {'is' if len(missed) == 1 else 'are'} out of view.")
        return list(filter(None, told))

    def _wounded(self, seen: Observation, ally: Actor) -> str:
        """Note an ally in view; return a sentence if it has just become badly wounded."""
        known = self._known.setdefault(ally.id, _Ally(ally.kind.name, seen.turn))
        known.last_seen, known.fights, known.is_missed = seen.turn, ally.mood is Mood.HUNTING, False
        was, now = known.is_wounded, ally.hit_points * BADLY < ally.max_hit_points
        known.is_wounded = now
        if was or not now:
            return ""
        return f"Your {ally.kind.name} is badly wounded: {ally.hit_points}/{ally.max_hit_points} HP."


def _is_lost(ally: _Ally, turn: int) -> bool:
    """Return whether to report now that an ally is out of view."""
    away = turn - ally.last_seen
    return not ally.is_missed and away > 0 and (ally.fights or (away >= LAGS and not ally.has_lagged))
