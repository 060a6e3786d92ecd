"""Floods: they spread over a level, except through doors, or cover one kind of ground, and recede in time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.engine.kinds.exits import Exit
from roguelike.engine.rules.terrain import change
from roguelike.engine.state.flood import Flood
from roguelike.engine.state.level import MAX_FLOODS

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.state.level import Level
    from roguelike.engine.state.world import World


def begin_flood(world: World, at: Point, terrain: str, rounds: int, *, each: int = 1, over: str = "") -> None:
    """Start a flood at a cell, and spread it once."""
    level = world.level
    if len(level.floods) < MAX_FLOODS:
        ground = level.code(over) if over else None
        flood = Flood(at, level.code(terrain), world.round, world.round + rounds, each, ground)
        level.floods.append(flood)
        _spread(world, flood)


def spread_floods(world: World) -> None:
    """Spread all floods for one round, and remove those that are over."""
    level = world.level
    level.floods = [flood for flood in level.floods if flood.until > world.round + 1]
    for flood in level.floods:
        _spread(world, flood)


def _spread(world: World, flood: Flood) -> None:
    """Lay water as far as it has come; an actor that flees immediately stays ahead of it."""
    level = world.level
    board = _risen(world, flood) if flood.over is not None else _flown(world, flood)
    kind = level.kinds[flood.terrain]
    wet = sum(1 << cell for cell, code in enumerate(level.terrain) if code == flood.terrain)
    change(world, board & ~wet, kind.name, rounds=flood.until - world.round)


def _flown(world: World, flood: Flood) -> int:
    """Return the bitboard of the cells that a spreading flood has reached."""
    level = world.level
    board, free = 1 << level.grid.index(flood.at), _free(level)
    for _ in range(max(1, (world.round - flood.since - 1) // flood.each)):
        board |= level.grid.spread(board, diagonally=True) & free
    return board


def _risen(world: World, flood: Flood) -> int:
    """Return the bitboard of the cells of its ground that a flood has covered: the source first, then by distance."""
    level, rows = world.level, max(0, world.round - flood.since - 1) // flood.each
    board = 1 << level.grid.index(flood.at) if rows else 0
    for _ in range(rows - 1):
        board |= level.grid.spread(board, diagonally=True) & level.grid.inside
    return board & sum(1 << cell for cell, code in enumerate(level.terrain) if code == flood.over)


def _free(level: Level) -> int:
    """Return the bitboard of the cells that a flood can reach."""
    stairs = [at for way in (Exit.UP, Exit.DOWN) if (at := level.exit_at(way)) is not None]
    board = level.passable & ~(level.cells("opens") | level.cells("closes"))
    return board & ~sum(1 << level.grid.index(at) for at in stairs)
