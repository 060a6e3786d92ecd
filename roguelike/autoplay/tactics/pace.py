"""Going through what acts in a beat, such as jets of flames: a step at a time, between two of its beats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.automation.tour import Ways
from roguelike.autoplay.outlook import awake
from roguelike.engine.commands import Command, Move, Wait
from roguelike.engine.geometry import chebyshev_distance, direction_to
from roguelike.engine.grid import board_of

if TYPE_CHECKING:
    from roguelike.autoplay.memory import Memory
    from roguelike.engine.observation import Observation


def set_out(seen: Observation, memory: Memory, goal: int) -> Command | None:
    """Set out for an altar behind what acts in a beat; None where no such way leads there."""
    if not beats(seen) or not _path(seen, goal):
        return None
    memory.crossing, memory.crossed_from = goal, seen.cell
    return cross(seen, memory)


def cross(seen: Observation, memory: Memory) -> Command | None:
    """Go on to where one set out for, and back from the altar with its item."""
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


def beats(seen: Observation) -> int:
    """Return the bitboard of the known features that act in a beat."""
    return board_of(cell for cell, each in seen.level.features.items() if each.kind.beat is not None)


def _path(seen: Observation, goal: int) -> list[int]:
    ways = seen.safe | beats(seen) | 1 << goal
    return Ways(seen.level.grid, ways, diagonally=seen.ruleset.diagonal).path(seen.cell, goal)


def _is_there(seen: Observation, goal: int) -> bool:
    """Return whether the player is at a cell, or beside the altar on it."""
    feature, at = seen.level.features.get(goal), seen.level.grid.point(goal)
    is_offered = feature is not None and feature.offers is not None
    return seen.cell == goal or (is_offered and chebyshev_distance(seen.me.at, at) == 1)
