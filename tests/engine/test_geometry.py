"""Directions, distances and the two lines of sections 5.7 and 5.8."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roguelike.engine.geometry import (
    CARDINALS,
    COMPASS,
    Direction,
    Point,
    cardinal_line,
    chebyshev_distance,
    direction_to,
    ordinal_line,
    squared_distance,
)
from tests.every import every
from tests.line_vectors import CARDINAL_STEPS

LETTERS = {Direction.NORTH: "N", Direction.EAST: "E", Direction.SOUTH: "S", Direction.WEST: "W"}

START = Point(3, -7)

points = st.builds(Point, st.integers(-60, 60), st.integers(-60, 60))


def test_the_compass_goes_clockwise_from_north() -> None:
    """Ties between directions are broken in this order, so it is part of the rules."""
    steps = [(direction.dx, direction.dy) for direction in COMPASS]

    assert [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)] == steps


def test_the_cardinals_are_north_east_south_west() -> None:
    """The games without diagonal steps use these four, in this order."""
    assert (Direction.NORTH, Direction.EAST, Direction.SOUTH, Direction.WEST) == CARDINALS


def test_a_step_north_goes_up_the_screen() -> None:
    """One of the sources counts y upwards; here it grows downwards everywhere."""
    assert Point(5, 4) == Point(5, 5).step(Direction.NORTH)
    assert Point(6, 6) == Point(5, 5).step(Direction.SOUTH_EAST)


def test_an_offset_is_added_to_both_coordinates() -> None:
    """A point is a tuple, and a tuple plus a tuple would be four numbers."""
    assert Point(2, 9) == Point(5, 5).offset(-3, 4)


def test_distances_of_a_knights_move() -> None:
    """Ranges compare squares, so nothing is rounded."""
    assert 5 == squared_distance(Point(1, 1), Point(3, 0))
    assert 2 == chebyshev_distance(Point(1, 1), Point(3, 0))


@pytest.mark.parametrize("direction", COMPASS)
def test_the_direction_of_a_step_is_found_again(direction: Direction) -> None:
    """The direction to the next cell of a monster's path must be that of the step to it."""
    found = direction_to(START, START.step(direction))

    assert direction == found


def test_a_direction_takes_the_signs_of_a_long_way() -> None:
    """A far goal has the direction of its quadrant."""
    assert Direction.SOUTH_WEST == direction_to(Point(10, 0), Point(9, 30))


def test_there_is_no_direction_to_the_same_point() -> None:
    """This is a mistake of the caller, which an arbitrary direction would hide."""
    with pytest.raises(ValueError, match="to itself"):
        direction_to(START, START)


@every("delta", CARDINAL_STEPS)
def test_a_cardinal_line_takes_the_published_steps(delta: tuple[int, int]) -> None:
    """Projectiles fly along these cells, and can hit on each."""
    line = cardinal_line(START, START.offset(*delta))

    assert CARDINAL_STEPS[delta] == _letters([START, *line])


def test_a_cardinal_line_ends_on_its_goal_for_every_delta() -> None:
    """A projectile that misses its target cell would fly on forever."""
    for delta in itertools.product(range(-20, 21), repeat=2):
        goal = START.offset(*delta)
        line = cardinal_line(START, goal)

        assert abs(delta[0]) + abs(delta[1]) == len(line)
        assert goal == [START, *line][-1]
        assert all(_is_one_cardinal_step(a, b) for a, b in itertools.pairwise([START, *line]))


def test_a_cardinal_line_to_itself_is_empty() -> None:
    """There are no cells after the start; aiming at oneself is refused elsewhere."""
    assert [] == cardinal_line(START, START)


def test_a_shallow_ordinal_line_is_the_published_one() -> None:
    """Monsters see the player along these cells; a wall on any of them hides it."""
    line = ordinal_line(Point(2, 3), Point(8, 6))

    assert [(2, 3), (3, 3), (4, 4), (5, 4), (6, 5), (7, 5), (8, 6)] == line


def test_a_steep_ordinal_line_to_the_left_is_the_published_one() -> None:
    """Swapped axes and an inverted sign, the two usual mistakes with lines."""
    line = ordinal_line(Point(7, 1), Point(2, 8))

    assert [(7, 1), (6, 2), (6, 3), (5, 4), (4, 5), (3, 6), (3, 7), (2, 8)] == line


@given(points, points)
def test_an_ordinal_line_is_a_shortest_walk_of_a_king(start: Point, goal: Point) -> None:
    """Both ends are included, and no cell between them is skipped."""
    line = ordinal_line(start, goal)

    assert (start, goal) == (line[0], line[-1])
    assert chebyshev_distance(start, goal) + 1 == len(line)
    assert all(chebyshev_distance(a, b) == 1 for a, b in itertools.pairwise(line))


def test_an_ordinal_line_can_differ_from_its_reverse() -> None:
    """The monster sees along its own line, not the player's: the published rule is not symmetric."""
    there, back = ordinal_line(Point(0, 0), Point(2, 1)), ordinal_line(Point(2, 1), Point(0, 0))

    assert there != back[::-1]


def _letters(cells: list[Point]) -> str:
    return "".join(LETTERS[direction_to(a, b)] for a, b in itertools.pairwise(cells))


def _is_one_cardinal_step(a: Point, b: Point) -> bool:
    return squared_distance(a, b) == 1
