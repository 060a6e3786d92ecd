"""Caves, made by smoothing noise."""

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
"""The maximum number of attempts to place monsters."""

_DIGS = 500
"""The number of attempts at a cave; even with the least favourable settings, one in ten is large enough."""
_LOOKS = 101
"""The number of random cells to try as the start of the flood fill, before the cave is rejected."""
_CROWDED = 5
"""The number of walls in the 3x3 square around a cell from which it becomes a wall."""
_SHELTERED = 2
"""The number of walls in the 5x5 square around a cell below which it becomes a wall."""


@named("caves")
@frozen(kw_only=True)
class Caves(MapGenerator):
    """Scatter random walls, smooth them, and keep one connected cave that fills at least half of the level.

    The player and the monsters start on random cells.
    """

    width: int = attrs.field(validator=[ge(40), le(MAX_SIDE)])
    height: int = attrs.field(validator=[ge(40), le(MAX_SIDE)])
    walls: int = attrs.field(validator=[ge(36), le(46)])
    """The chance that a cell is a wall before the smoothing, in percent; beyond its bounds caves are too small."""
    passes: int = attrs.field(validator=[ge(1), le(10)])
    """The number of smoothing passes."""
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
    """Return the floor of a cave as a bitboard: one connected area of at least half of all cells, without the border.

    Raises:
        NoLevel: no attempt gives such a cave.
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
    """Return the floor after one smoothing: cells with few walls nearby, but not with none.

    The cell itself counts. As in the original game, the first two rows and columns always become wall, and the cell at
    (0, 0) never counts as one.
    """
    walls = ~(floor | 1 << grid.index(Point(0, 0)))  # all bits outside are wall
    crowded = in_at_least(_CROWDED, around(grid, walls, 1))
    sheltered = in_at_least(_SHELTERED, around(grid, walls, 2))
    return _inner(grid, first=2, margin=0) & sheltered & ~crowded


def flood(grid: Grid, floor: int, rng: PCG32) -> int:
    """Return the connected area around a random floor cell, without diagonals; 0 if no floor cell is found."""
    inner = floor & _inner(grid, first=1, margin=1)
    for _ in range(_LOOKS):
        start = 1 << grid.index(_any_cell(grid, rng))
        if start & floor:
            area = grid.spread(start, diagonally=False) & inner  # a start in the border leads in, but is not part of it
            while (more := grid.spread(area, diagonally=False) & inner) != area:
                area = more
            return area
    return 0


def any_floor(grid: Grid, floor: int, rng: PCG32) -> Point:
    """Return a random cell of the bitboard `floor`, which must not be empty, all equally likely."""
    while not floor >> grid.index(cell := _any_cell(grid, rng)) & 1:
        pass
    return cell


def _any_cell(grid: Grid, rng: PCG32) -> Point:
    x = roll(rng, 0, grid.width - 1)
    return Point(x, roll(rng, 0, grid.height - 1))


def around(grid: Grid, board: int, radius: int) -> list[int]:
    """Return the board moved by every step up to `radius` in both directions, so that neighbours coincide.

    Bits that leave a row on its high side enter the border of the next row, which is also wall.
    """
    steps = range(-radius, radius + 1)
    offsets = [dy * grid.stride + dx for dy in steps for dx in steps]
    return [board >> offset if offset > 0 else board << -offset for offset in offsets]


def in_at_least(number: int, boards: list[int]) -> int:
    """Return the cells that are in at least `number` of the boards."""
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
    """Return a number for each cell index: drawn on a coarse grid, and interpolated in between."""
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
    """Return the numbers from `one` to `other`, times `parts`, in `parts` equal steps, without the last."""
    return range(one * parts, other * parts, other - one) if one != other else [one * parts] * parts


def _noisy_row(width: int, patch: int, rng: PCG32) -> list[int]:
    """Return a number for each cell of a row: one in `patch` is drawn, the others are interpolated."""
    knots = [rng.next_u32() >> 16 for _ in range((width - 1) // patch + 2)]
    return [number for pair in itertools.pairwise(knots) for number in _between(*pair, patch)][:width]
