"""Shapes of rooms and lakes, and the noise of what grows."""

from __future__ import annotations

import pytest

from roguelike.engine.grid import Grid, cells_of
from roguelike.engine.parts.mapgen.noise import noise
from roguelike.engine.parts.mapgen.shapes import Shape, blob, box, cross, ellipse, pillared
from roguelike.engine.rng import PCG32

GRID = Grid(40, 20)


def rows(shape: Shape) -> list[str]:
    """Draw a shape."""
    return [
        "".join(".#"[not shape.board >> (y * GRID.stride + x) & 1] for x in range(shape.width))
        for y in range(shape.height)
    ]


def test_rooms_are_drawn_as_they_are_called() -> None:
    """A box, a round one, and one with pillars."""
    assert ["....", "...."] == rows(box(GRID, 4, 2))
    assert ["#.....#", ".......", ".......", ".......", "#.....#"] == rows(ellipse(GRID, 7, 5))
    assert [".........", ".#..#..#.", ".........", ".#..#..#.", "........."] == rows(pillared(GRID, box(GRID, 9, 5)))


@pytest.mark.parametrize("seed", range(40))
def test_every_shape_is_one_piece_in_its_box(seed: int) -> None:
    """Caves, crosses and rounds begin in column and row 0, and can be walked without diagonals."""
    rng = PCG32(seed * 977)
    cave = blob(GRID, (6, 16), (4, 9), (20, 80), rng)
    for shape in (cave, cross(GRID, (4, 12), (3, 6), rng), ellipse(GRID, 6, 5)):
        part = shape.board & -shape.board
        while (more := GRID.spread(part, diagonally=False) & shape.board) != part:
            part = more
        across = {cell % GRID.stride for cell in cells_of(shape.board)}
        down = {cell // GRID.stride for cell in cells_of(shape.board)}

        assert part == shape.board
        assert (0, shape.width - 1) == (min(across), max(across))
        assert (0, shape.height - 1) == (min(down), max(down))
    assert 20 <= cave.board.bit_count() <= 80


def test_noise_changes_slowly() -> None:
    """Neighbours differ by a part of the patch alone."""
    field = noise(GRID, 5, PCG32(3))
    inner = [field[GRID.row(y)] for y in range(GRID.height)]
    steps = [abs(row[x] - row[x + 1]) for row in inner for x in range(GRID.width - 1)]
    steps += [abs(inner[y][x] - inner[y + 1][x]) for y in range(GRID.height - 1) for x in range(GRID.width)]

    assert max(steps) <= 5 * 65535
    assert max(map(max, inner)) > 2 * min(map(min, inner))
