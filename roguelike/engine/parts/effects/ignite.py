"""Set cells on fire."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.kinds.fire import LONGEST_FIRE
from roguelike.engine.kinds.parts import Effect, named
from roguelike.engine.preview import Preview, preview_fire
from roguelike.engine.rules.areas import WIDEST, board, reach
from roguelike.engine.rules.fire import light

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.cause import Cause
    from roguelike.engine.state.world import World


@named("ignite")
@frozen
class Ignite(Effect):
    """Set what burns within `radius` cells on fire, and bare ground too for some `rounds`."""

    radius: int = attrs.field(default=0, validator=[ge(0), le(WIDEST)])
    """Straight, in cells; walls protect those behind them."""
    rounds: int = attrs.field(default=0, validator=[ge(0), le(LONGEST_FIRE)])
    """How long bare ground burns; not at all with 0."""

    def effort(self) -> int:
        """Count the cells."""
        return 1 + self.radius * self.radius

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Light all of them, and the gas that touches them."""
        cells = board(world.level, at, self.radius)
        light(world, cells, self.rounds, cause.maker(world))

    def preview(self, seen: Observation, at: Point) -> Preview:
        """Return the cells that would burn, as far as the level is known, and what flames do to those there."""
        return preview_fire(seen, reach(seen.level, at, self.radius), bare=self.rounds > 0)
