"""Raycast field of view, by pictures: '@' is the eye, '#' blocks sight, a blank is an unseen cell.

The pictures are from libtcod itself: `tcod.map.compute_fov` of python-tcod 21 with FOV_BASIC and lit walls.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from roguelike.engine.geometry import Point, chebyshev_distance, squared_distance
from roguelike.engine.grid import Grid
from roguelike.engine.scenario import draw as draw_level
from roguelike.tutorials.fov.raycast import Rays, raycast
from tests.sight_pictures import GAPS, SightPicture, opaque_of, plain

if TYPE_CHECKING:
    from roguelike.engine.kinds.ruleset import RuleSet

RADII = st.integers(0, 12)


@st.composite
def levels(draw: st.DrawFn) -> tuple[bytearray, Grid, Point]:
    """Return a random level and a random eye in it."""
    grid = Grid(draw(st.integers(1, 18)), draw(st.integers(1, 14)))
    walls = draw(st.sets(st.sampled_from(list(grid.points())), max_size=grid.width * grid.height // 2))
    eye = draw(st.sampled_from(list(grid.points())))
    return opaque_of(grid, walls), grid, eye


def test_a_hall_with_gaps_is_seen_as_by_libtcod() -> None:
    """The picture contains every ray, and the walls beside them (P-T10)."""
    hall = SightPicture(raycast, GAPS)

    assert plain("""
             ..   #
        .   ..#  .#
        ..##..#...#
        ..........#
        ...@......#
        ......#...#
        ##....#   #
         ......
        ####..##
    """) == hall.picture(10)
    assert 75 == len(hall.sees(hall.eye(), 10))


def test_a_cave_is_seen_as_by_libtcod() -> None:
    """Ragged walls stop rays unlike walls of rooms (P-T10)."""
    cave = SightPicture(
        raycast,
        """
        #####################
        ####....####...######
        ##......##.......####
        #....#.....###....###
        ##...##...@####....##
        ###.......##......###
        ####..#.......##...##
        ######...##.....#####
        #####################
    """,
    )

    assert plain("""
           ####
           #...  ###
            ....##..
             #.....#
              #...@#
          #.......##
          ##. #...
           ###...#
             ####
    """).split("\n") == plain(cave.picture(10)).split("\n")
    assert 60 == len(cave.sees(cave.eye(), 10))


def test_a_room_shows_its_walls_and_nothing_behind_them() -> None:
    """Corners of walls count as seen, or rooms would have holes (P-T10)."""
    room = SightPicture(
        raycast,
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
        == room.picture(10).rstrip()
    )


def test_a_door_opens_a_cone() -> None:
    """The visible area behind a gap one cell wide grows with the distance (P-T10)."""
    room = SightPicture(
        raycast,
        """
        #####..........
        #...#..........
        #.@............
        #...#..........
        #####..........
    """,
    )

    assert plain("""
        #####    ...
        #...#.......
        #.@..........
        #...#.......
        #####    ...
    """) == room.picture(10)


def test_walls_are_lit_past_the_circle() -> None:
    """A corridor's walls are as long as its floor, though their ends are farther than the radius (P-T10)."""
    corridor = SightPicture(
        raycast,
        """
        ####################
        @...................
        ####################
    """,
    )

    assert plain("""
        ###########
        @..........
        ###########
    """) == corridor.picture(10)


def test_a_pillar_casts_a_shadow_that_widens() -> None:
    """Cells behind a pillar are hidden, but not the pillar (P-T10)."""
    hall = SightPicture(
        raycast,
        """
        .............
        .............
        .............
        ..@..#.......
        .............
        .............
        .............
    """,
    )

    assert plain("""
        ............
        ............
        ..........
        ..@..#
        ..........
        ............
        ............
    """) == hall.picture(10)


def test_two_walls_that_touch_at_a_corner_let_sight_between() -> None:
    """Unlike the shadowcast's slopes, a ray goes from corner to corner (P-T10)."""
    hall = SightPicture(
        raycast,
        """
        @#...
        #....
        .....
    """,
    )

    assert plain("""
        @#
        #..
          ..
    """) == hall.picture(10)


def test_a_single_ray_goes_on_where_all_others_have_stopped() -> None:
    """A diagonal tunnel is seen to its end, with the walls beside it (P-T10)."""
    tunnel = SightPicture(
        raycast,
        """
        .######
        #.#####
        ##.####
        ###.###
        ####.##
        #####@#
        #######
    """,
    )

    assert plain("""
        .#
        #.#
         #.#
          #.#
           #.##
            #@#
            ###
    """) == tunnel.picture(10)


def test_the_open_is_seen_in_a_circle() -> None:
    """The half-widths of libtcod's rows, from the eye's own outwards: rays reach every cell (P-T10)."""
    grid = Grid(25, 25)
    eye = Point(12, 12)

    seen = [grid.point(cell) for cell in _seen(opaque_of(grid, set()), grid, eye, 10)]

    assert 317 == len(seen)
    for dy, half_width in enumerate([10, 9, 9, 9, 9, 8, 8, 7, 6, 4, 0]):
        row = list(range(12 - half_width, 12 + half_width + 1))
        assert row == sorted(point.x for point in seen if point.y == 12 + dy)
        assert row == sorted(point.x for point in seen if point.y == 12 - dy)


@pytest.mark.parametrize(("radius", "expected"), [(0, 1), (1, 5), (2, 13), (3, 29), (5, 81)])
def test_the_radius_is_the_straight_distance(radius: int, expected: int) -> None:
    """As in libtcod; but a radius of 0, unlimited there, means only the eye here (P-T10)."""
    grid = Grid(13, 13)

    seen = _seen(opaque_of(grid, set()), grid, Point(6, 6), radius)

    assert expected == len(seen)


def test_the_player_sees_by_rays_where_the_rules_say_so(arena: RuleSet) -> None:
    """The radius of the part is the radius of the circle (P-T10)."""
    level = draw_level("#######\n@......\n#######", attrs.evolve(arena, sight=Rays(radius=4))).world.level

    seen = {point for point in level.grid.points() if level.is_visible(point)}

    assert {Point(x, y) for x in range(5) for y in range(3)} == seen


def test_the_eye_comes_first_even_inside_a_wall() -> None:
    """An actor in a closing doorway still sees itself, and along the gaps (P-T10)."""
    walled = SightPicture(
        raycast,
        """
        .......
        .#####.
        .#...#.
        .#####.
        .......
    """,
    )
    eye = Point(3, 2)
    walled.opaque[walled.grid.index(eye)] = 1

    seen = walled.sees(eye, 10)

    assert eye == seen[0]
    assert {Point(x, y) for x in range(1, 6) for y in range(1, 4)} == set(seen)


@pytest.mark.parametrize("radius", [10, 200])
@pytest.mark.parametrize("eye", [Point(0, 0), Point(6, 0), Point(0, 4), Point(6, 4), Point(3, 2)])
def test_nothing_beyond_the_edge_is_seen(eye: Point, radius: int) -> None:
    """The border is numbered like a cell, and blocks sight like a wall beside a floor that is seen (P-T10)."""
    grid = Grid(7, 5)

    seen = _seen(opaque_of(grid, set()), grid, eye, radius)

    assert sorted(grid.index(point) for point in grid.points()) == sorted(seen)


@given(levels(), RADII)
def test_every_seen_cell_is_inside_and_given_once(level: tuple[bytearray, Grid, Point], radius: int) -> None:
    """Callers mark the cells without a look at where they are; floors end with the circle, walls with the square."""
    opaque, grid, eye = level

    seen = [grid.point(cell) for cell in _seen(opaque, grid, eye, radius)]

    assert eye == seen[0]
    assert len(seen) == len(set(seen))
    assert all(grid.contains(point) for point in seen)
    assert all(chebyshev_distance(eye, point) <= radius for point in seen)
    assert all(opaque[grid.index(point)] or squared_distance(eye, point) <= radius * radius for point in seen)


@given(levels(), RADII)
def test_every_wall_behind_a_seen_floor_is_seen(level: tuple[bytearray, Grid, Point], radius: int) -> None:
    """Walls are lit because a ray can miss the wall that it runs along (P-T10)."""
    opaque, grid, eye = level

    seen = set(_seen(opaque, grid, eye, radius))

    for wall in grid.points():
        if opaque[grid.index(wall)] and 0 < chebyshev_distance(eye, wall) <= radius:
            inwards = [
                Point(wall.x - right, wall.y - down)
                for right in {0, (wall.x > eye.x) - (wall.x < eye.x)}
                for down in {0, (wall.y > eye.y) - (wall.y < eye.y)}
            ]
            lit = any(grid.index(point) in seen and not opaque[grid.index(point)] for point in inwards)
            assert not lit or grid.index(wall) in seen


@given(levels())
def test_a_closed_wall_lets_no_sight_through(level: tuple[bytearray, Grid, Point]) -> None:
    """A ring of wall around the eye, at any place and with any cells inside and outside."""
    opaque, grid, eye = level
    for point in grid.points():
        if chebyshev_distance(eye, point) == 3:
            opaque[grid.index(point)] = 1

    seen = [grid.point(cell) for cell in _seen(opaque, grid, eye, 20)]

    assert all(chebyshev_distance(eye, point) <= 3 for point in seen)


@given(levels(), RADII)
def test_a_mirrored_level_is_seen_mirrored(level: tuple[bytearray, Grid, Point], radius: int) -> None:
    """A ray halfway between two cells stays at the axis on every side, so all sides are equal."""
    opaque, grid, eye = level
    flipped = Grid(grid.height, grid.width)
    walls = {Point(point.y, point.x) for point in grid.points() if opaque[grid.index(point)]}

    seen = {grid.point(cell) for cell in _seen(opaque, grid, eye, radius)}
    turned = _seen(opaque_of(flipped, walls), flipped, Point(eye.y, eye.x), radius)

    assert {Point(point.y, point.x) for point in seen} == {flipped.point(cell) for cell in turned}


@given(levels(), RADII)
def test_a_level_turned_half_round_is_seen_turned(level: tuple[bytearray, Grid, Point], radius: int) -> None:
    """Rays with negative steps follow the same rule."""
    opaque, grid, eye = level
    last = grid.index(Point(0, 0)) + grid.index(Point(grid.width - 1, grid.height - 1))

    seen = _seen(opaque, grid, eye, radius)
    turned = raycast(opaque[::-1], grid, last - grid.index(eye), radius)

    assert sorted(last - cell for cell in seen) == sorted(turned)


def _seen(opaque: bytearray, grid: Grid, eye: Point, radius: int) -> list[int]:
    return raycast(opaque, grid, grid.index(eye), radius)
