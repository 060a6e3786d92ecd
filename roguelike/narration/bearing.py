"""Positions in words: distance and direction."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.engine.geometry import Direction, chebyshev_distance, compass

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point

DIRECTION_NAMES: Final = {direction: direction.words for direction in Direction}
"""North, north-east and so on, in lower case."""
_INITIALS: Final = {direction: "".join(word[0] for word in direction.name.split("_")) for direction in Direction}
"""N, NE and so on."""


def bearing(start: Point, goal: Point) -> str:
    """Return the distance and the direction from `start`, like "5 cells north-east"."""
    if start == goal:
        return "here"
    return f"{cells(chebyshev_distance(start, goal))} {DIRECTION_NAMES[compass(start, goal)]}"


def short_bearing(start: Point, goal: Point) -> str:
    """Return the bearing in short for narrow lists, like "5NE"."""
    return "here" if start == goal else f"{chebyshev_distance(start, goal)}{_INITIALS[compass(start, goal)]}"


def offset(start: Point, goal: Point) -> str:
    """Return the offsets from `start` along the two axes, like "4 east, 5 north"."""
    dx, dy = goal.x - start.x, goal.y - start.y
    parts = [(abs(dx), "east" if dx > 0 else "west"), (abs(dy), "south" if dy > 0 else "north")]
    return ", ".join(f"{count} {name}" for count, name in parts if count) or "here"


def place(start: Point, goal: Point) -> str:
    """Return the bearing and the offsets, like "5 cells north-east (4 east, 5 north)"."""
    return bearing(start, goal) if start == goal else f"{bearing(start, goal)} ({offset(start, goal)})"


def cells(count: int) -> str:
    """Return a number of cells in words, like "5 cells"."""
    return f"{count} cell{'s' * (count != 1)}"
