"""Bring down the walls around."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.geometry import squared_distance
from roguelike.engine.grid import board_of, cells_of
from roguelike.engine.kinds.names import TerrainName
from roguelike.engine.kinds.parts import Effect, named
from roguelike.engine.preview import Preview
from roguelike.engine.rules.areas import WIDEST
from roguelike.engine.rules.digging import dig_out

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.geometry import Point
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.cause import Cause
    from roguelike.engine.state.level import Level
    from roguelike.engine.state.world import World


@named("crumble")
@frozen
class Crumble(Effect):
    """Turn all that can be dug within `radius` cells (straight distance) into `terrain`."""

    radius: int = attrs.field(validator=[ge(0), le(WIDEST)])
    terrain: TerrainName = "floor"

    def effort(self) -> int:
        """Count the cells."""
        return 1 + self.radius * self.radius

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Bring it all down."""
        dig_out(world, board_of(self._cells(world.level, at)), self.terrain)

    def preview(self, seen: Observation, at: Point) -> Preview:
        """Return the cells, as far as they are known."""
        cells = map(seen.level.grid.point, self._cells(seen.level, at))
        area = tuple(cell for cell in cells if seen.level.is_explored(cell))
        return Preview(area=area, makes=(self.terrain,))

    def _cells(self, level: Level, at: Point) -> Sequence[int]:
        diggable, reach = cells_of(level.cells("digs")), self.radius * self.radius
        return [cell for cell in diggable if squared_distance(level.grid.point(cell), at) <= reach]
