"""Change one terrain into another, wherever it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.classes import frozen
from roguelike.engine.grid import board_of
from roguelike.engine.kinds.names import TerrainName
from roguelike.engine.kinds.parts import Effect, named
from roguelike.engine.preview import Preview
from roguelike.engine.rules.terrain import change

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.cause import Cause
    from roguelike.engine.state.world import World


@named("replace")
@frozen
class Replace(Effect):
    """Lay a terrain `by` which all ground of another `terrain` on the level is replaced."""

    terrain: TerrainName
    by: TerrainName

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Lay it."""
        level = world.level
        code = level.code(self.terrain)
        change(world, board_of(cell for cell, ground in enumerate(level.terrain) if ground == code), self.by)

    def preview(self, seen: Observation, at: Point) -> Preview:
        """Return nothing that befalls anyone."""
        return Preview()
