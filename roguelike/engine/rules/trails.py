"""Trails: the cover that monsters leave where they crawl."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.engine.geometry import CARDINALS

if TYPE_CHECKING:
    from roguelike.engine.state.level import Level


def trail_of(level: Level, cell: int, cover: str) -> int:
    """Return the bitboard of the cells that a trail of `cover` covers when it comes to a cell.

    Not in flames, nor over a cover that glows. Fire spreads in four directions, so where the trail came from a
    diagonal, a free cell beside both joins it.
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
    """Return whether a cell is to be covered: it bears a cover, and is not in flames."""
    here = level.kinds[level.cover[cell]] if level.cover and level.cover[cell] else None
    if level.burning >> cell & 1 or not level.cells("bears") >> cell & 1:
        return False
    return here is None or not (here.glows or here is level.kinds[code])


def _is_free(level: Level, cell: int, code: int) -> bool:
    """Return whether the trail can cover a cell where nobody stands."""
    return _takes(level, cell, code) and not level.occupied >> cell & 1 and bool(level.passable >> cell & 1)


def _joins(level: Level, cell: int, corner: int, code: int) -> bool:
    """Return whether a corner beside a cell is beside the trail, too."""
    beside = [corner + level.grid.offsets[way] for way in CARDINALS]
    return any(level.cover[each] == code for each in beside if each != cell)
