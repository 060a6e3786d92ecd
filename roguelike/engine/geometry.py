"""Points, directions and lines on a square grid: x grows to the right (east), y downwards (south)."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator


class Direction(enum.Enum):
    """One of the eight directions to a neighbouring cell, with its `dx` and `dy`."""

    NORTH = (0, -1)
    NORTH_EAST = (1, -1)
    EAST = (1, 0)
    SOUTH_EAST = (1, 1)
    SOUTH = (0, 1)
    SOUTH_WEST = (-1, 1)
    WEST = (-1, 0)
    NORTH_WEST = (-1, -1)

    def __init__(self, dx: int, dy: int) -> None:
        self.dx = dx
        self.dy = dy
        self.is_cardinal = dx == 0 or dy == 0

    @property
    def words(self) -> str:
        """The name as in texts: north, north-east and so on, in lower case."""
        return self.name.lower().replace("_", "-")

    __hash__ = object.__hash__  # that of `Enum` takes longer than most look-ups


COMPASS: tuple[Direction, ...] = tuple(Direction)
"""All eight directions, clockwise from north."""

CARDINALS: tuple[Direction, ...] = tuple(direction for direction in Direction if direction.is_cardinal)
"""North, east, south, west."""

_BY_STEP = {(direction.dx, direction.dy): direction for direction in Direction}


class Point(NamedTuple):
    """A cell: `x` to the right and `y` downwards, from (0, 0) at the top left."""

    x: int
    y: int

    def step(self, direction: Direction) -> Point:
        """Return the neighbour in `direction`."""
        return Point(self[0] + direction.dx, self[1] + direction.dy)

    def offset(self, dx: int, dy: int) -> Point:
        """Return the point `dx` to the right and `dy` down."""
        return Point(self.x + dx, self.y + dy)


def squared_distance(a: Point, b: Point) -> int:
    """Return the square of the straight distance, so that ranges compare without floats."""
    dx, dy = a[0] - b[0], a[1] - b[1]
    return dx * dx + dy * dy


def chebyshev_distance(a: Point, b: Point) -> int:
    """Return the number of steps from `a` to `b` in the open, diagonals allowed (Chebyshev distance)."""
    dx, dy = a[0] - b[0], a[1] - b[1]  # half the time of `max` and `abs`: called very often
    dx, dy = dx if dx > 0 else -dx, dy if dy > 0 else -dy
    return dx if dx > dy else dy  # noqa: FURB136


def direction_to(start: Point, goal: Point) -> Direction:
    """Return the direction whose `dx` and `dy` have the signs of the vector from `start` to `goal`.

    Raises:
        ValueError: the two are the same point.
    """
    if start == goal:
        raise ValueError(f"there is no way to go from {start} to itself")
    return _BY_STEP[_sign(goal.x - start.x), _sign(goal.y - start.y)]


def cardinal_line(start: Point, goal: Point) -> list[Point]:
    """Return the cells after `start`, up to and with `goal`, one cardinal step from each to the next.

    The longer axis leads (the vertical one in a tie); its error term decides when to step along the other one.
    """
    dx, dy = goal.x - start.x, goal.y - start.y
    along = (_sign(dx), 0), (0, _sign(dy))
    (major, minor), (lead, side) = (
        ((abs(dx), abs(dy)), along) if abs(dx) > abs(dy) else ((abs(dy), abs(dx)), along[::-1])
    )
    cells = []
    at, error = start, 0
    for _ in range(major + minor):
        error += minor
        if error > major // 2:
            error -= major + minor
            at = at.offset(*side)
        else:
            at = at.offset(*lead)
        cells.append(at)
    return cells


def ordinal_line(start: Point, goal: Point) -> list[Point]:
    """Return the cells from `start` to `goal`, both included, each a king's step from the one before.

    Not symmetric: the line back can take other cells.
    """
    return _digital_line(start, goal, (chebyshev_distance(start, goal) - 1) // 2)


def ordinal_lines(start: Point, goal: Point) -> Iterator[list[Point]]:
    """Yield all equally straight lines of the kind of `ordinal_line`, those in the middle first."""
    major = chebyshev_distance(start, goal)
    for error in sorted(range(major), key=lambda error: abs(2 * error + 1 - major)):
        yield _digital_line(start, goal, error)


def _digital_line(start: Point, goal: Point, error: int) -> list[Point]:
    """Return a digital straight line that starts with an error term of `error`, so that it side-steps earlier."""
    dx, dy = goal.x - start.x, goal.y - start.y
    major, minor = max(abs(dx), abs(dy)), min(abs(dx), abs(dy))
    both = (_sign(dx), _sign(dy))
    lead = (both[0], 0) if abs(dx) > abs(dy) else (0, both[1])
    cells = [start]
    at = start
    for _ in range(major):
        error += minor
        if error >= major:
            error -= major
            at = at.offset(*both)
        else:
            at = at.offset(*lead)
        cells.append(at)
    return cells


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def compass(start: Point, goal: Point) -> Direction:
    """Return the nearest of the eight directions from `start` to `goal`, which are 45 degrees apart.

    Raises:
        ValueError: the two are the same point.
    """
    dx, dy = goal.x - start.x, goal.y - start.y
    # 5/12 is the tangent of 22.6 degrees.
    if 12 * abs(dy) <= 5 * abs(dx):
        dy = 0
    elif 12 * abs(dx) <= 5 * abs(dy):
        dx = 0
    return direction_to(start, start.offset(dx, dy))
