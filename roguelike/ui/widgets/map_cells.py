"""Map cells of two columns, so that square rooms look square."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from roguelike.cells.canvas import BLANK, Cell
from roguelike.engine.geometry import Point

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.cells.canvas import Canvas, Rect
    from roguelike.engine.kinds.terrain import TerrainKind
    from roguelike.engine.state.level import Level


def widen(canvas: Canvas, area: Rect, rows: Sequence[Sequence[Cell]], level: Level, corner: tuple[int, int]) -> None:
    """Copy rows of cells to an area, in two columns each.

    Walls and doors fill both columns; other cells have only their background in the second one.

    Args:
        canvas: the canvas to draw on.
        area: the area of the map.
        rows: the cells, of one column each.
        level: the level that they show.
        corner: the cell of the level at the top left.
    """
    solid = bytearray(level.terrain.translate(_solid(tuple(level.kinds))))
    for actor in level.actors:
        solid[level.grid.index(actor.at)] = 0
    left, top = corner
    for y, row in enumerate(rows):
        pairs: list[Cell] = []
        for cell, is_solid in zip(row, _row(solid, level, left, top + y, len(row)), strict=True):
            pairs += (cell, cell if is_solid else _beside(cell))
        canvas.rows[area.y + y][area.x : area.x + len(pairs)] = pairs


def _row(solid: bytearray, level: Level, left: int, y: int, width: int) -> bytes:
    """Return which of `width` cells of a row of the level are solid, from column `left`; outside the level none is."""
    grid = level.grid
    if not 0 <= y < grid.height:
        return bytes(width)
    start, before = grid.index(Point(0, y)), max(0, -left)
    within = solid[start + max(0, left) : start + min(grid.width, left + width)]
    return bytes(before) + within + bytes(width - before - len(within))


@functools.lru_cache(maxsize=8)
def _solid(kinds: tuple[TerrainKind, ...]) -> bytes:
    """Return a table of whether each terrain blocks sight, as walls and doors do."""
    return bytes("sight" in kind.blocks for kind in kinds).ljust(256, b"\0")


@functools.lru_cache(maxsize=4096)
def _beside(cell: Cell) -> Cell:
    """Return the second column of a cell that is not solid."""
    return cell if cell == BLANK else Cell(" ", cell.style)
