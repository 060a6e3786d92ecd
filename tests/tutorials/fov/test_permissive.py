"""Precise permissive field of view, by pictures: '@' is the eye, '#' blocks sight, a blank is a cell not seen."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roguelike.engine.geometry import Point, chebyshev_distance
from roguelike.engine.grid import Grid
from roguelike.tutorials.fov.permissive import permissive
from tests.sight_pictures import GAPS, SightPicture, opaque_of, plain


@st.composite
def levels(draw: st.DrawFn) -> tuple[bytearray, Grid, Point]:
    """Return a random level and a random eye in it."""
    grid = Grid(draw(st.integers(1, 16)), draw(st.integers(1, 12)))
    walls = draw(st.sets(st.sampled_from(list(grid.points())), max_size=grid.width * grid.height // 2))
    eye = draw(st.sampled_from(list(grid.points())))
    return opaque_of(grid, walls), grid, eye


def test_a_hall_with_gaps_is_seen_as_published() -> None:
    """Permissive sight passes narrow slits beside walls."""
    hall = SightPicture(permissive, GAPS)

    assert plain("""
        .   ...
        ..  ..# ..#
        ..##..#...#
        ..........#
        ...@......#
        ......#...#
        ##....#
         .......
         ###..##
    """) == hall.picture(7)
    assert 77 == len(hall.sees(hall.eye(), 7))


@pytest.mark.parametrize(("radius", "expected"), [(0, 1), (1, 9), (2, 25), (7, 225), (25, 2601)])
def test_the_open_is_seen_in_a_square(radius: int, expected: int) -> None:
    """The published counts: the corners of the square are as near as its sides, and radius 0 is only the eye."""
    grid = Grid(60, 60)

    seen = _seen(opaque_of(grid, set()), grid, Point(30, 30), radius)

    assert expected == len(seen)


def test_a_lone_pillar_hides_less_and_less() -> None:
    """An eye as wide as the pillar looks past it on both sides, so only cells straight behind are hidden."""
    hall = SightPicture(
        permissive,
        """
        .........
        .........
        @..#.....
        .........
        .........
    """,
    )

    assert plain("""
        .........
        .........
        @..#
        .........
        .........
    """) == hall.picture(8)


def test_a_room_shows_its_walls_and_nothing_behind_them() -> None:
    """Walls are seen themselves, even in the corners of the room."""
    room = SightPicture(
        permissive,
        """
        #######..
        #.....#..
        #.@...#..
        #.....#..
        #######..
        .........
    """,
    )

    assert (
        plain("""
        #######
        #.....#
        #.@...#
        #.....#
        #######
    """)
        == room.picture(8).rstrip()
    )


def test_sight_passes_between_two_walls_that_touch_at_a_corner() -> None:
    """Lines from all over the eye's cell fan out through a corner that two walls share."""
    hall = SightPicture(
        permissive,
        """
        @#...
        #....
        .....
        .....
    """,
    )

    assert plain("""
        @#
        #....
         ....
         ....
    """) == hall.picture(8)


def test_sight_runs_through_a_row_of_touching_corners() -> None:
    """One line remains that touches walls on both sides; a view without width still counts."""
    hall = SightPicture(
        permissive,
        """
        @#..
        #...
        .#.#
        .#..
    """,
    )

    assert plain("""
            @#
            #...
             #.#
               .
        """) == hall.picture(8)


def test_a_line_that_only_touches_the_cell_of_the_eye_sees_nothing_more() -> None:
    """Walls on both sides close the view at a corner of the eye's cell, which is not inside the cell."""
    hall = SightPicture(
        permissive,
        """
        ######
        @.....
        ######
        ......
    """,
    )

    assert (
        plain("""
            ######
            @.....
            ######
        """)
        == hall.picture(8).rstrip()
    )


def test_the_last_line_through_two_corners_shows_a_wall() -> None:
    """Only that line shows the wall behind the second corner."""
    hall = SightPicture(
        permissive,
        """
        @#.
        #.#
        .##
    """,
    )

    assert plain("""
            @#
            #.#
             ##
        """) == hall.picture(8)


def test_an_eye_inside_a_wall_sees_itself_first_and_its_surroundings() -> None:
    """The eye's own cell never blocks sight."""
    grid = Grid(3, 3)

    seen = _seen(opaque_of(grid, {Point(1, 1)}), grid, Point(1, 1), 5)

    assert grid.index(Point(1, 1)) == seen[0]
    assert 9 == len(seen)


@pytest.mark.parametrize("eye", [Point(0, 0), Point(6, 0), Point(0, 4), Point(6, 4), Point(3, 2)])
def test_nothing_beyond_the_edge_is_seen(eye: Point) -> None:
    """The border is numbered like a cell, and to report it would draw a cell of the row above or below."""
    grid = Grid(7, 5)

    seen = _seen(opaque_of(grid, set()), grid, eye, 100)

    assert sorted(grid.index(point) for point in grid.points()) == sorted(seen)


@given(levels(), st.integers(0, 18))
def test_every_seen_cell_is_inside_in_range_and_given_once(level: tuple[bytearray, Grid, Point], radius: int) -> None:
    """Callers mark the cells without a look at where they are."""
    opaque, grid, eye = level

    seen = [grid.point(cell) for cell in _seen(opaque, grid, eye, radius)]

    assert eye == seen[0]
    assert len(seen) == len(set(seen))
    assert all(grid.contains(point) for point in seen)
    assert all(chebyshev_distance(eye, point) <= radius for point in seen)


@given(levels(), st.integers(1, 18))
def test_sight_between_floor_cells_is_symmetric(level: tuple[bytearray, Grid, Point], radius: int) -> None:
    """No monster attacks from a cell that the player cannot see."""
    opaque, grid, eye = level
    opaque[grid.index(eye)] = 0

    floors = [cell for cell in _seen(opaque, grid, eye, radius) if not opaque[cell]]

    for cell in floors:
        assert grid.index(eye) in permissive(opaque, grid, cell, radius)


@given(levels())
def test_a_closed_wall_lets_no_sight_through(level: tuple[bytearray, Grid, Point]) -> None:
    """A ring of wall around the eye, at any place and with any cells inside and outside."""
    opaque, grid, eye = level
    for point in grid.points():
        if chebyshev_distance(eye, point) == 3:
            opaque[grid.index(point)] = 1

    seen = [grid.point(cell) for cell in _seen(opaque, grid, eye, 16)]

    assert all(chebyshev_distance(eye, point) <= 3 for point in seen)


@given(levels(), st.integers(0, 18))
def test_a_mirrored_level_is_seen_mirrored(level: tuple[bytearray, Grid, Point], radius: int) -> None:
    """All quadrants treat the shallow and the steep line alike."""
    opaque, grid, eye = level
    flipped = Grid(grid.height, grid.width)
    walls = {Point(point.y, point.x) for point in grid.points() if opaque[grid.index(point)]}

    seen = {grid.point(cell) for cell in _seen(opaque, grid, eye, radius)}
    turned = _seen(opaque_of(flipped, walls), flipped, Point(eye.y, eye.x), radius)

    assert {Point(point.y, point.x) for point in seen} == {flipped.point(cell) for cell in turned}


@given(levels(), st.integers(0, 18), st.integers(0, 18))
def test_a_shorter_sight_is_the_same_sight_cut_off(
    level: tuple[bytearray, Grid, Point], one_radius: int, other_radius: int
) -> None:
    """The radius only limits the distance of sight."""
    opaque, grid, eye = level
    short, long = sorted([one_radius, other_radius])

    near = {grid.point(cell) for cell in _seen(opaque, grid, eye, short)}
    all_seen = {grid.point(cell) for cell in _seen(opaque, grid, eye, long)}

    assert {point for point in all_seen if chebyshev_distance(eye, point) <= short} == near


def _seen(opaque: bytearray, grid: Grid, eye: Point, radius: int) -> list[int]:
    return permissive(opaque, grid, grid.index(eye), radius)
