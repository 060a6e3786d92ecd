"""Distances over terrain only, in shared maps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.engine.distances import DistanceMap

if TYPE_CHECKING:
    from roguelike.engine.state.world import World

_MAX_HUNTS = 4
"""The maximum number of cached distance maps: hunters with different limits use different ones."""


def plain_distance_map(world: World, limit: int | None = None) -> DistanceMap:
    """Return the distances to the player over terrain, ignoring actors, in steps to four neighbours.

    Callers share one map while neither the player's cell nor the terrain changes.
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
