"""Let out gas."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import gt, le

from roguelike.classes import frozen
from roguelike.engine.grid import LANE, cells_of
from roguelike.engine.kinds.gases import MOST_GAS, GasKind
from roguelike.engine.kinds.parts import Effect, named
from roguelike.engine.preview import Preview
from roguelike.engine.rules.gas import cells_with, flow_over, release

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.cause import Cause
    from roguelike.engine.state.world import World


FORESEEN = 3
"""How many rounds of spreading a preview shows."""


@named("gas")
@frozen
class ReleaseGas(Effect):
    """Let so much of a `gas` out on the cell; it spreads from there."""

    gas: GasKind
    volume: int = attrs.field(validator=[gt(0), le(MOST_GAS)])

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Let it out."""
        release(world, self.gas, at, self.volume, cause.maker(world))

    def preview(self, seen: Observation, at: Point) -> Preview:
        """Return the cells where the gas would soon be, as far as is known, and what it does to those there."""
        grid = seen.level.grid
        if not grid.contains(at):
            return Preview()
        flow = flow_over(grid, grid.inside & ~seen.level.cells("gas"))
        cloud = self.volume << LANE * grid.index(at)
        for _ in range(FORESEEN):
            cloud = flow.spread(cloud)
        cells = tuple(map(grid.point, cells_of(cells_with(cloud, grid.size))))
        caught = (cell for cell in cells if seen.level.actor_at(cell) is not None)
        each = Preview.of_all(effect.uncaused().preview(seen, cell) for cell in caught for effect in self.gas.inside)
        return attrs.evolve(each, area=cells, makes=(self.gas.name,))
