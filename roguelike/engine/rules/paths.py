"""Shortest paths between cells.

A* after Hart, Nilsson and Raphael, "A Formal Basis for the Heuristic Determination of Minimum Cost Paths" (1968). All
steps cost the same, so the open cells queue in one list for each estimate (Dial, "Shortest-path forest with topological
ordering", 1969), and no heap is needed.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from roguelike.engine.geometry import Point

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_BARRED = -1
"""Step count recorded for an unwalkable cell: no path is shorter, so it is never entered."""


def a_star(start: Point, goal: Point, walkable: Callable[[Point], bool]) -> list[Point] | None:
    """Return the cells of a shortest path in reverse, from `goal` to `start`; None if there is none.

    A step goes to one of the four orthogonal neighbours. `walkable` is called at most once per cell and never for
    `start`; it must bound the region, or the search for an unreachable goal does not end.
    """
    goal_x, goal_y = goal
    came_from: dict[Point, Point] = {}
    steps_to: dict[tuple[int, int], int] = {start: 0}
    estimate = min(abs(start.x - goal_x), abs(start.y - goal_y))
    waiting: defaultdict[int, list[Point]] = defaultdict(list, {estimate: [start]})
    while waiting:
        # The list grows during the iteration. A step shrinks the smaller of both distances by at most one, so no
        # estimate falls below the present one, and no cell needs a second visit.
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
