"""Shortest paths against the lengths of section 5.10 and against a plain search."""

from __future__ import annotations

from collections import deque
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roguelike.engine.geometry import CARDINALS, Point, squared_distance
from roguelike.engine.rules.paths import a_star
from tests.textbook_paths import SPIRAL, Occupancy, textbook_search


def open_field(width: int, height: int) -> Occupancy:
    """Return a field without walls."""
    return Occupancy("\n".join(["." * width] * height))


grounds = (
    st.lists(st.text(alphabet="...#", min_size=9, max_size=9), min_size=7, max_size=7).map("\n".join).map(Occupancy)
)
points = st.builds(Point, st.integers(0, 8), st.integers(0, 6))


@pytest.mark.parametrize(
    ("start", "goal", "steps"),
    [
        (Point(0, 0), Point(5, 4), 27),
        (Point(0, 0), Point(9, 8), 17),
        (Point(9, 0), Point(0, 9), 18),
        (Point(4, 4), Point(0, 0), 26),
    ],
)
def test_a_path_through_the_spiral_has_the_published_length(start: Point, goal: Point, steps: int) -> None:
    """The direct path leads into dead ends, so an estimate that is too high would fail here."""
    path = a_star(start, goal, Occupancy(SPIRAL).is_walkable)

    assert path is not None
    assert steps + 1 == len(path)
    assert (goal, start) == (path[0], path[-1])


@pytest.mark.parametrize(
    ("start", "goal", "steps"),
    [(Point(0, 0), Point(9, 9), 18), (Point(0, 0), Point(9, 0), 9), (Point(2, 3), Point(2, 3), 0)],
)
def test_a_path_in_the_open_has_the_published_length(start: Point, goal: Point, steps: int) -> None:
    """Steps are cardinal, so a corner is twice as far as a side."""
    path = a_star(start, goal, open_field(10, 10).is_walkable)

    assert path is not None
    assert steps + 1 == len(path)


def test_the_corners_of_the_open_make_the_search_look_at_every_cell() -> None:
    """The published estimate, the lesser of both distances, is weak; a stronger one would visit fewer cells."""
    field = open_field(10, 10)

    a_star(Point(0, 0), Point(9, 9), field.is_walkable)

    assert field.floors - {Point(0, 0)} == field.floors.intersection(field.asked)


def test_a_wall_without_a_gap_leaves_no_path() -> None:
    """The result says so, after all twelve cells on this side were tried and none beyond."""
    ground = Occupancy("""
        ...#...
        ...#...
        ...#...
        ...#...
    """)

    path = a_star(Point(0, 0), Point(6, 0), ground.is_walkable)

    assert path is None
    assert {Point(x, y) for x in range(3) for y in range(4)} == ground.floors.intersection(ground.asked) | {Point(0, 0)}


def test_a_straight_path_is_returned_in_reverse() -> None:
    """A monster that is the goal finds its own cell first and its next step second."""
    path = a_star(Point(0, 1), Point(3, 1), open_field(5, 3).is_walkable)

    assert [Point(3, 1), Point(2, 1), Point(1, 1), Point(0, 1)] == path


def test_neighbours_are_tried_right_left_up_down() -> None:
    """The published order decides between paths of the same length; its y grows upwards (ruling D32)."""
    field = open_field(9, 9)

    a_star(Point(4, 4), Point(8, 8), field.is_walkable)

    assert [Point(5, 4), Point(3, 4), Point(4, 3), Point(4, 5)] == field.asked[:4]


def test_the_first_of_equal_paths_wins() -> None:
    """Ties must never depend on anything but the map, or a replay would part from its game."""
    path = a_star(Point(0, 0), Point(1, 1), open_field(2, 2).is_walkable)

    assert [Point(1, 1), Point(1, 0), Point(0, 0)] == path


def test_the_start_need_not_be_walkable() -> None:
    """An actor in a wall must still find a path out of it."""
    path = a_star(Point(0, 0), Point(2, 0), Occupancy("#..").is_walkable)

    assert [Point(2, 0), Point(1, 0), Point(0, 0)] == path


def test_a_goal_that_is_not_walkable_cannot_be_reached() -> None:
    """`walkable` is called for the goal as for any other cell."""
    path = a_star(Point(0, 0), Point(2, 0), Occupancy("..#").is_walkable)

    assert path is None


@given(grounds, points, points)
def test_a_path_is_as_short_as_that_of_a_plain_search(ground: Occupancy, start: Point, goal: Point) -> None:
    """The estimate must only save work, never lengthen or lose a path."""
    path = a_star(start, goal, ground.is_walkable)

    assert _plain_steps(ground.floors, start, goal) == (None if path is None else len(path) - 1)


@given(grounds, points, points)
def test_the_search_is_the_published_one_to_the_cell(ground: Occupancy, start: Point, goal: Point) -> None:
    """The lists of open cells only save time: order, estimate and ties are those of the textbook search."""
    textbook = Occupancy("\n".join(ground.rows))

    path = a_star(start, goal, ground.is_walkable)

    assert textbook_search(start, goal, textbook) == path
    assert textbook.asked == ground.asked


@given(grounds, points, points)
def test_a_path_goes_from_floor_to_neighbouring_floor(ground: Occupancy, start: Point, goal: Point) -> None:
    """Each step must lead to a walkable orthogonal neighbour."""
    path = a_star(start, goal, ground.is_walkable) or [start]

    assert start == path[-1]
    assert all(squared_distance(a, b) == 1 for a, b in pairwise(path))
    assert set(path[:-1]) <= ground.floors
    assert len(path) == len(set(path))


@given(grounds, points, points)
def test_walkable_is_called_once_per_cell_and_never_for_the_start(ground: Occupancy, start: Point, goal: Point) -> None:
    """The call can be costly, and the actor is on the start already."""
    a_star(start, goal, ground.is_walkable)

    assert start not in ground.asked
    assert len(ground.asked) == len(set(ground.asked))


def _plain_steps(floors: set[Point], start: Point, goal: Point) -> int | None:
    """Return the steps of a shortest path by breadth-first search."""
    steps = {start: 0}
    waiting = deque([start])
    while waiting:
        cell = waiting.popleft()
        for neighbour in map(cell.step, CARDINALS):
            if neighbour in floors and neighbour not in steps:
                steps[neighbour] = steps[cell] + 1
                waiting.append(neighbour)
    return steps.get(goal)
