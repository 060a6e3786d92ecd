"""What came into view during a command and does not move: what a screen simply shows."""

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
"""Things that are named at once."""


@frozen
class Known:
    """What the player knew of a level before a command."""

    depth: int
    explored: int
    """The bitboard of the cells that had been seen."""
    named: frozenset[str]
    """The names of what was known there."""


def known(seen: Observation) -> Known:
    """Return what the player knows of the level now."""
    names = frozenset(place.name for place in places(seen))
    return Known(seen.depth, bitboard(seen.level.explored), names)


def sights(seen: Observation, before: Known, told: Collection[Point] = (), *, items: bool) -> list[str]:
    """Return a line about the stairs, locks, dangers, traps, altars and, if asked for, items that are new since then.

    On a level that the player has just come to, it is about those in view. Nothing is said of the cells of which the
    player was `told` already.
    """
    new = [place for place in _new(seen, before) if place.is_landmark or (items and place.is_item)]
    new = [place for place in new if place.at not in told]
    named = [f"{place.name} {bearing(seen.me.at, place.at)}" for place in new[:MAX_NAMED]]
    more = f" and {len(new) - MAX_NAMED} more" if len(new) > MAX_NAMED else ""
    return [f"Seen: {', '.join(named)}{more}."] if named else []


def _new(seen: Observation, before: Known) -> Iterator[Place]:
    """Yield what is on cells that had not been seen; of terrain, which has but one place, what was not known at all."""
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
