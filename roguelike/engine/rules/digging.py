"""Digging: what walls, doors and crystals leave."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.engine.grid import board_of
from roguelike.engine.rules.terrain import change, give_back

if TYPE_CHECKING:
    from roguelike.engine.state.world import World


def dig_out(world: World, board: int, name: str) -> None:
    """Turn what can be dug on the cells of a bitboard into the terrain of that name.

    What stood there for a while only leaves what was there before.
    """
    level = world.level
    board &= level.cells("digs")
    passing = board_of(cell for cell in level.passing if board >> cell & 1)
    give_back(world, passing)
    if board & ~passing:
        change(world, board & ~passing, name)
