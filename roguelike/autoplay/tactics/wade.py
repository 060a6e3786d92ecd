"""Crossing cells that are otherwise avoided, if there is no other path."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.automation.tour import Ways
from roguelike.autoplay.outlook import awake
from roguelike.autoplay.tactics.onward import carries_the_goal, way_on
from roguelike.engine.commands import Move
from roguelike.engine.distances import DistanceMap
from roguelike.engine.geometry import direction_to
from roguelike.engine.grid import board_of, cells_of
from roguelike.engine.preview import harmful_air

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roguelike.autoplay.memory import Memory
    from roguelike.engine.observation import Observation

PATIENCE: Final = 12
"""Turns in a row with nothing to do before enemies in view are ignored."""


def wade(seen: Observation, memory: Memory) -> Move | None:
    """Plan a path through webs, else through water, else over traps or down a hole, if no enemy comes."""
    if seen.enemies and memory.idle < PATIENCE:
        return None
    goals = way_on(seen) | seen.frontier & ~memory.stood
    if seen.nearest(goals) is not None:
        return None
    for ways, ends in _ways(seen, goals):
        found = DistanceMap(seen.level.grid, ways, seen.cell, diagonally=seen.ruleset.diagonal)
        away = [(steps, cell) for cell in cells_of(ends) if (steps := found.distance(cell)) is not None]
        if away and min(away)[0]:
            memory.wading = min(away)[1]
            return wade_on(seen, memory)
    return None


def wade_on(seen: Observation, memory: Memory) -> Move | None:
    """Follow the planned path, unless an enemy is adjacent."""
    if memory.wading in (None, seen.cell) or any(seen.is_beside(foe) for foe in awake(seen)):
        if memory.wading is not None:
            memory.wading = memory.finished = None
        return None
    grid = seen.level.grid
    for ways, _ in _ways(seen, 1 << memory.wading):
        path = Ways(grid, ways, diagonally=seen.ruleset.diagonal).path(seen.cell, memory.wading)
        if path:
            return Move(direction_to(seen.me.at, grid.point(path[0])))
    memory.wading = None
    return None


def dare(_: Observation, memory: Memory) -> None:
    """Count a turn with nothing to do; after `PATIENCE` of them ignore lurking monsters."""
    memory.idle += 1
    memory.daring = memory.daring or memory.idle >= PATIENCE


def _ways(seen: Observation, goals: int) -> Iterator[tuple[int, int]]:
    """Yield bitboards of cells to walk on, each larger than the previous, with the goals for each.

    First cells that only hold the player, then water, then everything that does not kill; holes lead down.
    """
    level = seen.level
    traps = board_of(cell for cell, each in level.features.items() if each.asks)
    deep, holes = level.cells("deep"), level.cells("falls")
    ways = seen.unasked | level.passable & level.cells("asks") & ~level.cells("drifts") & ~traps
    for _, cells in harmful_air(seen):
        ways &= ~cells
    yield ways, goals
    yield ways | deep, goals
    yield ways | deep | traps & level.passable | holes, goals if carries_the_goal(seen) else goals | holes
