"""The textbook form of the search for a shortest way, and the published map for it (section 5.10)."""

from __future__ import annotations

from textwrap import dedent

from roguelike.engine.geometry import Point

SPIRAL = """
    ..........
    .########.
    ........#.
    .######.#.
    .#....#.#.
    .#.##.#.#.
    .#.#..#.#.
    .#.####.#.
    .#......#.
    ..########
"""


class Occupancy:
    """A drawn map, '.' to walk on, that remembers which cells it was asked about."""

    def __init__(self, text: str) -> None:
        self.rows = dedent(text).strip("\n").split("\n")
        self.floors = {Point(x, y) for y, row in enumerate(self.rows) for x, glyph in enumerate(row) if glyph == "."}
        self.asked: list[Point] = []

    def is_walkable(self, point: Point) -> bool:
        """Return whether a cell is floor; what is not drawn is not."""
        self.asked.append(point)
        return point in self.floors


def textbook_search(start: Point, goal: Point, ground: Occupancy) -> list[Point] | None:
    """Return a shortest way backwards, searched for as rows K4-1 to K4-9 have it.

    The open cell with the least estimate, the first put there, is next.
    """
    steps = {start: 0}
    path_to = {start: [start]}
    walkable: dict[Point, bool] = {start: True}
    waiting = [(_estimate(start, goal), start)]
    while waiting:
        _, cell = waiting.pop(min(range(len(waiting)), key=lambda place: waiting[place][0]))
        if cell == goal:
            return path_to[cell]
        for neighbour in (cell.offset(1, 0), cell.offset(-1, 0), cell.offset(0, -1), cell.offset(0, 1)):
            if neighbour not in walkable:
                walkable[neighbour] = ground.is_walkable(neighbour)
            if walkable[neighbour] and steps[cell] + 1 < steps.get(neighbour, 2**31):
                steps[neighbour] = steps[cell] + 1
                path_to[neighbour] = [neighbour, *path_to[cell]]
                waiting.append((steps[neighbour] + _estimate(neighbour, goal), neighbour))
    return None


def _estimate(cell: Point, goal: Point) -> int:
    return min(abs(cell.x - goal.x), abs(cell.y - goal.y))
