"""Positions, paths, and whether the player is first at a cell."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Final

from roguelike.automation.travel import path_to
from roguelike.engine.commands import Move
from roguelike.engine.geometry import chebyshev_distance, direction_to
from roguelike.engine.grid import bitboard, board_of, cells_of
from roguelike.engine.rules.ways import has_line

if TYPE_CHECKING:
    from roguelike.autoplay.memory import Memory
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.observation import Observation

LONGEST: Final = 10**6
"""More steps than any path has."""
MAX_RETREAT = 6
"""Maximum steps of a retreat to a narrow cell."""

NARROW = 2
"""Maximum exits of a cell that is a good position against many enemies."""


def lairs(seen: Observation) -> int:
    """Return the bitboard of the known cells adjacent to terrain with lurking monsters that never leave it."""
    names = lurking(seen.ruleset)
    if not names:
        return 0
    level = seen.level
    codes = bytes(kind.name in names for kind in level.kinds).ljust(256, b"\0")
    board = bitboard(level.terrain.translate(codes))
    return level.grid.spread(board, diagonally=True) & level.passable & ~board if board else 0


@functools.cache
def lurking(ruleset: RuleSet) -> frozenset[str]:
    """Return the names of the terrain with lurking monsters that never leave it."""
    return frozenset(name for kind in ruleset.monsters.values() if kind.swims for name in kind.hides_in)


def withdraw(seen: Observation, _: Memory) -> Move | None:
    """Retreat to a narrow cell from several enemies."""
    grid = seen.level.grid
    strikers = [foe for foe in seen.foes if foe.missile is None]
    if len(strikers) <= 1 or seen.exits(seen.me.at) <= NARROW:
        return None
    around = cells_of(seen.around(MAX_RETREAT))
    narrow = [cell for cell in around if seen.exits(grid.point(cell)) <= NARROW and is_first_at(seen, cell)]
    goal = seen.nearest(board_of(narrow))
    return None if goal is None else seen.step_to(goal)


def step_to_throw(
    seen: Observation,
    ground: int,
    targets: int,
    reach: tuple[int, int],
    *,
    places: int,
    steps: int = LONGEST,
) -> Move | None:
    """Return a step to the nearest cell from which the player can throw at a target.

    Args:
        seen: the observation.
        ground: the bitboard of the cells to throw from.
        targets: the bitboard of the target cells.
        reach: the minimum and maximum distance of a target, in cells.
        places: the maximum number of nearest cells that are checked.
        steps: the maximum length of the path.
    """
    level, grid = seen.level, seen.level.grid
    around, (nearest, furthest) = targets, reach
    for _ in range(furthest):
        around = grid.spread(around, diagonally=True)
    ways = [(away, cell) for cell in cells_of(around & ground) if (away := seen.ways.distance(cell)) is not None]
    aims = [grid.point(cell) for cell in cells_of(targets)]
    for away, cell in sorted(ways)[:places]:
        at = grid.point(cell)
        if 0 < away <= steps and any(
            nearest <= chebyshev_distance(at, aim) <= furthest and has_line(level, at, aim) for aim in aims
        ):
            return walk_safely(seen, cell)
    return None


def is_first_at(seen: Observation, cell: int) -> bool:
    """Return whether the player gets to a cell before all enemies without missiles."""
    steps = seen.ways.distance(cell)
    goal = seen.level.grid.point(cell)
    return steps is not None and all(
        foe.missile or chebyshev_distance(foe.at, goal) * seen.me.speed > steps * foe.speed for foe in seen.foes
    )


def walk(seen: Observation, goal: int) -> Move | None:
    """Return a step towards a cell, over harmless ground if possible; None if there is no path."""
    return walk_safely(seen, goal) or seen.step_to(goal)


def walk_safely(seen: Observation, goal: int) -> Move | None:
    """Return a step towards a cell or one adjacent to it, only over harmless ground; None if there is no path."""
    grid = seen.level.grid
    ends = 1 << goal
    if not seen.safe & ends or seen.level.actor_at(grid.point(goal)) is not None:
        ends = grid.spread(ends, diagonally=True) & seen.safe & ~(1 << seen.cell)
    for cell in sorted(cells_of(ends), key=lambda each: (seen.ways.distance(each) or 0, each)):
        if path := path_to(seen, grid.point(cell)):
            return Move(direction_to(seen.me.at, grid.point(path[0])))
    return None


def walk_into(seen: Observation, goal: int) -> Move | None:
    """Return a step into an adjacent cell, or towards it over harmless ground; None if there is no path."""
    at = seen.level.grid.point(goal)
    if chebyshev_distance(seen.me.at, at) == 1 and direction_to(seen.me.at, at) in seen.ruleset.directions:
        return Move(direction_to(seen.me.at, at))
    return walk_safely(seen, goal)
