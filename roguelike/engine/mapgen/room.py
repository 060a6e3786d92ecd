"""Rooms, and corridors between them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from roguelike.engine.geometry import Point
from roguelike.engine.kinds import FLOOR

if TYPE_CHECKING:
    from roguelike.engine.plan import Plan


class Room(NamedTuple):
    """The floor of a room; its walls stand around it."""

    left: int
    top: int
    width: int
    height: int

    @property
    def center(self) -> Point:
        """The cell in the middle, rounded up and to the left."""
        return Point(self.left + self.width // 2, self.top + self.height // 2)

    def cells(self) -> list[Point]:
        """Give the cells of the floor, row by row."""
        return [
            Point(x, y)
            for y in range(self.top, self.top + self.height)
            for x in range(self.left, self.left + self.width)
        ]

    def is_apart_from(self, other: Room) -> bool:
        """Tell whether at least one wall stands between the two."""
        return (
            self.left > other.left + other.width
            or other.left > self.left + self.width
            or self.top > other.top + other.height
            or other.top > self.top + self.height
        )


def carve(plan: Plan, room: Room) -> None:
    """Make the room's cells floor."""
    for cell in room.cells():
        plan.lay(cell, FLOOR)


def tunnel(plan: Plan, start: Point, goal: Point, *, across_first: bool) -> None:
    """Make a corridor with one bend from `start` to `goal`, first across or first up and down."""
    bend = Point(goal.x, start.y) if across_first else Point(start.x, goal.y)
    for a, b in ((start, bend), (bend, goal)):
        for x in range(min(a.x, b.x), max(a.x, b.x) + 1):
            for y in range(min(a.y, b.y), max(a.y, b.y) + 1):
                plan.lay(Point(x, y), FLOOR)
