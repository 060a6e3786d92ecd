"""Recursive shadowcasting: the cells in view within a radius.

After Björn Bergström, "FOV using recursive shadowcasting" (RogueBasin, 2001): rows of cells are scanned outwards
between two slopes, and whatever blocks sight narrows or splits the span between them. The roundings are those of the
`shadowcast` crate of Stephen Sherratt. Slopes are ratios of whole numbers and rows are slices of the level, so a row
without obstacles costs the same at any length.
"""

from __future__ import annotations

import functools
from math import isqrt
from typing import TYPE_CHECKING

from roguelike.engine.grid import board_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roguelike.engine.grid import Grid

_Slope = tuple[int, int]
"""Half cells sideways, and half cells ahead, from the middle of the eye."""

_Section = tuple[int, _Slope, int, _Slope]
"""A lit section: its first row, start slope, cells to skip at the start (0 or 1), and end slope."""

_OCTANT: _Section = (1, (0, 1), 0, (1, 1))


def shadowcast(opaque: bytes | bytearray, grid: Grid, eye: int, squared_radius: int) -> list[int]:
    """Return the cells seen from `eye`, which comes first; cells that block sight are seen themselves.

    `opaque` holds a 1 for each cell that blocks sight; the border is never read.
    """
    seen = [eye]
    for ahead, sideways, widths in _octants(grid, eye, squared_radius):
        _scan(opaque, eye, (ahead, sideways), widths, seen)
    return list(dict.fromkeys(seen))


@functools.lru_cache(maxsize=16)
def board_in_sight(opaque: bytes, grid: Grid, eye: int, squared_radius: int) -> int:
    """Return the cells of `shadowcast` as a bitboard; cached until the eye or a wall changes."""
    return board_of(shadowcast(opaque, grid, eye, squared_radius))


def _octants(grid: Grid, eye: int, squared_radius: int) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """Yield the octants: the index offsets of a cell ahead and sideways, and the maximum width of each row."""
    stride = grid.stride
    row, column = divmod(eye, stride)
    radius = isqrt(squared_radius)
    # Room beyond the radius does not matter; capping it makes nearly all eyes share their tables.
    west, east = min(column - 1, radius), min(grid.width - column, radius)
    north, south = min(row - 1, radius), min(grid.height - row, radius)
    for ahead, room in ((-stride, north), (stride, south)):
        yield ahead, -1, _row_widths(squared_radius, room, west)
        yield ahead, 1, _row_widths(squared_radius, room, east)
    for ahead, room in ((-1, west), (1, east)):
        yield ahead, -stride, _row_widths(squared_radius, room, north)
        yield ahead, stride, _row_widths(squared_radius, room, south)


@functools.lru_cache(maxsize=4096)
def _row_widths(squared_radius: int, room_ahead: int, room_sideways: int) -> tuple[int, ...]:
    """Return the width of the row at each distance, limited by the circle and the level."""
    return tuple(min(isqrt(squared_radius - ahead * ahead), room_sideways) for ahead in range(room_ahead + 1))


def _scan(
    opaque: bytes | bytearray, eye: int, steps: tuple[int, int], widths: tuple[int, ...], seen: list[int]
) -> None:
    """Add the visible cells of an octant to `seen`, row by row."""
    ahead, sideways = steps
    rows = len(widths)
    sections = [_OCTANT]
    for section in sections:
        distance, (begin, begin_run), skipped, (end, end_run) = section
        # The cell that holds a slope, rounded to the nearest; both grow by the same amount from row to row.
        first_part, first_grow, first_base = begin_run + 2 * begin * distance, 2 * begin, 2 * begin_run
        last_part, last_grow, last_base = end_run + 2 * end * distance, 2 * end, 2 * end_run
        while distance < rows:
            first = first_part // first_base + skipped
            last = min(last_part // last_base, widths[distance])
            if first > last:
                break
            near = eye + ahead * distance
            start, stop = near + sideways * first, near + sideways * (last + 1)
            seen += range(start, stop, sideways)
            row = opaque[start:stop:sideways]
            if 1 in row:
                sections += _beyond(row, first, section, distance)
                break
            distance += 1
            first_part += first_grow
            last_part += last_grow


def _beyond(row: bytes | bytearray, first: int, section: _Section, distance: int) -> Iterator[_Section]:
    """Yield the sections lit through the gaps of a `row`, whose cells begin at `first`."""
    _, begin, skipped, end = section
    clear = row.find(0)
    if clear > 0:
        begin, skipped = (2 * (first + clear) - 1, 2 * distance - 1), 1
    while clear >= 0:
        wall = row.find(1, clear)
        if wall < 0:
            yield distance + 1, begin, skipped, end
            return
        yield distance + 1, begin, skipped, (2 * (first + wall) - 1, 2 * distance + 1)
        clear = row.find(0, wall)
        begin, skipped = (2 * (first + clear) - 1, 2 * distance - 1), 1
