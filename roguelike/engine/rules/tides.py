"""Tides: the lakes of a level flood their shores and recede, timed only by the rounds of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.engine.events import Felt
from roguelike.engine.grid import board_of
from roguelike.engine.kinds.exits import Exit
from roguelike.engine.rules.terrain import change

if TYPE_CHECKING:
    from roguelike.engine.kinds.level_events import Tide
    from roguelike.engine.state.level import Level
    from roguelike.engine.state.world import World

_FROM_STAIRS = 2
"""Steps around stairs that stay dry."""


def turn_tide(world: World) -> None:
    """Warn of high water, and flood the shores when the next round begins it."""
    tide = _tide(world.level)
    if tide is None or world.outcome is not None:
        return
    following = world.round + 1
    if not tide.is_high(following) and tide.left(following) == tide.warns and tide.told:
        world.emit(Felt(tide.told))
    if tide.is_high(following) and not tide.is_high(world.round):
        _rise(world, tide, tide.left(following) + 1)


def rise_on_arrival(world: World) -> None:
    """Flood the shores of the level to which the player comes at high water."""
    tide = _tide(world.level)
    if tide is not None and tide.is_high(world.round):
        _rise(world, tide, tide.left(world.round))


def rising_soon(level: Level, now: int, rounds: int) -> int:
    """Return the bitboard of the dry shores that will be flooded within `rounds` rounds."""
    tide = _tide(level)
    return shores(level, tide) if tide is not None and not tide.is_high(now) and tide.left(now) <= rounds else 0


def shores(level: Level, tide: Tide) -> int:
    """Return the bitboard of the cells adjacent to lakes that high water floods.

    Stairs, doors, items, features, flammable ground, and terrain that asks for confirmation stay dry.
    """
    grid, code = level.grid, level.code(tide.terrain)
    lake = board_of(cell for cell, ground in enumerate(level.terrain) if ground == code and cell not in level.passing)
    exits = (level.exit_at(way) for way in (Exit.UP, Exit.DOWN))
    dry = board_of(grid.index(at) for at in exits if at is not None)
    for _ in range(_FROM_STAIRS):
        dry = grid.spread(dry, diagonally=True)
    dry |= level.cells("opens") | level.cells("closes") | level.cells("asks") | level.cells("drifts")
    dry |= board_of(level.features) | board_of(level.items) | board_of(level.passing)
    return grid.spread(lake, diagonally=True) & level.passable & ~lake & ~dry & _bare(level)


def _bare(level: Level) -> int:
    """Return the bitboard of the ground that water can flood for a while: none that is flammable, like a bridge."""
    return board_of(cell for cell, ground in enumerate(level.terrain) if level.kinds[ground].fuel is None)


def _rise(world: World, tide: Tide, rounds: int) -> None:
    change(world, shores(world.level, tide), tide.terrain, rounds=rounds)


def _tide(level: Level) -> Tide | None:
    return None if level.event is None else level.event.tide
