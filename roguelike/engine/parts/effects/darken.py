"""Let darkness fall."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, gt, le

from roguelike.classes import frozen
from roguelike.engine.events import Veiled
from roguelike.engine.grid import cells_of
from roguelike.engine.kinds.limits import MOST_TURNS
from roguelike.engine.kinds.parts import Effect, named
from roguelike.engine.preview import Preview
from roguelike.engine.rules.areas import WIDEST, board, reach
from roguelike.engine.rules.moods import lose_track
from roguelike.engine.rules.veils import veil

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.cause import Cause
    from roguelike.engine.state.world import World


@named("darken")
@frozen
class Darken(Effect):
    """Let darkness lie within `radius` cells for some `rounds`: those there who hunt the player lose them."""

    radius: int = attrs.field(validator=[ge(0), le(WIDEST)])
    """Straight, in cells; walls protect those behind them."""
    rounds: int = attrs.field(validator=[gt(0), le(MOST_TURNS)])

    def effort(self) -> int:
        """Count the cells."""
        return 1 + self.radius * self.radius

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Darken the cells; no darkness is a match for a light that cannot be covered."""
        level = world.level
        cells = board(level, at, self.radius)
        veil(world, "dark", cells, self.rounds)
        world.emit(Veiled("dark", at))
        for cell in cells_of(cells) if not world.player.light else ():
            if (actor := level.actor_on(cell)) is not None:
                lose_track(world, actor)

    def preview(self, seen: Observation, at: Point) -> Preview:
        """Return the cells, as far as the level is known."""
        cells = reach(seen.level, at, self.radius)
        return Preview(area=tuple(cell for cell in cells if seen.level.is_explored(cell)), makes=("darkness",))
