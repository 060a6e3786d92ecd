"""Caves: noise that is smoothed until it looks as if water had made it."""

from __future__ import annotations

import functools
import itertools
import operator
from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.dice import percent, roll
from roguelike.engine.geometry import Point
from roguelike.engine.grid import MAX_SIDE, Grid, bitboard, cells_of
from roguelike.engine.kinds.families import MapGenerator, named
from roguelike.engine.kinds.terrain import FLOOR
from roguelike.engine.level_plan import LevelPlan, NoLevel
from roguelike.engine.parts.mapgen.population import SpawnEntry, place_monsters

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.level_plan import LevelRequest
    from roguelike.engine.rng import PCG32


MAX_TRIES = 1000
"""The most monsters that are tried."""

_DIGS = 500
"""How often it starts over; even of the smallest and narrowest caves, one in ten is large enough."""
_LOOKS = 101
"""Cells that are tried for an open one to flood from, before everything starts over."""
_CROWDED = 5
"""Walls among the nine cells around that make a cell a wall."""
_SHELTERED = 2
"""Fewer walls among the twenty-five cells around make a wall too."""


@named("caves")
@frozen(kw_only=True)
class Caves(MapGenerator):
    """Strew walls by chance, smooth them, and keep one connected cave that fills at least half of the level.

    The player starts anywhere, and so does every monster.
    """

    width: int = attrs.field(validator=[ge(40), le(MAX_SIDE)])
    height: int = attrs.field(validator=[ge(40), le(MAX_SIDE)])
    walls: int = attrs.field(validator=[ge(36), le(46)])
    """Chance in a hundred of a cell to be a wall before the smoothing; beyond these limits caves are too small."""
    passes: int = attrs.field(validator=[ge(1), le(10)])
    """How often it is smoothed."""
    tries: int = attrs.field(validator=[ge(0), le(MAX_TRIES)])
    """Attempts to place a monster, each of which fails on an occupied cell."""
    residents: tuple[SpawnEntry, ...]

    def generate(self, ruleset: RuleSet, rng: PCG32, request: LevelRequest | None = None) -> LevelPlan:
        """Dig, then place the player, then the monsters."""
        plan = LevelPlan(Grid(self.width, self.height))
        floor = hollow(plan.grid, rng, walls=self.walls, passes=self.passes)
        for index in cells_of(floor):
            plan.terrain[index] = FLOOR
        plan.start = any_floor(plan.grid, floor, rng)
        for _ in range(self.tries):
            cell = any_floor(plan.grid, floor, rng)
            if not plan.is_taken(cell):
                place_monsters(plan, self.residents, [cell], rng)
        return plan


def hollow(grid: Grid, rng: PCG32, *, walls: int, passes: int) -> int:
    """Return the floor of a cave as a bitboard: one connected area, at least half of all cells, the border left out.

    Raises:
        NoLevel: there is no such cave, however often it is tried.
    """
    for _ in range(_DIGS):
        flags = bytearray(grid.size)
        for y in range(grid.height):
            flags[grid.row(y)] = bytes([not percent(rng, walls) for _ in range(grid.width)])
        floor = bitboard(flags)
        for _ in range(passes):
            floor = smooth(grid, floor)
        cave = flood(grid, floor, rng)
        if 2 * cave.bit_count() >= grid.width * grid.height:
            return cave
    raise NoLevel(f"no cave fills half of a level of {grid.width}x{grid.height}")


def smooth(grid: Grid, floor: int) -> int:
    """Return what is left of the floor where few walls are near, and what is new where some are.

    The cell itself counts. As in the game that this comes from, the first two rows and columns always become wall,
    and the cell at (0, 0) never counts.
    """
    walls = ~(floor | 1 << grid.index(Point(0, 0)))  # everything outside is wall, without end
    crowded = in_at_least(_CROWDED, around(grid, walls, 1))
    sheltered = in_at_least(_SHELTERED, around(grid, walls, 2))
    return _inner(grid, first=2, margin=0) & sheltered & ~crowded


def flood(grid: Grid, floor: int, rng: PCG32) -> int:
    """Return the area around a cell of the floor chosen by chance, without diagonals, or nothing if none is found."""
    inner = floor & _inner(grid, first=1, margin=1)
    for _ in range(_LOOKS):
        start = 1 << grid.index(_any_cell(grid, rng))
        if start & floor:
            area = grid.spread(start, diagonally=False) & inner  # a start in the border leads in, but is no part of it
            while (more := grid.spread(area, diagonally=False) & inner) != area:
                area = more
            return area
    return 0


def any_floor(grid: Grid, floor: int, rng: PCG32) -> Point:
    """Return a cell of the bitboard `floor`, which must not be empty, each as likely as the others."""
    while not floor >> grid.index(cell := _any_cell(grid, rng)) & 1:
        pass
    return cell


def _any_cell(grid: Grid, rng: PCG32) -> Point:
    x = roll(rng, 0, grid.width - 1)
    return Point(x, roll(rng, 0, grid.height - 1))


def around(grid: Grid, board: int, radius: int) -> list[int]:
    """Return the board moved by every step up to `radius` in both directions, so that neighbours lie on top of another.

    What leaves a row on its high side enters the next one in its border, which is wall as well.
    """
    steps = range(-radius, radius + 1)
    offsets = [dy * grid.stride + dx for dy in steps for dx in steps]
    return [board >> offset if offset > 0 else board << -offset for offset in offsets]


def in_at_least(number: int, boards: list[int]) -> int:
    """Return the cells that are in at least so many of the boards."""
    reached = [-1] + [0] * number
    for board in boards:
        for count in range(number, 0, -1):
            reached[count] |= reached[count - 1] & board
    return reached[number]


@functools.lru_cache(maxsize=8)
def _inner(grid: Grid, *, first: int, margin: int) -> int:
    """Return all cells from row and column `first` on, without the last `margin` rows and columns."""
    row = (1 << grid.width - margin - first) - 1
    starts = (grid.index(Point(first, y)) for y in range(first, grid.height - margin))
    return functools.reduce(operator.or_, (row << start for start in starts))


def noise(grid: Grid, patch: int, rng: PCG32) -> list[int]:
    """Return a number for each cell index: those of a coarse grid are drawn, the others lie between."""
    field = [0] * grid.size
    above = _noisy_row(grid.width, patch, rng)
    for top in range(0, grid.height, patch):
        below = _noisy_row(grid.width, patch, rng)
        for y in range(top, min(top + patch, grid.height)):
            down = y - top
            field[grid.row(y)] = [a * (patch - down) + b * down for a, b in zip(above, below, strict=True)]
        above = below
    return field


def _between(one: int, other: int, parts: int) -> Sequence[int]:
    """Return the numbers from one to another, times `parts`, in that many equal steps, without the last."""
    return range(one * parts, other * parts, other - one) if one != other else [one * parts] * parts


def _noisy_row(width: int, patch: int, rng: PCG32) -> list[int]:
    """Return a number for each cell of a row: one in `patch` is drawn, the others lie between."""
    knots = [rng.next_u32() >> 16 for _ in range((width - 1) // patch + 2)]
    return [number for pair in itertools.pairwise(knots) for number in _between(*pair, patch)][:width]
