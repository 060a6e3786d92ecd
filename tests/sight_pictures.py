"""Levels drawn as text for the fields of view: '@' is the eye, '#' blocks sight, and a blank is a cell not seen."""

from __future__ import annotations

from textwrap import dedent
from typing import TYPE_CHECKING

from roguelike.engine.geometry import Point
from roguelike.engine.grid import Grid

if TYPE_CHECKING:
    from collections.abc import Callable

    from roguelike.engine.game import Game
    from roguelike.engine.state.level import Level

    FieldOfView = Callable[[bytearray, Grid, int, int], list[int]]

GAPS = """
    ..........#
    ......#...#
    ..##..#...#
    ..........#
    ...@......#
    ......#...#
    ##....#...#
    ..........#
    ####..##..#
"""


class SightPicture:
    """A level drawn as text, and what a sight sees of it drawn the same way; reach is what the sight takes for it."""

    def __init__(self, sight: FieldOfView, text: str) -> None:
        self._sight = sight
        self.rows = plain(text).split("\n")
        self.grid = Grid(len(self.rows[0]), len(self.rows))
        self.opaque = opaque_of(self.grid, {point for point in self.grid.points() if self.glyph(point) == "#"})

    def glyph(self, point: Point) -> str:
        """Return what is drawn at a point."""
        return self.rows[point.y][point.x]

    def eye(self) -> Point:
        """Return where the '@' stands."""
        return next(point for point in self.grid.points() if self.glyph(point) == "@")

    def sees(self, eye: Point, reach: int) -> list[Point]:
        """Return the points seen from `eye`."""
        return [self.grid.point(cell) for cell in self._sight(self.opaque, self.grid, self.grid.index(eye), reach)]

    def picture(self, reach: int) -> str:
        """Draw what the '@' sees."""
        seen = self.sees(self.eye(), reach)
        rows = [
            "".join(glyph if (x, y) in seen else " " for x, glyph in enumerate(row)).rstrip()
            for y, row in enumerate(self.rows)
        ]
        return "\n".join(rows)


def seen(game: Game) -> str:
    """Draw what the player of a game sees of the terrain."""
    level = game.world.level
    rows = [[Point(x, y) for x in range(level.width)] for y in range(level.height)]
    return "\n".join("".join(_shown(level, at) for at in row).rstrip() for row in rows)


def _shown(level: Level, at: Point) -> str:
    actor = level.actor_at(at)
    terrain = "." if level.is_walkable(at) else "#"
    return " " if not level.is_visible(at) else actor.kind.glyph.char if actor is not None else terrain


def opaque_of(grid: Grid, walls: set[Point]) -> bytearray:
    """Return which cells block sight: the walls, and the border."""
    opaque = bytearray(b"\1" * grid.size)
    for point in grid.points():
        opaque[grid.index(point)] = point in walls
    return opaque


def plain(picture: str) -> str:
    """Return a picture without the indentation that it has in the code."""
    return dedent(picture).strip("\n")
