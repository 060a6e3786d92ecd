"""Order of visits to the goals of an exploration."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Final

from roguelike.engine.distances import DistanceMap
from roguelike.engine.geometry import squared_distance
from roguelike.engine.grid import cells_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roguelike.engine.grid import Grid
    from roguelike.engine.observation import Observation

SHORE_DELAY: Final = 4
"""Extra path cost of a step along deep water that swimmers may be in, in steps."""
MAX_STOPS = 5
"""Maximum nearest groups of goals whose orders are compared: more change little and cost time."""


class Ways:
    """Paths over the cells of `passable`, with steps to four or eight neighbours."""

    def __init__(self, grid: Grid, passable: int, *, diagonally: bool, shore: int = 0) -> None:
        self.grid = grid
        self.passable = passable
        self.shore = shore
        """The bitboard of the cells with extra path cost."""
        self.diagonally = diagonally

    @classmethod
    def known(cls, seen: Observation) -> Ways:
        """Return the player's paths over cells known to be safe."""
        level = seen.level
        lurking = level.cells("deep") if seen.ruleset.has_swimmers else 0
        shore = level.grid.spread(lurking, diagonally=True) if lurking else 0
        return cls(level.grid, seen.safe, diagonally=seen.ruleset.diagonal, shore=shore)

    def path(self, start: int, goal: int) -> list[int]:
        """Return the cells after `start` of the straightest shortest path to `goal`; empty if there is none.

        The start need not be passable.
        """
        delays = {SHORE_DELAY: self.shore} if self.shore else None
        distances = DistanceMap(self.grid, self.passable | 1 << start, goal, diagonally=self.diagonally, delays=delays)
        end, path = self.grid.point(goal), [start]
        if distances.distance(start) is None:
            return []
        while path[-1] != goal:
            nearer = cells_of(distances.downhill(path[-1]))
            path.append(min(nearer, key=lambda cell: squared_distance(self.grid.point(cell), end)))
        return path[1:]

    def reachable(self, start: int) -> int:
        """Return the bitboard of all cells reachable from `start`."""
        board = 1 << start
        while (spread := self._spread(board)) != board:
            board = spread
        return board

    def path_on_tour(self, start: int, goals: int) -> list[int]:
        """Return the path to the first group of goals on a short tour of the nearest ones."""
        stops = self.nearest_groups(start, goals)
        if not stops:
            return []
        first = next(iter(stops)) if len(stops) == 1 else self._first_of_tour(start, stops)
        return self.path(start, first)

    def nearest_groups(self, start: int, goals: int) -> dict[int, int]:
        """Return the nearest groups of adjacent goals: the bitboard of each by the cell that is reached first."""
        found: dict[int, int] = {}
        reached = 1 << start
        while goals and len(found) < MAX_STOPS:
            while met := reached & goals:
                cell = (met & -met).bit_length() - 1
                found[cell] = group = self._group(1 << cell, goals)
                goals &= ~group
            spread = self._spread(reached)
            if spread == reached:
                break
            reached = spread
        return dict(itertools.islice(found.items(), MAX_STOPS))

    def _group(self, group: int, goals: int) -> int:
        while (grown := self.grid.spread(group, diagonally=True) & goals) != group:
            group = grown
        return group

    def _first_of_tour(self, start: int, stops: Mapping[int, int]) -> int:
        """Return the first stop of the shortest tour; the first leg counts most, since it is certain."""
        first = self._distances(1 << start, stops)
        between = {stop: self._distances(group, stops) for stop, group in stops.items()}

        def length(order: tuple[int, ...]) -> int:
            return 5 * first[order[0]] + 2 * sum(between[one][other] for one, other in itertools.pairwise(order))

        return min(itertools.permutations(stops), key=length)[0]

    def _distances(self, board: int, stops: Mapping[int, int]) -> dict[int, int]:
        """Return the steps from the nearest cell of a bitboard to each group.

        An unreachable group counts as farther than all others: if the tour begins on an impassable cell, such as one in
        flames, two groups can lack a path between them.
        """
        found: dict[int, int] = {}
        left, steps = dict(stops), 0
        while True:
            for stop in [stop for stop, group in left.items() if group & board]:
                found[stop] = steps
                del left[stop]
            spread = self._spread(board)
            if not left or spread == board:
                return found | dict.fromkeys(left, self.grid.size)
            board, steps = spread, steps + 1

    def _spread(self, board: int) -> int:
        return self.grid.spread(board, diagonally=self.diagonally) & self.passable | board
