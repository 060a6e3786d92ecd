"""Travelling to a known cell."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from roguelike.automation.automation import Automation, Stop, enemy_in_view
from roguelike.automation.tour import Ways
from roguelike.engine.commands import Command, Move
from roguelike.engine.geometry import direction_to

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.observation import Observation


class Travel(Automation):
    """Walks to a cell by a shortest way without known harm."""

    doing: ClassVar[str] = "travelling"

    def __init__(self, goal: Point) -> None:
        self.goal = goal
        self._path: list[int] = []

    def next(self, seen: Observation) -> Command | Stop:
        """Return the next step."""
        if seen.me.at == self.goal:
            return Stop("You are there.")
        if (stop := enemy_in_view(seen)) is not None:
            return stop
        if not self._path or not seen.safe >> self._path[0] & 1:
            self._path = path_to(seen, self.goal)
        if not self._path:
            return Stop("There is no safe way there that you know of.")
        return Move(direction_to(seen.me.at, seen.level.grid.point(self._path.pop(0))))


def path_to(seen: Observation, goal: Point) -> list[int]:
    """Return the cell indices of the way to a known cell, the next one first; nothing where there is none."""
    grid = seen.level.grid
    if not seen.is_safe(goal):
        return []
    return Ways(grid, seen.safe, diagonally=seen.ruleset.diagonal).path(seen.cell, grid.index(goal))
