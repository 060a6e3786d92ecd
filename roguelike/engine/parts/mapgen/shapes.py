"""Shapes of rooms and lakes, as bitboards in the upper left corner of a grid."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.classes import frozen
from roguelike.engine.dice import roll
from roguelike.engine.grid import Grid, board_of, cells_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roguelike.engine.geometry import Direction
    from roguelike.engine.rng import PCG32

_PILLAR_EVERY = 3
_SMOOTHINGS = 4


@frozen
class Shape:
    """Cells of a grid, the first of which are in column 0 and row 0."""

    board: int
    width: int
    height: int

    def at(self, grid: Grid, x: int, y: int) -> int:
        """Return the cells with the corner at (x, y)."""
        return self.board << (y * grid.stride + x)

    def corners_in(self, board: int) -> int:
        """Return the corners for which every cell of the shape is on a board."""
        corners, rows = -1, [board]  # the starts of runs of board cells, by their length minus one
        begins, ends = self.board & ~(self.board << 1), self.board & ~(self.board >> 1)
        for first, last in zip(cells_of(begins), cells_of(ends), strict=True):
            while len(rows) <= last - first:
                rows.append(rows[-1] & board >> len(rows))
            corners &= rows[last - first] >> first
            if not corners:
                break
        return corners

    def entries(self, grid: Grid, way: Direction) -> list[int]:
        """Return the cells by which the shape can be entered in a direction, with no other cells in front of them."""
        border = grid.stride + 1  # so that no cell leaves the grid
        here = self.board << border
        behind = here << grid.offsets[way] if grid.offsets[way] > 0 else here >> -grid.offsets[way]
        across = 1 if way.dx == 0 else grid.stride
        return cells_of((here & ~(behind | behind << across | behind >> across)) >> border)


def box(grid: Grid, width: int, height: int) -> Shape:
    """Return a rectangle."""
    return Shape(_rectangle(grid, 0, 0, width, height), width, height)


def cross(grid: Grid, widths: tuple[int, ...], heights: tuple[int, ...], rng: PCG32) -> Shape:
    """Return two crossing rectangles, one wide and one tall."""
    width, height = roll(rng, max(5, widths[0]), max(5, widths[1])), roll(rng, max(4, heights[0]), max(4, heights[1]))
    bar, beam = roll(rng, 2, max(2, width // 2)), roll(rng, 2, max(2, height - 2))
    left, top = roll(rng, 0, width - bar), roll(rng, 0, height - beam)
    board = _rectangle(grid, left, 0, bar, height) | _rectangle(grid, 0, top, width, beam)
    return Shape(board, width, height)


def ellipse(grid: Grid, width: int, height: int) -> Shape:
    """Return an ellipse in a box of that size."""
    cells = (
        (x, y)
        for y in range(height)
        for x in range(width)
        if ((2 * x - width + 1) * height) ** 2 + ((2 * y - height + 1) * width) ** 2 <= (width * height) ** 2
    )
    return _cropped(grid, _cells(grid, cells))


def pillared(grid: Grid, shape: Shape) -> Shape:
    """Return a shape with pillars at regular distances inside."""
    inside = shape.board
    for offset in (1, -1, grid.stride, -grid.stride):
        inside &= shape.board << offset if offset > 0 else shape.board >> -offset
    pillars = (
        (x, y)
        for y in range(1, shape.height - 1, 2)
        for x in range(1 + (shape.width - 3) % _PILLAR_EVERY // 2, shape.width - 1, _PILLAR_EVERY)
    )
    return Shape(shape.board & ~(inside & _cells(grid, pillars)), shape.width, shape.height)


def blob(grid: Grid, widths: tuple[int, ...], heights: tuple[int, ...], cells: tuple[int, ...], rng: PCG32) -> Shape:
    """Return a cave of `cells` (least and most); an ellipse if ten attempts fail."""
    for _ in range(10):
        width, height = roll(rng, *widths), roll(rng, *heights)
        board = 0
        for y in range(height):
            # Three words give each cell a chance of five in eight.
            row = rng.next_u32() | rng.next_u32() & rng.next_u32()
            board |= (row & (1 << width) - 1) << grid.stride * y
        frame = _rectangle(grid, 0, 0, width, height)
        for _ in range(_SMOOTHINGS):
            board = _smoothed(grid, board) & frame
        board = _largest(grid, board)
        if cells[0] <= board.bit_count() <= cells[1]:
            return _cropped(grid, board)
    return ellipse(grid, widths[0], heights[0])


def _smoothed(grid: Grid, board: int) -> int:
    """Return the cells with at least five open cells in their 3x3 square, or four if they are open themselves."""
    east, west = board << 1, board >> 1
    ones, twos = board ^ east ^ west, board & east | west & (board ^ east)  # how many of three in a row, in two bits
    north, south = ones << grid.stride, ones >> grid.stride
    low, carry = ones ^ north ^ south, ones & north | south & (ones ^ north)
    north, south = twos << grid.stride, twos >> grid.stride
    half, more = twos ^ north ^ south, twos & north | south & (twos ^ north)
    # The number of open cells of the nine is low + 2 (carry + half) + 4 more.
    four_and_more, two = carry & half ^ more, carry ^ half
    eight = carry & half & more
    return eight | four_and_more & (low | two | board)


def _largest(grid: Grid, board: int) -> int:
    """Return the largest connected part of a board, without diagonals."""
    largest = 0
    while board.bit_count() > largest.bit_count():
        part = board & -board
        while (more := grid.spread(part, diagonally=False) & board) != part:
            part = more
        board ^= part
        largest = max(largest, part, key=int.bit_count)
    return largest


def _rectangle(grid: Grid, x: int, y: int, width: int, height: int) -> int:
    row = (1 << width) - 1
    return sum(row << (grid.stride * (y + line) + x) for line in range(height))


def _cells(grid: Grid, cells: Iterable[tuple[int, int]]) -> int:
    return board_of(grid.stride * y + x for x, y in cells)


def _cropped(grid: Grid, board: int) -> Shape:
    """Return the shape of a board, in the corner."""
    stride = grid.stride
    top, bottom = ((board & -board).bit_length() - 1) // stride, (board.bit_length() - 1) // stride
    columns = 0
    for row in range(top, bottom + 1):
        columns |= board >> row * stride & (1 << stride) - 1
    left = (columns & -columns).bit_length() - 1
    return Shape(board >> (top * stride + left), columns.bit_length() - left, bottom - top + 1)
