"""Where to stand, and who is where first."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from roguelike.automation.travel import path_to
from roguelike.engine.commands import Move
from roguelike.engine.geometry import chebyshev_distance, direction_to
from roguelike.engine.grid import bitboard, board_of, cells_of

if TYPE_CHECKING:
    from roguelike.autoplay.memory import Memory
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.observation import Observation

MAX_RETREAT = 6
"""How many steps it goes back to stand in a narrow place."""

NARROW = 2
"""A cell with at most this number of exits is a good place to stand against many."""


def lairs(seen: Observation) -> int:
    """Return the bitboard of the known cells beside terrain in which something lurks that never leaves it."""
    names = lurking(seen.ruleset)
    if not names:
        return 0
    level = seen.level
    codes = bytes(kind.name in names for kind in level.kinds).ljust(256, b"\0")
    board = bitboard(level.terrain.translate(codes))
    return level.grid.spread(board, diagonally=True) & level.passable & ~board if board else 0


@functools.cache
def lurking(ruleset: RuleSet) -> frozenset[str]:
    """Return the names of the terrain in which something lurks that never leaves it."""
    return frozenset(name for kind in ruleset.monsters.values() if kind.swims for name in kind.hides_in)


def withdraw(seen: Observation, _: Memory) -> Move | None:
    """Go back to where few can stand around, when there are many."""
    grid = seen.level.grid
    strikers = [foe for foe in seen.foes if foe.missile is None]
    if len(strikers) <= 1 or seen.exits(seen.me.at) <= NARROW:
        return None
    around = cells_of(seen.around(MAX_RETREAT))
    narrow = [cell for cell in around if seen.exits(grid.point(cell)) <= NARROW and is_first_at(seen, cell)]
    goal = seen.nearest(board_of(narrow))
    return None if goal is None else seen.step_to(goal)


def is_first_at(seen: Observation, cell: int) -> bool:
    """Return whether the player gets to a cell before every foe that comes near; those that throw do not."""
    steps = seen.ways.distance(cell)
    goal = seen.level.grid.point(cell)
    return steps is not None and all(
        foe.missile or chebyshev_distance(foe.at, goal) * seen.me.speed > steps * foe.speed for foe in seen.foes
    )


def walk(seen: Observation, goal: int) -> Move | None:
    """Return a step towards a cell, over harmless ground where that leads there; None where nothing does."""
    return walk_safely(seen, goal) or seen.step_to(goal)


def walk_safely(seen: Observation, goal: int) -> Move | None:
    """Return a step towards a cell or to beside it, over harmless ground alone; None where that does not lead there."""
    grid = seen.level.grid
    ends = 1 << goal
    if not seen.safe & ends or seen.level.actor_at(grid.point(goal)) is not None:
        ends = grid.spread(ends, diagonally=True) & seen.safe & ~(1 << seen.cell)
    for cell in sorted(cells_of(ends), key=lambda each: (seen.ways.distance(each) or 0, each)):
        if path := path_to(seen, grid.point(cell)):
            return Move(direction_to(seen.me.at, grid.point(path[0])))
    return None


def walk_into(seen: Observation, goal: int) -> Move | None:
    """Return a step to a cell, or into it from beside; None where no harmless ground leads there."""
    at = seen.level.grid.point(goal)
    if chebyshev_distance(seen.me.at, at) == 1 and direction_to(seen.me.at, at) in seen.ruleset.directions:
        return Move(direction_to(seen.me.at, at))
    return walk_safely(seen, goal)
