"""Put out fire."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.kinds.parts import Effect, named
from roguelike.engine.preview import Preview
from roguelike.engine.rules.areas import WIDEST, board, reach
from roguelike.engine.rules.fire import put_out

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.cause import Cause
    from roguelike.engine.state.world import World


@named("extinguish")
@frozen
class Extinguish(Effect):
    """Put out all fire within `radius` cells, and whoever burns there."""

    radius: int = attrs.field(default=0, validator=[ge(0), le(WIDEST)])
    """Straight, in cells; walls protect those behind them."""

    def effort(self) -> int:
        """Count the cells."""
        return 1 + self.radius * self.radius

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Put out all of it."""
        put_out(world, board(world.level, at, self.radius))

    def preview(self, seen: Observation, at: Point) -> Preview:
        """Return the cells, as far as the level is known."""
        cells = reach(seen.level, at, self.radius)
        return Preview(area=tuple(cell for cell in cells if seen.level.is_explored(cell)))
