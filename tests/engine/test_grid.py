"""The numbering of cells, and bitboards."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from roguelike.engine.geometry import COMPASS, Point, chebyshev_distance, squared_distance
from roguelike.engine.grid import Grid, bitboard, board_of, cells_of, nth_cell

grids = st.builds(Grid, st.integers(1, 12), st.integers(1, 12))


def test_the_cells_of_a_grid_lie_inside_a_border() -> None:
    """The border makes a step from any cell an addition without a check."""
    grid = Grid(4, 3)

    assert (6, 30) == (grid.stride, grid.size)
    assert 7 == grid.index(Point(0, 0))
    assert 22 == grid.index(Point(3, 2))


@given(grids)
def test_an_index_gives_its_point_back(grid: Grid) -> None:
    """Rules use indices of cells; all other code uses points."""
    indices = [grid.index(point) for point in grid.points()]

    assert list(grid.points()) == [grid.point(index) for index in indices]


@given(grids)
def test_points_come_row_by_row(grid: Grid) -> None:
    """Levels and their random draws use this order."""
    points = list(grid.points())

    assert sorted(points, key=lambda point: (point.y, point.x)) == points
    assert grid.width * grid.height == len(set(points))


@given(grids)
def test_stepping_from_any_cell_is_adding_an_offset(grid: Grid) -> None:
    """From the outermost cells too, where the step leads onto the border and to no other cell."""
    for point in grid.points():
        for direction in COMPASS:
            reached = grid.index(point) + grid.offsets[direction]

            assert grid.index(point.step(direction)) == reached
            assert 0 <= reached < grid.size


@given(grids)
def test_a_border_cell_is_not_inside(grid: Grid) -> None:
    """Cells outside are rock, which is neither entered nor shown."""
    indices = [index for index in range(grid.size) if grid.contains(grid.point(index))]

    assert [grid.index(point) for point in grid.points()] == indices


@given(grids)
def test_a_row_is_a_slice_without_the_border(grid: Grid) -> None:
    """The map view draws a row at a time."""
    indices = range(grid.size)

    for y in range(grid.height):
        assert [grid.index(Point(x, y)) for x in range(grid.width)] == list(indices[grid.row(y)])


@given(st.sets(st.integers(0, 300)))
def test_a_board_gives_its_cells_back_in_order(cells: set[int]) -> None:
    """Random draws must not depend on the unreliable order of sets."""
    board = board_of(cells)

    assert sorted(cells) == cells_of(board)


@given(st.lists(st.booleans(), min_size=1, max_size=300))
def test_flags_become_a_board(flags: list[bool]) -> None:
    """The position of a flag is the index of its cell, from the lowest bit."""
    board = bitboard(bytes(flags))

    assert [place for place, flag in enumerate(flags) if flag] == cells_of(board)
    assert board == bitboard(bytearray(flags))


def test_a_set_spreads_to_its_four_or_eight_neighbours() -> None:
    """One step of a search over the whole board."""
    grid = Grid(5, 4)
    centre = Point(2, 1)
    board = board_of([grid.index(centre)])

    crosswise = cells_of(grid.spread(board, diagonally=False))
    around = cells_of(grid.spread(board, diagonally=True))

    assert [grid.index(point) for point in grid.points() if squared_distance(point, centre) <= 1] == crosswise
    assert [grid.index(point) for point in grid.points() if chebyshev_distance(point, centre) <= 1] == around


def test_a_flood_takes_what_is_connected_with_its_start() -> None:
    """The start is included even outside of `within`; corners connect only diagonally."""
    grid = Grid(5, 2)
    start, left, corner, far = (1 << grid.index(Point(x, y)) for x, y in ((0, 0), (1, 0), (2, 1), (4, 0)))

    assert start | left | corner == grid.flood(start, left | corner | far, diagonally=True)
    assert start | left == grid.flood(start, left | corner | far, diagonally=False)
    assert 0 == grid.flood(0, left, diagonally=True)


@given(grids, st.data())
def test_a_spread_set_is_the_sum_of_its_cells_spread(grid: Grid, data: st.DataObject) -> None:
    """No cell may leak from one end of a row to the next one: the border catches it."""
    cells = data.draw(st.sets(st.sampled_from([grid.index(point) for point in grid.points()])))
    diagonally = data.draw(st.booleans())

    spread = set(cells_of(grid.spread(board_of(cells), diagonally=diagonally)))

    reached = {
        cell + offset
        for cell in cells
        for direction, offset in grid.offsets.items()
        if diagonally or direction.is_cardinal
    }
    assert cells | reached == spread


@given(st.sets(st.integers(0, 400), min_size=1))
def test_each_cell_of_a_board_is_found_by_its_number(cells: set[int]) -> None:
    """Cells are counted from the lowest."""
    board = board_of(cells)

    assert sorted(cells) == [nth_cell(board, number) for number in range(len(cells))]
