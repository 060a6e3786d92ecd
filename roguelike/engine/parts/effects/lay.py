"""Change the terrain around a cell."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.grid import board_of
from roguelike.engine.kinds.limits import MOST_TURNS
from roguelike.engine.kinds.names import TerrainName
from roguelike.engine.kinds.parts import Effect, named
from roguelike.engine.preview import Preview
from roguelike.engine.rules.areas import WIDEST, burst
from roguelike.engine.rules.terrain import change

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.cause import Cause
    from roguelike.engine.state.world import World


@named("lay")
@frozen
class Lay(Effect):
    """Lay a `terrain`, ground or cover, on the cells within `radius`, for some `rounds` or, with 0, for good."""

    terrain: TerrainName
    radius: int = attrs.field(default=0, validator=[ge(0), le(WIDEST)])
    rounds: int = attrs.field(default=0, validator=[ge(0), le(MOST_TURNS)])

    def effort(self) -> int:
        """Count the cells."""
        return 1 + self.radius * self.radius

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Lay it where one can walk."""
        level = world.level
        board = board_of(map(level.grid.index, burst(level, at, self.radius)))
        change(world, board, self.terrain, rounds=self.rounds)

    def preview(self, seen: Observation, at: Point) -> Preview:
        """Return the cells, as far as the level is known."""
        return Preview(area=tuple(cell for cell in burst(seen.level, at, self.radius) if seen.level.is_explored(cell)))
