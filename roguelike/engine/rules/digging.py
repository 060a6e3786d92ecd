"""Digging out walls, doors and crystals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.engine.grid import board_of
from roguelike.engine.rules.terrain import change, give_back

if TYPE_CHECKING:
    from roguelike.engine.state.world import World


def dig_out(world: World, board: int, name: str) -> None:
    """Turn the diggable cells of a bitboard into the terrain `name`.

    Temporary terrain only gives way to the terrain that it replaced.
    """
    level = world.level
    board &= level.cells("digs")
    passing = board_of(cell for cell in level.passing if board >> cell & 1)
    give_back(world, passing)
    if board & ~passing:
        change(world, board & ~passing, name)
