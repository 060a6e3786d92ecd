"""Wet the ground."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, gt, le

from roguelike.classes import frozen
from roguelike.engine.events import Veiled
from roguelike.engine.kinds.limits import MOST_TURNS
from roguelike.engine.kinds.parts import Effect, named
from roguelike.engine.preview import Preview
from roguelike.engine.rules.areas import WIDEST, board, reach
from roguelike.engine.rules.fire import put_out
from roguelike.engine.rules.veils import veil

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.cause import Cause
    from roguelike.engine.state.world import World


@named("soak")
@frozen
class Soak(Effect):
    """Put out all fire within `radius` cells, and whoever burns there; nothing burns there for some `rounds`."""

    radius: int = attrs.field(validator=[ge(0), le(WIDEST)])
    """Straight, in cells; walls protect those behind them."""
    rounds: int = attrs.field(validator=[gt(0), le(MOST_TURNS)])

    def effort(self) -> int:
        """Count the cells."""
        return 1 + self.radius * self.radius

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Put out the fire, and leave the cells wet."""
        cells = board(world.level, at, self.radius)
        put_out(world, cells)
        veil(world, "wet", cells, self.rounds)
        world.emit(Veiled("wet", at))

    def preview(self, seen: Observation, at: Point) -> Preview:
        """Return the cells, as far as the level is known."""
        cells = reach(seen.level, at, self.radius)
        area = tuple(cell for cell in cells if seen.level.is_explored(cell))
        return Preview(area=area, makes=("wet ground",))
