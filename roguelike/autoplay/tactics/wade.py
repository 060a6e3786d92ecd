"""Going on through what is gone round otherwise, where nothing else leads on."""

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
"""Turns in a row without anything to do, as when those in view do not come."""


def wade(seen: Observation, memory: Memory) -> Move | None:
    """Set out through webs, or else through water, or else over traps and down a hole, with nobody about who comes."""
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
    """Go on to where one set out for, unless an enemy is beside."""
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
    """Notice that nothing is left to do but wait, and mind what lurks no more after some turns of that."""
    memory.idle += 1
    memory.daring = memory.daring or memory.idle >= PATIENCE


def _ways(seen: Observation, goals: int) -> Iterator[tuple[int, int]]:
    """Yield the bitboards of cells that are thought of as ways, each wider than the one before, with those to get to.

    First what only holds, then water, then all but what kills; holes are ways on downwards.
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
