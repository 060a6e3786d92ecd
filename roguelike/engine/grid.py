"""The numbering of the cells of a level, and bitboards: sets of cells in one integer.

A grid has a border of one cell around the inside, so that a step from any inner cell is a plain addition without a
bounds check. A set of cells is a bitboard: an integer with bit `cell` set for each. Moving a whole set by a
step is then one shift, which makes breadth-first search in pure Python about as fast as its number of steps.
"""

from __future__ import annotations

import functools
import itertools
from typing import TYPE_CHECKING

import attrs

from roguelike.classes import frozen
from roguelike.engine.geometry import COMPASS, Direction, Point

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


LANE = 16
"""The bits of each cell in an integer of lanes."""
MAX_SIDE = 200
"""The maximum side of a level, and the maximum range of anything, in cells."""


class Ways(dict[int, tuple[tuple[Direction, int], ...]]):
    """Directions by a bitboard of neighbours like `Grid.ring`, each with its offset of cell indices."""

    def __init__(self, stride: int, offsets: dict[Direction, int]) -> None:
        super().__init__()
        self._steps = [(1 << stride + 1 + offset, (each, offset)) for each, offset in offsets.items()]

    def __missing__(self, window: int) -> tuple[tuple[Direction, int], ...]:
        """Compute the directions, once for each of the 256 possible bitboards."""
        found = self[window] = tuple(step for neighbour, step in self._steps if window & neighbour)
        return found


@frozen(cache_hash=True)
class Grid:
    """The numbering of `width` x `height` cells; a cell's number is called its index.

    All fields are computed on creation: slots with cached properties need a slow `__getattr__`, and grids are hot.
    """

    width: int
    height: int
    stride: int = attrs.field(init=False)
    """The offset of cell indices from one row to the next."""
    size: int = attrs.field(init=False)
    """The number of indices, including the border."""
    offsets: dict[Direction, int] = attrs.field(init=False, repr=False, eq=False)
    """The offset of cell indices for a step in each direction."""
    inside: int = attrs.field(init=False, repr=False, eq=False)
    """The bitboard of all cells except the border."""
    ring: int = attrs.field(init=False, repr=False, eq=False)
    """The eight neighbours of a cell, as a bitboard that begins with the one in the north-west."""
    cross: int = attrs.field(init=False, repr=False, eq=False)
    """The four orthogonal neighbours, as a bitboard like `ring`."""
    ways: Ways = attrs.field(init=False, repr=False, eq=False)
    """The directions to the neighbours on a bitboard like `ring`."""
    point_of: tuple[Point, ...] = attrs.field(init=False, repr=False, eq=False)
    """The point of every index, including the border."""

    @stride.default
    def _stride(self) -> int:
        return self.width + 2

    @size.default
    def _size(self) -> int:
        return self.stride * (self.height + 2)

    @offsets.default
    def _offsets(self) -> dict[Direction, int]:
        return {direction: direction.dy * self.stride + direction.dx for direction in COMPASS}

    @inside.default
    def _inside(self) -> int:
        row, board = ((1 << self.width) - 1) << 1, 0
        for y in range(1, self.height + 1):
            board |= row << y * self.stride
        return board

    @ring.default
    def _ring(self) -> int:
        return 0b111 | 0b101 << self.stride | 0b111 << 2 * self.stride

    @cross.default
    def _cross(self) -> int:
        return 0b010 | 0b101 << self.stride | 0b010 << 2 * self.stride

    @ways.default
    def _ways(self) -> Ways:
        return Ways(self.stride, self.offsets)

    @point_of.default
    def _point_of(self) -> tuple[Point, ...]:
        return _points(self.stride, self.size)

    def index(self, point: Point) -> int:
        """Return the index of a point inside, or on the border."""
        return (point[1] + 1) * self.stride + point[0] + 1

    def point(self, index: int) -> Point:
        """Return the point that has `index`."""
        y, x = divmod(index, self.stride)
        return Point(x - 1, y - 1)

    def contains(self, point: Point) -> bool:
        """Return whether `point` is inside, not on the border or beyond."""
        return 0 <= point[0] < self.width and 0 <= point[1] < self.height

    def row(self, y: int) -> slice:
        """Return the indices of row `y` without the border, as a slice."""
        start = (y + 1) * self.stride + 1
        return slice(start, start + self.width)

    def points(self) -> Iterator[Point]:
        """Yield every point inside, row by row."""
        for y in range(self.height):
            for x in range(self.width):
                yield Point(x, y)

    def spread(self, board: int, *, diagonally: bool) -> int:
        """Return the cells of a bitboard and all their neighbours."""
        across = board | board << 1 | board >> 1
        tall = across if diagonally else board
        return across | tall << self.stride | tall >> self.stride

    def flood(self, board: int, within: int, *, diagonally: bool) -> int:
        """Return the cells of a bitboard and all cells of `within` connected to them."""
        while (spread := board | self.spread(board, diagonally=diagonally) & within) != board:
            board = spread
        return board


@functools.lru_cache(maxsize=16)
def _points(stride: int, size: int) -> tuple[Point, ...]:
    return tuple([Point(index % stride - 1, index // stride - 1) for index in range(size)])


def bitboard(flags: bytes | bytearray) -> int:
    """Return the bitboard of the positions where `flags` holds a 1 (not a 0)."""
    return int(flags[::-1].translate(_DIGITS), 2)


def flags_of(board: int, size: int) -> bytes:
    """Return `size` bytes: 1 for each cell of a bitboard, 0 for the others."""
    return bin(board)[:1:-1].encode().translate(_BITS).ljust(size, b"\0")


def lanes_of(board: int) -> int:
    """Return an integer with all 16 bits of the lane of each cell of a bitboard set."""
    return int(f"{board:b}".translate(_LANES), 16)


def board_of(cells: Iterable[int]) -> int:
    """Return the bitboard of `cells`."""
    board = 0
    for cell in cells:
        board |= 1 << cell
    return board


def cells_of(board: int) -> list[int]:
    """Return the cells of a bitboard, lowest first."""
    if board.bit_count() > _MANY:
        return list(itertools.compress(itertools.count(), flags_of(board, 0)))
    cells = []
    while board:
        cell = board.bit_length() - 1
        cells.append(cell)
        board ^= 1 << cell
    cells.reverse()  # from the highest down takes half the time: the rest gets shorter
    return cells


def nth_cell(board: int, number: int) -> int:
    """Return the cell number `number` (from 0) of a bitboard, in rising order, without listing the cells."""
    cell, width = 0, board.bit_length()
    while width > 1:
        half = width >> 1
        low = board & (1 << half) - 1
        before = low.bit_count()
        if number < before:
            board, width = low, half
        else:
            board, number, cell, width = board >> half, number - before, cell + half, width - half
    return cell


_MANY = 60
"""Number of cells above which iterating over the flags of a bitboard is faster."""
_LANES = {ord("0"): "0" * (LANE // 4), ord("1"): "f" * (LANE // 4)}
_BITS = bytes(char == ord("1") for char in range(256))
_DIGITS = bytes([ord("0"), ord("1")]) + bytes(range(2, 256))
