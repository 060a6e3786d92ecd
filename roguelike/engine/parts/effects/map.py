"""Show the map of the level."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.classes import frozen
from roguelike.engine.grid import LONGEST_SIDE
from roguelike.engine.kinds.parts import Effect, named
from roguelike.engine.preview import Preview
from roguelike.engine.rules.features import find_within

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.cause import Cause
    from roguelike.engine.state.world import World


@named("map")
@frozen
class Map(Effect):
    """Show the player the terrain of the whole level, and all that is hidden on it."""

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Draw the map: all that can be walked on, and what is beside it."""
        level = world.level
        inside = level.grid.spread(level.passable, diagonally=True)
        for cell, code in enumerate(level.terrain):
            if code and inside >> cell & 1:
                level.explored[cell] = 1
        level.outdated.clear()
        level.seen_features.clear()
        find_within(world, at, LONGEST_SIDE)

    def preview(self, seen: Observation, at: Point) -> Preview:
        """Return nothing: what it shows is not known yet."""
        return Preview()
