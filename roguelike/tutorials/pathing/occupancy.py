"""The unoccupied cells of a level, and path costs over them, where a diagonal step counts 1.41."""

from __future__ import annotations

import bisect
import heapq
from typing import TYPE_CHECKING

import attrs

from roguelike.classes import define
from roguelike.engine.geometry import COMPASS, Point, squared_distance
from roguelike.engine.grid import Grid, board_of

if TYPE_CHECKING:
    from roguelike.engine.geometry import Direction

STRAIGHT, DIAGONAL = 100, 141
"""The costs of a step, in hundredths."""

MAX_STEPS = 99
"""The number of steps up to which all paths of the same cost have the same number of steps."""


class DijkstraMap:
    """Paths over the cells `free` to the cell `goal`, computed lazily by increasing cost.

    It also knows the costs from obstacles: actors on them can ask, and when one of them moves, everything known below
    its cost stays true.
    """

    __slots__ = ("_costs", "_goal", "_grid", "_queue", "_reached", "_settled", "_unknown", "_waiting")

    def __init__(self, grid: Grid, free: int, goal: Point) -> None:
        """Create a map with only the goal."""
        self._grid = grid
        self._goal = goal
        board = 1 << grid.index(goal)
        self._unknown = free & ~board
        self._costs = [0]
        self._reached = [board]
        self._settled = {0: board}
        self._waiting: dict[int, int] = {}
        self._queue: list[int] = []
        self._pass_on(0)

    def step(self, start: Point, most_steps: int) -> Direction | None:
        """Return the first step of a shortest path from `start`, which must exist; None if it has more steps."""
        grid = self._grid
        cell = grid.index(start)
        cost = self._cost(1 << cell)
        if _steps(cost) > most_steps:
            return None
        before = self._settled.get(cost - DIAGONAL, 0), self._settled.get(cost - STRAIGHT, 0)
        ways = [way for way in COMPASS if before[way.is_cardinal] >> cell + grid.offsets[way] & 1]
        return min(ways, key=lambda way: squared_distance(start.step(way), self._goal))

    def change(self, free: int, changed: int) -> None:
        """Update the cells of the bitboard `changed`, so that exactly those in `free` are free."""
        costs = self._costs
        kept = self._first(changed)
        self._unknown = free & ~self._reached[kept - 1]
        if kept == len(costs):
            return
        least = costs[kept]
        for cost in costs[kept:]:
            del self._settled[cost]
        del costs[kept:], self._reached[kept:]
        self._waiting.clear()
        self._queue.clear()
        for cost in costs[bisect.bisect_left(costs, least - DIAGONAL) :]:
            self._pass_on(cost, least)

    def _cost(self, board: int) -> int:
        """Return the cost of the path from a cell: the first cost at which it was reached, settled or not."""
        while not self._reached[-1] & board:
            self._grow()
        return self._costs[self._first(board)]

    def _first(self, board: int) -> int:
        """Return the index of the first cost at which a cell of `board` was reached."""
        return bisect.bisect_left(self._reached, 1, key=lambda reached: reached & board != 0)

    def _grow(self) -> None:
        """Settle the cells of the next cost."""
        cost = heapq.heappop(self._queue)
        board = self._waiting.pop(cost)
        self._costs.append(cost)
        self._reached.append(self._reached[-1] | board)
        front = board & self._unknown
        self._unknown ^= front
        self._settled[cost] = front
        if front:
            self._pass_on(cost)

    def _pass_on(self, cost: int, least: int = 0) -> None:
        """Queue the neighbours of the cells with this cost, where their own cost is `least` or more."""
        stride = self._grid.stride
        front = self._settled[cost]
        across = front << 1 | front >> 1
        if cost + STRAIGHT >= least:
            self._await(cost + STRAIGHT, across | front << stride | front >> stride)
        self._await(cost + DIAGONAL, across << stride | across >> stride)

    def _await(self, cost: int, board: int) -> None:
        if cost in self._waiting:
            self._waiting[cost] |= board
        else:
            self._waiting[cost] = board
            heapq.heappush(self._queue, cost)


def _steps(cost: int) -> int:
    """Return the number of steps of a path with this cost; straight steps do not change its last two digits."""
    diagonals = cost * 61 % 100  # 61 x 141 ends in 01
    return diagonals + (cost - diagonals * DIAGONAL) // STRAIGHT


@define(eq=False)
class Occupancy:
    """The unoccupied cells of a level, and the distance map on them."""

    grid: Grid
    passable: int
    player: Point
    places: list[Point]
    free: int
    ways: DijkstraMap = attrs.field(init=False)

    @ways.default
    def _new_map(self) -> DijkstraMap:
        return DijkstraMap(self.grid, self.free, self.player)

    def follow(self, places: list[Point]) -> None:
        """Update the map for the monsters that have moved."""
        index = self.grid.index
        moved = [pair for pair in zip(self.places, places, strict=True) if pair[0] != pair[1]]
        left = board_of(index(before) for before, _ in moved)
        taken = board_of(index(now) for _, now in moved)
        self.free = (self.free | left) & self.passable & ~taken
        self.places = places
        self.ways.change(self.free, left | taken)
