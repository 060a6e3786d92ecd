"""Fill what is free with something that lasts for a while."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.grid import board_of, cells_of
from roguelike.engine.kinds.amounts import Growing, amount_at, between
from roguelike.engine.kinds.exits import Exit
from roguelike.engine.kinds.limits import MOST_TURNS
from roguelike.engine.kinds.names import TerrainName
from roguelike.engine.kinds.parts import Effect, named
from roguelike.engine.preview import Preview
from roguelike.engine.rules.terrain import change

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.cause import Cause
    from roguelike.engine.state.level import Level
    from roguelike.engine.state.world import World

MOST_CELLS = 100


@named("enclose")
@frozen
class Enclose(Effect):
    """Fill so many free `cells`, the nearest, with `terrain` for some `rounds`; over holes and depths it is a `bridge`.

    Stairs, and whatever stands somewhere for good, stay as they are.
    """

    terrain: TerrainName
    bridge: TerrainName
    cells: Growing = attrs.field(validator=between(1, MOST_CELLS))
    rounds: int = attrs.field(validator=[ge(1), le(MOST_TURNS)])

    def effort(self) -> int:
        """Count the cells."""
        return 1 + amount_at(self.cells, 0)

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Fill them."""
        level = world.level
        board, open_below = self._board(level, at, cause.plus), level.cells("drifts")
        for name, cells in ((self.terrain, board & ~open_below), (self.bridge, board & open_below)):
            if cells:
                change(world, cells, name, rounds=self.rounds)

    def preview(self, seen: Observation, at: Point) -> Preview:
        """Return the cells, as far as the level is known."""
        board = self._board(seen.level, at, seen.plus)
        return Preview(area=tuple(map(seen.level.grid.point, cells_of(board))), makes=(self.terrain,) if board else ())

    def _board(self, level: Level, at: Point, plus: int) -> int:
        """Return the cells: those with the fewest steps to that one, the lowest of those as near."""
        left, board = amount_at(self.cells, plus), 0
        fillable = _fillable(level)
        reached = fresh = 1 << level.grid.index(at)
        while fresh and left:
            ring = cells_of(fresh & fillable)[:left]
            board, left = board | board_of(ring), left - len(ring)
            fresh = level.grid.spread(fresh, diagonally=True) & level.passable & ~reached
            reached |= fresh
        return board


def _fillable(level: Level) -> int:
    """Return the bitboard of the cells that can be filled: traps can be, other features cannot."""
    board = level.passable & (level.cells("bears") | level.cells("liquid") | level.cells("falls"))
    kept = [cell for cell, feature in level.features.items() if not feature.kind.asks]
    stairs = [level.grid.index(at) for way in (Exit.DOWN, Exit.UP) if (at := level.exit_at(way)) is not None]
    return board & ~board_of(kept) & ~board_of(stairs) & ~level.occupied
