"""Trails: the cover that monsters leave where they crawl."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.engine.geometry import CARDINALS

if TYPE_CHECKING:
    from roguelike.engine.state.level import Level


def trail_of(level: Level, cell: int, cover: str) -> int:
    """Return the bitboard of the cells that a trail of `cover` covers when it reaches a cell.

    It skips flames and glowing covers. Fire spreads in four directions, so after a diagonal step the trail also covers
    a free cell that joins its ends.
    """
    code = level.code(cover)
    if not _takes(level, cell, code):
        return 0
    grid = level.grid
    if level.cover and not any(level.cover[cell + grid.offsets[way]] == code for way in CARDINALS):
        for way in CARDINALS:
            corner = cell + grid.offsets[way]
            if _is_free(level, corner, code) and _joins(level, cell, corner, code):
                return 1 << cell | 1 << corner
    return 1 << cell


def _takes(level: Level, cell: int, code: int) -> bool:
    """Return whether a cell takes the trail: it bears a cover, and is not in flames."""
    here = level.kinds[level.cover[cell]] if level.cover and level.cover[cell] else None
    if level.burning >> cell & 1 or not level.cells("bears") >> cell & 1:
        return False
    return here is None or not (here.glows or here is level.kinds[code])


def _is_free(level: Level, cell: int, code: int) -> bool:
    """Return whether a cell takes the trail, is walkable and holds no actor."""
    return _takes(level, cell, code) and not level.occupied >> cell & 1 and bool(level.passable >> cell & 1)


def _joins(level: Level, cell: int, corner: int, code: int) -> bool:
    """Return whether a corner next to a cell also adjoins the trail."""
    beside = [corner + level.grid.offsets[way] for way in CARDINALS]
    return any(level.cover[each] == code for each in beside if each != cell)
