"""Travelling to a known cell."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from roguelike.automation.automation import Automation, Stop, hindrance
from roguelike.automation.path import Path
from roguelike.automation.tour import Ways

if TYPE_CHECKING:
    from roguelike.engine.commands import Command
    from roguelike.engine.geometry import Point
    from roguelike.engine.observation import Observation


class Travel(Automation):
    """Walks to a cell by a shortest way without known harm."""

    doing: ClassVar[str] = "travelling"

    def __init__(self, goal: Point) -> None:
        self.goal = goal
        self._path = Path(-1, [])

    def next(self, seen: Observation) -> Command | Stop:
        """Return the next step."""
        if seen.me.at == self.goal:
            return Stop("You have arrived.")
        if (stop := hindrance(seen)) is not None:
            return stop
        step = self._path.step(seen)
        if step is None:
            self._path = Path(seen.cell, path_to(seen, self.goal))
            step = self._path.step(seen)
        return Stop("No known safe path there.") if step is None else step


def path_to(seen: Observation, goal: Point) -> list[int]:
    """Return the cell indices of the way to a known cell, the next one first; nothing where there is none."""
    return Ways.known(seen).path(seen.cell, seen.level.grid.index(goal)) if seen.is_safe(goal) else []
