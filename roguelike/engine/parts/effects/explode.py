"""Explode."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, gt, le

from roguelike.classes import frozen
from roguelike.engine.events import Exploded
from roguelike.engine.kinds.limits import HIGHEST_STAT
from roguelike.engine.kinds.parts import Effect, named
from roguelike.engine.parts.effects.hurt import Hurt
from roguelike.engine.rules.areas import WIDEST, board, reach
from roguelike.engine.rules.fire import fuels_in, light

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.observation import Observation
    from roguelike.engine.preview import Preview
    from roguelike.engine.state.cause import Cause
    from roguelike.engine.state.world import World


@named("explode")
@frozen
class Explode(Effect):
    """Burn everyone within `radius` cells for a roll of the dice `step`, armour or not, and light what burns there."""

    step: int = attrs.field(validator=[gt(0), le(HIGHEST_STAT)])
    radius: int = attrs.field(validator=[ge(0), le(WIDEST)])
    """Straight, in cells; walls protect those behind them."""

    def effort(self) -> int:
        """Count the cells."""
        return 1 + self.radius * self.radius

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Burn them by rising cells, then light what burns, and the gas that touches it."""
        cells = board(world.level, at, self.radius)
        world.emit(Exploded(at, self.radius, tuple(reach(world.level, at, self.radius)), cause.means))
        self._hurt().apply(world, cause, at)
        light(world, cells, maker=cause.maker(world))

    def preview(self, seen: Observation, at: Point) -> Preview:
        """Return the mean damage to each actor there, and what it would light."""
        there = self._hurt().preview(seen, at)
        return attrs.evolve(there, lights=tuple(fuels_in(seen.level, there.area)))

    def _hurt(self) -> Hurt:
        return Hurt(step=self.step, radius=self.radius, harm="fire")
