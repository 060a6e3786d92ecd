"""Areas: the cells within a radius of a center."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.engine.geometry import Point, chebyshev_distance
from roguelike.engine.grid import board_of
from roguelike.engine.kinds.terrain import NOTHING
from roguelike.engine.rules.shadowcast import shadowcast

if TYPE_CHECKING:
    from roguelike.engine.state.level import Level


WIDEST = 20
"""Maximum radius, in cells: an area of about a thousand cells takes noticeable time to compute and to show."""


def circle(level: Level, center: Point, radius: int) -> list[Point]:
    """Return the walkable cells within `radius` (straight distance) of `center`, row by row; walls do not shield."""
    reach = range(-radius, radius + 1)
    around = [
        Point(center.x + dx, center.y + dy) for dy in reach for dx in reach if dx * dx + dy * dy <= radius * radius
    ]
    return [cell for cell in around if level.is_walkable(cell)]


def burst(level: Level, center: Point, radius: int, *, diagonally: bool = False) -> list[Point]:
    """Return the walkable cells of the circle in view of the center, row by row: walls shield the cells behind them.

    With `diagonally` the radius counts steps, diagonal ones included, so the area is a square.
    """
    farthest = radius * radius * (2 if diagonally else 1)
    seen = map(level.grid.point, sorted(shadowcast(level.opaque, level.grid, level.grid.index(center), farthest)))
    cells = [cell for cell in seen if chebyshev_distance(cell, center) <= radius] if diagonally else seen
    return [cell for cell in cells if level.is_walkable(cell)]


def reach(level: Level, center: Point, radius: int, *, diagonally: bool = False) -> list[Point]:
    """Return the cells of a burst; for radius 0 the center, even if it is a wall."""
    return burst(level, center, radius, diagonally=diagonally) if radius else [center]


def board(level: Level, center: Point, radius: int) -> int:
    """Return the cells of a burst as a bitboard."""
    return board_of(map(level.grid.index, reach(level, center, radius)))


def firm_cell(level: Level, at: Point) -> Point | None:
    """Return the nearest cell without items where items do not drift, the first in row order; None without one."""
    firm = level.passable & ~level.cells("drifts")
    for cell in level.items:
        firm &= ~(1 << cell)
    reached, before = 1 << level.grid.index(at), 0
    while reached != before:
        if found := reached & firm:
            return level.grid.point((found & -found).bit_length() - 1)
        before, reached = reached, reached | level.grid.spread(reached, diagonally=True) & level.passable
    return None


def whole_disc(level: Level, at: Point, radius: int) -> list[int]:
    """Return the cell indices within `radius` (straight distance) of a cell, even behind walls; no bare rock."""
    reach = range(-radius, radius + 1)
    around = (at.offset(dx, dy) for dy in reach for dx in reach if dx * dx + dy * dy <= radius * radius)
    cells = [level.grid.index(cell) for cell in around if level.grid.contains(cell)]
    return [cell for cell in cells if level.terrain[cell] != NOTHING]
