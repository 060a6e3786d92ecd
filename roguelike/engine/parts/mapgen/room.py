"""Rectangular rooms, and corridors between them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from roguelike.engine.dice import roll
from roguelike.engine.geometry import Point
from roguelike.engine.grid import MAX_SIDE
from roguelike.engine.kinds.terrain import FLOOR

if TYPE_CHECKING:
    from collections.abc import Callable

    import attrs

    from roguelike.engine.grid import Grid
    from roguelike.engine.level_plan import LevelPlan
    from roguelike.engine.rng import PCG32


MAX_ATTEMPTS = 1000
"""The maximum number of rooms to try."""


class Room(NamedTuple):
    """The floor of a room, without the walls around it.

    Some generators include the walls above and to the left in a room, and carve only its `inside`.
    """

    left: int
    top: int
    width: int
    height: int

    @property
    def center(self) -> Point:
        """The cell in the middle, rounded up and to the left."""
        return Point(self.left + self.width // 2, self.top + self.height // 2)

    @property
    def inside(self) -> Room:
        """The room without its top row and its left column."""
        return Room(self.left + 1, self.top + 1, self.width - 1, self.height - 1)

    def cells(self) -> list[Point]:
        """Return the cells of the floor, row by row."""
        return [
            Point(x, y)
            for y in range(self.top, self.top + self.height)
            for x in range(self.left, self.left + self.width)
        ]

    def is_apart_from(self, other: Room) -> bool:
        """Return whether at least one wall is between the two."""
        return (
            self.left > other.left + other.width
            or other.left > self.left + self.width
            or self.top > other.top + other.height
            or other.top > self.top + self.height
        )


def any_room(grid: Grid, widths: tuple[int, int], heights: tuple[int, int], rng: PCG32) -> Room:
    """Return a random room on the grid, without the grid's last row and column.

    `widths` and `heights` are the smallest and the largest, which is reduced to what fits.
    """
    width = roll(rng, widths[0], min(widths[1], grid.width - 1))
    height = roll(rng, heights[0], min(heights[1], grid.height - 1))
    left = roll(rng, 0, grid.width - width - 1)
    return Room(left, roll(rng, 0, grid.height - height - 1), width, height)


def size_range(smallest: int, largest: int) -> Callable[[object, attrs.Attribute[Any], tuple[int, ...]], None]:
    """Return a validator of the smallest and the largest size of rooms, which have these lower bounds."""

    def check(_: object, field: attrs.Attribute[Any], sizes: tuple[int, ...]) -> None:
        least_sizes = {"smallest": smallest, "largest": largest}
        if len(sizes) != len(least_sizes):
            raise ValueError(f"'{field.name}' must be two numbers, the smallest and the largest, not {len(sizes)}")
        for size, (which, least) in zip(sizes, least_sizes.items(), strict=True):
            if not least <= size <= MAX_SIDE:
                raise ValueError(f"the {which} '{field.name}' must be from {least} to {MAX_SIDE}: {size}")

    return check


def check_sizes(widths: tuple[int, int], heights: tuple[int, int], across: int, down: int) -> None:
    """Check that the smallest sizes of rooms exceed neither the largest nor the available cells.

    Raises:
        ValueError: a field is wrong.
    """
    for name, (smallest, largest), space in ("room_width", widths, across), ("room_height", heights, down):
        if smallest > largest:
            raise ValueError(f"the smallest '{name}' must not exceed the largest: {smallest}, {largest}")
        if smallest > space:
            raise ValueError(f"the smallest '{name}' must not exceed the {space} cells inside: {smallest}")


def carve(plan: LevelPlan, room: Room) -> None:
    """Make the room's cells floor."""
    for cell in room.cells():
        plan.set_terrain(cell, FLOOR)


def tunnel(plan: LevelPlan, start: Point, goal: Point, *, across_first: bool) -> None:
    """Dig a corridor with one bend from `start` to `goal`, first horizontally or first vertically."""
    bend = Point(goal.x, start.y) if across_first else Point(start.x, goal.y)
    for a, b in ((start, bend), (bend, goal)):
        for x in range(min(a.x, b.x), max(a.x, b.x) + 1):
            for y in range(min(a.y, b.y), max(a.y, b.y) + 1):
                plan.set_terrain(Point(x, y), FLOOR)
