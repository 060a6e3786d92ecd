"""Travel to a known cell."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, ClassVar, Final

from roguelike.automation.automation import Automation, Stop, fallen_ally, hindrance_on_the_way, left_behind
from roguelike.automation.dangers import getting_away, kept_off
from roguelike.automation.path import Path
from roguelike.automation.shores import step_off_shores
from roguelike.automation.tour import Ways
from roguelike.engine.geometry import chebyshev_distance
from roguelike.english import with_article

if TYPE_CHECKING:
    from roguelike.engine.commands import Command, Move
    from roguelike.engine.geometry import Point
    from roguelike.engine.observation import Observation

BESIDE: Final = "You are beside it."
AT_EDGE: Final = "You are as near as is safe."
NO_PATH: Final = "No known safe path there."
OVER: Final = "The only way there leads over {name}: walk it step by step."
TO_ACT: Final = "You are beside it. Walk into it to act."


class Travel(Automation):
    """Walks to a cell by a shortest path without known harm."""

    doing: ClassVar[str] = "travelling"

    def __init__(self, goal: Point) -> None:
        self.goal = goal
        self.then: Command | None = None
        """The last command, given on arrival; None for none."""
        self._is_done = False
        self._path = Path(-1, [])

    def next(self, seen: Observation) -> Command | Stop:
        """Return the next step."""
        if self._is_done:
            return Stop("")
        if seen.me.at == self.goal:
            return self._arrive(seen)
        if chebyshev_distance(seen.me.at, self.goal) == 1 and stops_beside(seen, self.goal):
            return Stop(TO_ACT if acts(seen, self.goal) else BESIDE)
        if _is_at_edge(seen, self.goal):
            return Stop(AT_EDGE)
        if (stop := hindrance_on_the_way(seen)) is not None:
            return stop
        step = step_off_shores(getting_away(seen), self._step)
        return self._no_path(seen) if step is None else step

    def _no_path(self, seen: Observation) -> Stop:
        name = kept_off(seen, 1 << seen.level.grid.index(self.goal))
        return Stop(OVER.format(name=with_article(name)) if name else NO_PATH)

    def _arrive(self, seen: Observation) -> Command | Stop:
        """Return the command on arrival; a stop if it would leave an ally behind."""
        if self.then is None:
            return Stop("You have arrived.")
        self._is_done = True
        return fallen_ally(seen) or left_behind(seen) or self.then

    def _step(self, seen: Observation) -> Move | None:
        """Return the next step of the path, or of a new one; None if there is none."""
        step = self._path.step(seen)
        if step is None:
            self._path = Path(seen.cell, path_to(seen, self.goal))
            step = self._path.step(seen)
        return step


def path_to(seen: Observation, goal: Point) -> list[int]:
    """Return the cell indices of the path to a known cell, the next one first; empty if there is none.

    A path to a captive, an altar, a cage, a locked door, a chasm or a well ends adjacent to it; a path to a captive
    that hangs over a well ends at the edge of the well.
    """
    ways, cell = Ways.known(seen), seen.level.grid.index(goal)
    if seen.is_safe(goal):
        return ways.path(seen.cell, cell)
    if not stops_beside(seen, goal):
        return []
    path = _path_through(seen, ways, cell, 1 << cell)
    return (
        path
        if path or not _hangs(seen, goal)
        else _path_through(seen, ways, cell, 1 << cell | seen.level.cells("falls"))
    )


def _path_through(seen: Observation, ways: Ways, cell: int, board: int) -> list[int]:
    """Return the safe beginning of the path to a cell that treats the cells of a bitboard as safe."""
    through = Ways(ways.grid, ways.passable | board, diagonally=ways.diagonally).path(seen.cell, cell)
    return list(itertools.takewhile(lambda step: ways.passable >> step & 1, through))


def _hangs(seen: Observation, at: Point) -> bool:
    """Return whether the captive on a cell hangs over it, and falls together with the player."""
    feature = seen.level.feature_at(at)
    return feature is not None and feature.kind.bonds is not None and feature.kind.bonds.falls


def _is_at_edge(seen: Observation, goal: Point) -> bool:
    """Return whether only terrain to fall into is between the player and a captive that hangs over it."""
    if not (seen.level.grid.contains(goal) and _hangs(seen, goal)) or not stops_beside(seen, goal):
        return False
    level = seen.level
    depth = level.grid.flood(1 << level.grid.index(goal), seen.level.cells("falls"), diagonally=True)
    return bool(level.grid.spread(depth, diagonally=True) >> seen.cell & 1)


def acts(seen: Observation, goal: Point) -> bool:
    """Return whether a step into a cell has an effect: it frees a captive, takes an item, pays a toll or opens."""
    if _is_captive_at(seen, goal):
        return True
    feature = seen.level.feature_at(goal)
    if feature is not None and (feature.offers is not None or feature.kind.toll is not None):
        return True
    return seen.level.terrain_at(goal).lock is not None


def stops_beside(seen: Observation, goal: Point) -> bool:
    """Return whether a path to a cell ends adjacent to it.

    It does for captives, features that hold an item or block walkers, locked doors, and terrain to fall into.
    """
    if seen.is_safe(goal) or not seen.level.grid.contains(goal):
        return False
    if _is_captive_at(seen, goal):
        return True
    feature = seen.level.feature_at(goal)
    if feature is not None and (feature.offers is not None or "walk" in feature.kind.blocks):
        return True
    return seen.level.terrain_at(goal).lock is not None or seen.level.terrain_at(goal).falls


def _is_captive_at(seen: Observation, at: Point) -> bool:
    """Return whether a captive is on a cell, in view or not."""
    return any(other.at == at and other.is_captive for other in (*seen.others, *seen.captives))
