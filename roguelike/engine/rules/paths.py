"""The shortest way from one cell to another.

A* after Hart, Nilsson and Raphael, "A Formal Basis for the Heuristic Determination of Minimum Cost Paths" (1968). All
steps cost the same, so the open cells wait in a list for each estimate (Dial, "Shortest-path forest with topological
ordering", 1969), where the first to come is the first to go, and no heap is needed.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from roguelike.engine.geometry import Point

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_BARRED = -1
"""Stands for the steps to a cell that cannot be walked on: no way there is shorter."""


def a_star(start: Point, goal: Point, walkable: Callable[[Point], bool]) -> list[Point] | None:
    """Return the cells of a shortest way backwards, `goal` first and `start` last, or None where there is none.

    A step goes to one of the four nearest cells. `walkable` is asked once at most about a cell and never about `start`;
    it must bound the region somewhere, or a goal that cannot be reached is looked for without end.
    """
    goal_x, goal_y = goal
    came_from: dict[Point, Point] = {}
    steps_to: dict[tuple[int, int], int] = {start: 0}
    estimate = min(abs(start.x - goal_x), abs(start.y - goal_y))
    waiting: defaultdict[int, list[Point]] = defaultdict(list, {estimate: [start]})
    while waiting:
        # The list grows while it is gone through. The lesser of both distances shrinks by one at most with a step,
        # so no estimate is ever less than the present one, and no cell that has been left needs another visit.
        for cell in waiting[estimate]:
            if cell == goal:
                return _way_back(cell, came_from)
            x, y = cell
            steps = steps_to[cell] + 1
            for neighbour in ((x + 1, y), (x - 1, y), (x, y - 1), (x, y + 1)):
                known = steps_to.get(neighbour)
                if known is not None and known <= steps:
                    continue
                point = Point._make(neighbour)
                if known is None and not walkable(point):
                    steps_to[point] = _BARRED
                    continue
                steps_to[point] = steps
                came_from[point] = cell
                waiting[steps + min(abs(point.x - goal_x), abs(point.y - goal_y))].append(point)
        del waiting[estimate]
        estimate += 1
    return None


def _way_back(goal: Point, came_from: Mapping[Point, Point]) -> list[Point]:
    way = [goal]
    while before := came_from.get(way[-1]):
        way.append(before)
    return way
