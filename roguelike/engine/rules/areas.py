"""Which cells a burst reaches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.engine.geometry import Point, chebyshev_distance
from roguelike.engine.grid import board_of
from roguelike.engine.kinds.terrain import NOTHING
from roguelike.engine.rules.shadowcast import shadowcast

if TYPE_CHECKING:
    from roguelike.engine.state.level import Level


WIDEST = 20
"""The largest radius: a thousand cells take a moment to find, and to show."""


def circle(level: Level, center: Point, radius: int) -> list[Point]:
    """Return the cells that can be walked on within `radius` of `center`, whatever stands between, row by row."""
    reach = range(-radius, radius + 1)
    around = [
        Point(center.x + dx, center.y + dy) for dy in reach for dx in reach if dx * dx + dy * dy <= radius * radius
    ]
    return [cell for cell in around if level.is_walkable(cell)]


def burst(level: Level, center: Point, radius: int, *, diagonally: bool = False) -> list[Point]:
    """Return the cells of the circle that the center sees: walls shield what is behind them. Row by row.

    The radius is straight, or in steps where those go `diagonally`, too: then it is a square.
    """
    farthest = radius * radius * (2 if diagonally else 1)
    seen = map(level.grid.point, sorted(shadowcast(level.opaque, level.grid, level.grid.index(center), farthest)))
    cells = [cell for cell in seen if chebyshev_distance(cell, center) <= radius] if diagonally else seen
    return [cell for cell in cells if level.is_walkable(cell)]


def reach(level: Level, center: Point, radius: int, *, diagonally: bool = False) -> list[Point]:
    """Return the cells of a burst; with a radius of 0 the center, whatever is there."""
    return burst(level, center, radius, diagonally=diagonally) if radius else [center]


def board(level: Level, center: Point, radius: int) -> int:
    """Return the same as a bitboard."""
    return board_of(map(level.grid.index, reach(level, center, radius)))


def firm_cell(level: Level, at: Point) -> Point | None:
    """Return the nearest cell where things stay and nothing lies, the first row by row; None without any."""
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
    """Return all cells within `radius` of one (straight distance), whatever stands between; not the bare rock."""
    reach = range(-radius, radius + 1)
    around = (at.offset(dx, dy) for dy in reach for dx in reach if dx * dx + dy * dy <= radius * radius)
    cells = [level.grid.index(cell) for cell in around if level.grid.contains(cell)]
    return [cell for cell in cells if level.terrain[cell] != NOTHING]
