"""Raycast field of view in a circle, with rays to every cell of the edge around it.

After libtcod's basic field of view with lit walls ("circular raycasting"). The rays are Bresenham lines from the eye to
the edge of the square around it, clipped to the level. A ray ends where it leaves the circle or reaches a cell that
blocks sight. As few rays touch the walls that they run along, every wall beside a visible floor cell is also visible,
on the side away from the eye, even outside the circle.

The nth step of a ray is n steps from the eye on the longer axis, so all rays can be followed simultaneously, cell by
cell, nearest first: the rays that cross each cell are known, and it is visible if one of them has not ended.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.kinds.families import FieldOfView, named

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from roguelike.engine.geometry import Point
    from roguelike.engine.grid import Grid
    from roguelike.engine.state.level import Level

_Offset = tuple[int, int]
"""An offset from the eye, in columns and rows."""

_Crossing = tuple[int, int, tuple[int, ...]]
"""A cell: its index offset from the eye, the bit set of its rays, and the offsets of steps away from the eye."""


MAX_RAY = 60
"""The largest radius for rays, as the rays that cross each cell are cached."""


@named("rays")
@frozen
class Rays(FieldOfView):
    """Rays within a circle; walls beside visible floor are also visible, within the square around the circle."""

    radius: int = attrs.field(validator=[ge(0), le(MAX_RAY)])

    def cells(self, level: Level, eye: Point) -> Sequence[int]:
        """Return the cells that rays reach, and the walls beside them."""
        return raycast(level.opaque, level.grid, level.grid.index(eye), self.radius)


def raycast(opaque: bytes | bytearray, grid: Grid, eye: int, radius: int) -> list[int]:
    """Return the cells seen from `eye`, which is the first; cells that block sight are seen themselves.

    `opaque` holds a 1 for each cell that blocks sight; the border is never read.
    """
    row, column = divmod(eye, grid.stride)
    columns = range(-min(column - 1, radius), min(grid.width - column, radius) + 1)
    rows = range(-min(row - 1, radius), min(grid.height - row, radius) + 1)
    going, crossings = _fan(grid.stride, radius, columns, rows)
    seen: list[int] = []
    floors: list[tuple[int, tuple[int, ...]]] = []
    for offset, rays, outwards in crossings:
        if not rays & going:
            continue
        cell = eye + offset
        seen.append(cell)
        if opaque[cell]:
            going &= ~rays
            if going <= _EYE:
                break
        else:
            floors.append((cell, outwards))
    walls = [wall for cell, outwards in floors for step in outwards if opaque[wall := cell + step]]
    return list(dict.fromkeys(seen + walls))


_EYE = 1
"""The ray that ends in the eye's own cell: an eye inside a wall stops only this ray."""


@functools.lru_cache(maxsize=32)
def _fan(stride: int, radius: int, columns: range, rows: range) -> tuple[int, tuple[_Crossing, ...]]:
    """Return the set of all rays, and every cell that any of them crosses, nearest first.

    The square has these `columns` and `rows`, relative to the eye.
    """
    ray = _EYE
    crossed: dict[_Offset, int] = {(0, 0): ray}
    for end in _edge(columns, rows):
        ray <<= 1
        for x, y in _ray(end):
            if x * x + y * y > radius * radius:
                break
            crossed[x, y] = crossed.get((x, y), 0) | ray
    crossings = tuple(
        (y * stride + x, crossed[x, y], tuple(_outwards((x, y), stride, columns, rows)))
        for x, y in sorted(crossed, key=lambda offset: max(map(abs, offset)))
    )
    return 2 * ray - 1, crossings


def _edge(columns: range, rows: range) -> Iterator[_Offset]:
    """Yield the outermost cells of a square."""
    for x in columns:
        for y in rows if x in (columns[0], columns[-1]) else {rows[0], rows[-1]}:
            yield x, y


def _ray(end: _Offset) -> Iterator[_Offset]:
    """Yield the cells of a line from beside the eye to `end`; halfway between two cells it stays at the axis."""
    x, y = end
    length, drift = max(abs(x), abs(y)), min(abs(x), abs(y))
    right, down = (x > 0) - (x < 0), (y > 0) - (y < 0)
    for ahead in range(1, length + 1):
        aside = (2 * drift * ahead + length - 1) // (2 * length)
        yield (right * ahead, down * aside) if abs(x) > abs(y) else (right * aside, down * ahead)


def _outwards(offset: _Offset, stride: int, columns: range, rows: range) -> Iterator[int]:
    """Yield the offsets from a cell to neighbours in the square that are not nearer on either axis."""
    x, y = offset
    for right in (-1, 0, 1):
        for down in (-1, 0, 1):
            away = right * x >= 0 and down * y >= 0
            if away and (right or down) and x + right in columns and y + down in rows:
                yield down * stride + right
