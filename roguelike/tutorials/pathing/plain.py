"""Distances over terrain alone, shared by all who ask."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.engine.distances import DistanceMap

if TYPE_CHECKING:
    from roguelike.engine.state.world import World

_MAX_HUNTS = 4
"""How many distance maps over terrain alone are kept: hunters with different limits have one each."""


def plain_distance_map(world: World, limit: int | None = None) -> DistanceMap:
    """Return the distances to the player over terrain, ignoring actors, in steps to four neighbours.

    All who ask share one map for as long as neither the player nor the terrain changes.
    """
    level = world.level
    wanted = (level.passable, level.grid.index(world.player.at), limit)
    maps: dict[tuple[int, int, int | None], DistanceMap] = world.caches.setdefault("plain distances", {})
    found = maps.get(wanted)
    if found is None:
        if len(maps) == _MAX_HUNTS:
            maps.clear()
        found = maps[wanted] = DistanceMap(level.grid, *wanted[:2], diagonally=False, limit=limit)
    return found
