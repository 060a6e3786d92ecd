"""Places that came into view during a command, which a screen simply shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.classes import frozen
from roguelike.engine.grid import bitboard
from roguelike.narration.bearing import bearing
from roguelike.narration.places import Place, places

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from roguelike.engine.geometry import Point
    from roguelike.engine.observation import Observation

MAX_NAMED: Final = 3
"""Maximum places that one line names."""


@frozen
class Known:
    """The player's knowledge of a level before a command."""

    depth: int
    explored: int
    """The bitboard of the explored cells."""
    named: frozenset[str]
    """The names of the known places."""


def known(seen: Observation) -> Known:
    """Return the player's present knowledge of the level."""
    names = frozenset(place.name for place in places(seen))
    return Known(seen.depth, bitboard(seen.level.explored), names)


def sights(seen: Observation, before: Known, told: Collection[Point] = (), *, items: bool) -> list[str]:
    """Return a line about new stairs, locks, dangers, traps, altars and, with `items`, items.

    On a level that the player has just entered, all in view are new. Cells of `told` are left out, since they were
    already reported.
    """
    new = [place for place in _new(seen, before) if place.is_landmark or (items and place.is_item)]
    new = [place for place in new if place.at not in told]
    named = [f"{place.name} {bearing(seen.me.at, place.at)}" for place in new[:MAX_NAMED]]
    more = f" and {len(new) - MAX_NAMED} more" if len(new) > MAX_NAMED else ""
    return [f"Seen: {', '.join(named)}{more}."] if named else []


def _new(seen: Observation, before: Known) -> Iterator[Place]:
    """Yield places on newly seen cells; of terrain, only kinds that were not known on the level."""
    for place in places(seen):
        cell = seen.level.grid.index(place.at)
        if place.at == seen.me.at:
            continue
        if before.depth != seen.depth:
            is_new = place.is_in_view
        else:
            is_fixed = place.is_item or seen.level.feature_at(place.at) is not None
            is_new = not before.explored >> cell & 1 if is_fixed else place.name not in before.named
        if is_new:
            yield place
