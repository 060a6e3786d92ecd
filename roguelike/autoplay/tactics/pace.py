"""Crossing periodic traps, such as jets of flames, and slightly harmful ground on the path to an altar."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Final

from roguelike.automation.tour import Ways
from roguelike.autoplay.outlook import awake
from roguelike.engine.commands import Command, Move, Wait
from roguelike.engine.geometry import chebyshev_distance, direction_to
from roguelike.engine.grid import board_of, cells_of
from roguelike.engine.parts.effects.conditions import Afflict
from roguelike.engine.parts.effects.damage import Hurt

if TYPE_CHECKING:
    from roguelike.autoplay.memory import Memory
    from roguelike.engine.kinds.terrain import TerrainKind
    from roguelike.engine.observation import Observation

BEARABLE: Final = 0.35
"""Maximum damage of the path to an altar, as a share of the hit points left."""


def set_out(seen: Observation, memory: Memory, goal: int) -> Command | None:
    """Plan a path to an altar behind periodic traps or harmful ground; None if there is none or it costs too much."""
    if not (beats(seen) or _wounding(seen)):
        return None
    path = _path(seen, goal)
    wounds = sum(_wounds(seen.level.kinds[seen.level.terrain[cell]]) for cell in path)
    if not path or wounds > seen.me.hit_points * BEARABLE:
        return None
    memory.crossing, memory.crossed_from = goal, seen.cell
    return cross(seen, memory)


def cross(seen: Observation, memory: Memory) -> Command | None:
    """Follow the planned path to the altar, and back with its item."""
    here = seen.level.features.get(seen.cell)
    if memory.crossing is None and memory.crossed_from is not None and here is not None and here.offers is None:
        memory.crossing, memory.crossed_from = memory.crossed_from, None
    goal, beating = memory.crossing, beats(seen)
    if goal is None:
        return None
    path = _path(seen, goal)
    is_on = bool(beating >> seen.cell & 1)
    if not path or (not is_on and (awake(seen) or _is_there(seen, goal))):
        memory.crossing = None
        return None
    at = seen.level.grid.point(path[0])
    feature = seen.level.features.get(path[0])
    acts_soon = beating >> path[0] & 1 and feature is not None and feature.asks
    if acts_soon or seen.level.is_burning(at) or seen.level.actor_at(at) is not None:
        return Wait()
    return Move(direction_to(seen.me.at, at))


def _wounding(seen: Observation) -> int:
    """Return the bitboard of the known cells of terrain that only does damage, like cold water."""
    level = seen.level
    asking = cells_of(level.cells("asks") & level.passable & ~seen.avoided)
    return board_of(cell for cell in asking if _wounds(level.kinds[level.terrain[cell]]))


@functools.cache
def _wounds(kind: TerrainKind) -> int:
    """Return the damage of a round on terrain; 0 if it does none or has other effects."""
    effects = (*kind.enter, *kind.stand)
    if kind.falls or not all(isinstance(effect, Afflict | Hurt) for effect in effects):
        return 0
    return sum(effect.amount for effect in effects if isinstance(effect, Hurt))


def beats(seen: Observation) -> int:
    """Return the bitboard of the known periodic traps."""
    return board_of(cell for cell, each in seen.level.features.items() if each.kind.beat is not None)


def _path(seen: Observation, goal: int) -> list[int]:
    ways = seen.safe | beats(seen) | _wounding(seen) | 1 << goal
    return Ways(seen.level.grid, ways, diagonally=seen.ruleset.diagonal).path(seen.cell, goal)


def _is_there(seen: Observation, goal: int) -> bool:
    """Return whether the player is on a cell, or adjacent to the altar on it."""
    feature, at = seen.level.features.get(goal), seen.level.grid.point(goal)
    is_offered = feature is not None and feature.offers is not None
    return seen.cell == goal or (is_offered and chebyshev_distance(seen.me.at, at) == 1)
