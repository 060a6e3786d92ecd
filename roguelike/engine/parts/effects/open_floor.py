"""Open the floor."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, gt, le

from roguelike.classes import frozen
from roguelike.engine.events import FloorHeld
from roguelike.engine.grid import board_of, cells_of
from roguelike.engine.kinds.conditions import ConditionKind
from roguelike.engine.kinds.limits import MOST_TURNS
from roguelike.engine.kinds.names import TerrainName
from roguelike.engine.kinds.parts import Effect, named
from roguelike.engine.preview import Preview, falling_at
from roguelike.engine.rules.areas import WIDEST, board, reach
from roguelike.engine.rules.conditions import afflict
from roguelike.engine.rules.falling import fall
from roguelike.engine.rules.terrain import change

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.cause import Cause
    from roguelike.engine.state.level import Level
    from roguelike.engine.state.world import World


@named("open_floor")
@frozen
class OpenFloor(Effect):
    """Turn the floor within `radius` into a `hole` for some `rounds`: all who touch it fall to the next level at once.

    If the player falls, too, the others come down beside them, and have a `condition` for so many `turns`. The floor of
    the last level becomes `rubble`, and nobody falls.
    """

    hole: TerrainName
    rubble: TerrainName
    condition: ConditionKind
    turns: int = attrs.field(validator=[gt(0), le(MOST_TURNS)])
    radius: int = attrs.field(default=1, validator=[ge(0), le(WIDEST)])
    """Straight, in cells; walls protect those behind them."""
    rounds: int = attrs.field(default=8, validator=[gt(0), le(MOST_TURNS)])

    def effort(self) -> int:
        """Count the cells."""
        return 1 + self.radius * self.radius

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Open it, and let them fall by rising cells; stairs, water and what has something on it stay."""
        level = world.level
        cells = board(level, at, self.radius)
        is_last = world.depth == world.ruleset.depths
        change(world, cells & _floor(level), self.rubble if is_last else self.hole, rounds=self.rounds)
        if is_last:
            world.emit(FloorHeld(at))
            return
        there = [actor for cell in cells_of(cells) if (actor := level.actor_on(cell)) is not None]
        falling = [actor for actor in there if actor.is_alive and actor.touches_ground]
        beside = any(actor.is_player for actor in falling)
        for actor in falling:
            if beside and actor.is_alive and not actor.is_player:
                afflict(world, actor, self.condition, self.turns)
            fall(world, actor, beside_player=beside)

    def preview(self, seen: Observation, at: Point) -> Preview:
        """Return the cells, as far as the level is known, and who would fall."""
        area = [cell for cell in reach(seen.level, at, self.radius) if seen.level.is_explored(cell)]
        if seen.depth == seen.ruleset.depths:
            return Preview(area=tuple(area), makes=(self.rubble,))
        falls = Preview.of_all(falling_at(cell, seen.level.actor_at(cell)) for cell in area)
        return attrs.evolve(falls, makes=(self.hole,))


def _floor(level: Level) -> int:
    """Return the bitboard of the cells that can open: ground that would bear a cover, and bears nothing that stays."""
    return level.passable & level.cells("bears") & ~level.cells("exit") & ~board_of(level.features)
