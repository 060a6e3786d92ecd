"""Value noise in whole numbers: fields of chance that change slowly from cell to cell."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from roguelike.engine.grid import Grid
    from roguelike.engine.rng import PCG32


def noise(grid: Grid, patch: int, rng: PCG32) -> list[int]:
    """Return a number for each cell index: those of a coarse grid are drawn, the others lie between."""
    columns = (grid.width - 1) // patch + 2
    field = [0] * grid.size
    above = _knots(columns, rng)
    for top in range(0, grid.height, patch):
        below = _knots(columns, rng)
        for y in range(top, min(top + patch, grid.height)):
            down = y - top
            knots = [a * (patch - down) + b * down for a, b in zip(above, below, strict=True)]
            field[grid.row(y)] = [
                knots[x // patch] * (patch - x % patch) + knots[x // patch + 1] * (x % patch) for x in range(grid.width)
            ]
        above = below
    return field


def _knots(columns: int, rng: PCG32) -> list[int]:
    return [rng.next_u32() >> 16 for _ in range(columns)]
