"""Spill something that burns."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.kinds.fire import LONGEST_FIRE
from roguelike.engine.kinds.names import TerrainName
from roguelike.engine.kinds.parts import Effect, named
from roguelike.engine.preview import Preview, preview_fire
from roguelike.engine.rules.areas import WIDEST, board, reach
from roguelike.engine.rules.fire import light
from roguelike.engine.rules.lamp import Lamp, lamp_of
from roguelike.engine.rules.terrain import change
from roguelike.engine.schema import added

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.cause import Cause
    from roguelike.engine.state.world import World


@named("spill")
@frozen
class Spill(Effect):
    """Cover the cells within `radius` with a `terrain`, and light it unless it is spilled cold."""

    terrain: TerrainName
    radius: int = attrs.field(default=1, validator=[ge(0), le(WIDEST)])
    """Straight, in cells; walls protect those behind them."""
    rounds: int = attrs.field(default=0, validator=[ge(0), le(LONGEST_FIRE)])
    """How long ground burns that cannot be covered; not at all with 0."""
    lit: bool = True
    """Whether it burns at once."""
    by_lamp: bool = added(default=False)
    """Whether the player's lamp lights it: only if that is open or cannot be covered."""

    def effort(self) -> int:
        """Count the cells."""
        return 1 + self.radius * self.radius

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Cover all of them, and light them."""
        cells = board(world.level, at, self.radius)
        change(world, cells, self.terrain)
        if self._burns(lamp_of(world)):
            light(world, cells, self.rounds, cause.maker(world))

    def preview(self, seen: Observation, at: Point) -> Preview:
        """Return the cells, as far as the level is known, and what flames do to those there."""
        cells = reach(seen.level, at, self.radius)
        if self._burns(seen.lamp):
            return preview_fire(seen, cells, bare=True)
        area = tuple(cell for cell in cells if seen.level.is_explored(cell))
        return Preview(area=area, makes=(self.terrain,))

    def _burns(self, lamp: Lamp) -> bool:
        return self.lit and (not self.by_lamp or lamp in (Lamp.OPEN, Lamp.CARRIED))
