"""Shapes of rooms and lakes, and the noise for covers."""

from __future__ import annotations

from roguelike.engine.geometry import CARDINALS, Direction, Point
from roguelike.engine.grid import Grid, board_of, cells_of
from roguelike.engine.parts.mapgen.caves import noise
from roguelike.engine.parts.mapgen.shapes import Shape, blob, box, cross, ellipse, pillared
from roguelike.engine.rng import PCG32
from tests.every import every

GRID = Grid(40, 20)


def rows(shape: Shape) -> list[str]:
    """Draw a shape."""
    return [
        "".join(".#"[not shape.board >> (y * GRID.stride + x) & 1] for x in range(shape.width))
        for y in range(shape.height)
    ]


def test_rooms_are_drawn_as_they_are_called() -> None:
    """A box, an ellipse, and a box with pillars."""
    assert ["....", "...."] == rows(box(GRID, 4, 2))
    assert ["#.....#", ".......", ".......", ".......", "#.....#"] == rows(ellipse(GRID, 7, 5))
    assert [".........", ".#..#..#.", ".........", ".#..#..#.", "........."] == rows(pillared(GRID, box(GRID, 9, 5)))


@every("seed", range(40))
def test_every_shape_is_one_piece_in_its_box(seed: int) -> None:
    """Caves, crosses and ellipses begin in column and row 0, and are connected without diagonals."""
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


def test_a_shape_fits_where_each_of_its_cells_does() -> None:
    """A ring fits around a pillar, and wherever a box of its size fits."""
    block, ring = box(GRID, 3, 3), Shape(box(GRID, 3, 3).board & ~(1 << GRID.stride + 1), 3, 3)
    free = box(GRID, 6, 5).at(GRID, 5, 5) & ~(1 << GRID.index(Point(5, 5)))

    fits = ring.corners_in(free)

    assert 8 == block.corners_in(free).bit_count()
    assert 1 << GRID.index(Point(4, 4)) == fits & ~block.corners_in(free)


def test_shapes_are_entered_where_no_cells_are_beside_the_entry() -> None:
    """A cross is entered only at the ends of its arms, not in its corners."""
    corners = board_of(y * GRID.stride + x for x in (0, 2) for y in (0, 2))
    plus = Shape(box(GRID, 3, 3).board & ~corners, 3, 3)

    entries = {way: [divmod(cell, GRID.stride) for cell in plus.entries(GRID, way)] for way in CARDINALS}

    ends = {Direction.NORTH: [(2, 1)], Direction.EAST: [(1, 0)], Direction.SOUTH: [(0, 1)], Direction.WEST: [(1, 2)]}
    assert ends == entries


def test_noise_changes_slowly() -> None:
    """Neighbours differ only by a fraction of the patch."""
    field = noise(GRID, 5, PCG32(3))
    inner = [field[GRID.row(y)] for y in range(GRID.height)]
    steps = [abs(row[x] - row[x + 1]) for row in inner for x in range(GRID.width - 1)]
    steps += [abs(inner[y][x] - inner[y + 1][x]) for y in range(GRID.height - 1) for x in range(GRID.width)]

    assert max(steps) <= 5 * 65535
    assert max(map(max, inner)) > 2 * min(map(min, inner))
