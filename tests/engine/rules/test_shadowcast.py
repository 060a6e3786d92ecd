"""Recursive shadowcasting, by pictures: '@' is the eye, '#' blocks sight, a blank is a cell that is not seen."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roguelike.engine.geometry import Point, squared_distance
from roguelike.engine.grid import Grid
from roguelike.engine.rules.shadowcast import shadowcast
from tests.sight_pictures import GAPS, SightPicture, opaque_of, plain


@st.composite
def levels(draw: st.DrawFn) -> tuple[bytearray, Grid, Point]:
    """Return a level of noise and an eye anywhere in it."""
    grid = Grid(draw(st.integers(1, 18)), draw(st.integers(1, 14)))
    walls = draw(st.sets(st.sampled_from(list(grid.points())), max_size=grid.width * grid.height // 2))
    eye = draw(st.sampled_from(list(grid.points())))
    return opaque_of(grid, walls), grid, eye


def test_a_hall_with_gaps_is_seen_as_published() -> None:
    """The picture holds every rounding: of floors by their middle, of walls by a mere corner."""
    hall = SightPicture(shadowcast, GAPS)

    assert plain("""
             ..
        .    .#  .#
        ..##..#...#
        ..........#
        ...@......#
        ......#...#
        ##....#
         ......
         ###..##
    """) == hall.picture(100)
    assert 71 == len(hall.sees(hall.eye(), 100))


def test_the_open_is_seen_in_a_circle() -> None:
    """The published half-widths of the rows, from the eye's own outwards."""
    grid = Grid(25, 25)
    eye = Point(12, 12)

    seen = [grid.point(cell) for cell in _seen(opaque_of(grid, set()), grid, eye, 100)]

    assert 317 == len(seen)
    for dy, half_width in enumerate([10, 9, 9, 9, 9, 8, 8, 7, 6, 4, 0]):
        row = list(range(12 - half_width, 12 + half_width + 1))
        assert row == sorted(point.x for point in seen if point.y == 12 + dy)
        assert row == sorted(point.x for point in seen if point.y == 12 - dy)


def test_a_pillar_casts_a_shadow_that_widens() -> None:
    """Cells behind a pillar are hidden, the pillar is not."""
    hall = SightPicture(
        shadowcast,
        """
        ...........
        ...........
        ..@.#......
        ...........
        ...........
    """,
    )

    assert plain("""
            .......
            .....
            ..@.#
            .....
            .......
        """) == hall.picture(100)


def test_a_room_shows_its_walls_and_nothing_behind_them() -> None:
    """Corners of walls count as seen, or rooms would be drawn with holes."""
    room = SightPicture(
        shadowcast,
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
        == room.picture(100).rstrip()
    )


def test_a_door_opens_a_cone() -> None:
    """A gap one cell wide shows more cells farther away."""
    room = SightPicture(
        shadowcast,
        """
        #####......
        #...#......
        #.@........
        #...#......
        #####......
    """,
    )

    assert plain("""
            #####     .
            #...#......
            #.@........
            #...#......
            #####     .
        """) == room.picture(400)


def test_two_walls_that_touch_at_a_corner_let_no_sight_between() -> None:
    """Unlike with permissive sight, light does not pass a slit without width."""
    hall = SightPicture(
        shadowcast,
        """
        @#...
        #....
        .....
    """,
    )

    assert (
        plain("""
            @#
            #.
        """)
        == hall.picture(100).rstrip()
    )


@pytest.mark.parametrize(("squared_radius", "expected"), [(0, 1), (1, 5), (2, 9), (4, 13), (5, 21)])
def test_the_range_is_the_straight_distance(squared_radius: int, expected: int) -> None:
    """Radii between two whole numbers differ, because squares are compared."""
    grid = Grid(9, 9)

    seen = _seen(opaque_of(grid, set()), grid, Point(4, 4), squared_radius)

    assert expected == len(seen)


def test_the_eye_comes_first_even_inside_a_wall() -> None:
    """An actor in a doorway that shuts still sees itself, and its surroundings."""
    grid = Grid(3, 3)

    seen = _seen(opaque_of(grid, {Point(1, 1)}), grid, Point(1, 1), 100)

    assert grid.index(Point(1, 1)) == seen[0]
    assert 9 == len(seen)


@pytest.mark.parametrize("eye", [Point(0, 0), Point(6, 0), Point(0, 4), Point(6, 4), Point(3, 2)])
def test_nothing_beyond_the_edge_is_seen(eye: Point) -> None:
    """The border is numbered like a cell, and to report it would draw a cell of the row above or below."""
    grid = Grid(7, 5)

    seen = _seen(opaque_of(grid, set()), grid, eye, 10_000)

    assert sorted(grid.index(point) for point in grid.points()) == sorted(seen)


@given(levels(), st.integers(0, 120))
def test_every_seen_cell_is_inside_in_range_and_given_once(
    level: tuple[bytearray, Grid, Point], squared_radius: int
) -> None:
    """Callers mark the cells without a bounds check."""
    opaque, grid, eye = level

    seen = [grid.point(cell) for cell in _seen(opaque, grid, eye, squared_radius)]

    assert eye == seen[0]
    assert len(seen) == len(set(seen))
    assert all(grid.contains(point) for point in seen)
    assert all(squared_distance(eye, point) <= squared_radius for point in seen)


@given(levels())
def test_a_closed_wall_lets_no_sight_through(level: tuple[bytearray, Grid, Point]) -> None:
    """A ring of wall around any eye, with random cells inside and outside."""
    opaque, grid, eye = level
    for point in grid.points():
        if _rings_out(eye, point) == 3:
            opaque[grid.index(point)] = 1

    seen = [grid.point(cell) for cell in _seen(opaque, grid, eye, 400)]

    assert all(_rings_out(eye, point) <= 3 for point in seen)


@given(levels(), st.integers(0, 120))
def test_a_mirrored_level_is_seen_mirrored(level: tuple[bytearray, Grid, Point], squared_radius: int) -> None:
    """All octants follow one rule, so no side is better to be attacked from."""
    opaque, grid, eye = level
    flipped = Grid(grid.height, grid.width)
    walls = {Point(point.y, point.x) for point in grid.points() if opaque[grid.index(point)]}

    seen = {grid.point(cell) for cell in _seen(opaque, grid, eye, squared_radius)}
    turned = _seen(opaque_of(flipped, walls), flipped, Point(eye.y, eye.x), squared_radius)

    assert {Point(point.y, point.x) for point in seen} == {flipped.point(cell) for cell in turned}


@given(levels(), st.integers(0, 120))
def test_a_level_turned_half_round_is_seen_turned(level: tuple[bytearray, Grid, Point], squared_radius: int) -> None:
    """The other four octants, those with negative steps, follow the same rule too."""
    opaque, grid, eye = level
    last = grid.index(Point(0, 0)) + grid.index(Point(grid.width - 1, grid.height - 1))

    seen = _seen(opaque, grid, eye, squared_radius)
    turned = shadowcast(opaque[::-1], grid, last - grid.index(eye), squared_radius)

    assert sorted(last - cell for cell in seen) == sorted(turned)


def _seen(opaque: bytearray, grid: Grid, eye: Point, squared_radius: int) -> list[int]:
    return shadowcast(opaque, grid, grid.index(eye), squared_radius)


def _rings_out(eye: Point, point: Point) -> int:
    return max(abs(point.x - eye.x), abs(point.y - eye.y))
