"""Distance maps: how many steps every cell is from a goal, grown one step at a time and only as far as anyone asks.

Each step is a breadth-first search over a whole bitboard at once, so one more step costs a few shifts of one integer,
whatever the number of cells. Actors that stand still can be made to cost more than a step, so that those behind them
look for a way round.
"""

from __future__ import annotations

import bisect
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roguelike.engine.grid import Grid


class DistanceMap:
    """The distances of the cells of `passable` from the cell `goal`, in steps."""

    __slots__ = (
        "_delays",
        "_front",
        "_grid",
        "_held",
        "_limit",
        "_reached",
        "_ring",
        "_slow",
        "_spread",
        "_steps",
        "_unknown",
    )

    def __init__(
        self,
        grid: Grid,
        passable: int,
        goal: int,
        *,
        diagonally: bool,
        delays: Mapping[int, int] | None = None,
        limit: int | None = None,
    ) -> None:
        """Begin a map.

        Args:
            grid: numbers the cells.
            passable: the bitboard of the cells that can be entered; the goal itself need not be one.
            goal: the cell from which distances count.
            diagonally: whether a step goes to any of eight neighbours, or of four.
            delays: by a number of steps, the bitboard of the cells that cost so many steps more to enter.
            limit: the greatest distance of interest.
        """
        self._grid = grid
        self._spread = diagonally
        self._ring = grid.ring if diagonally else grid.cross
        self._delays = dict(delays or {})
        self._slow = 0
        for board in self._delays.values():
            self._slow |= board
        self._limit = limit
        self._front = 1 << goal
        self._reached = [1 << goal]
        self._steps = [0]
        self._unknown = passable & ~(1 << goal)
        self._held: dict[int, int] = {}

    def distance(self, cell: int) -> int | None:
        """Return the steps from `cell` to the goal, or None where there is no way within the limit."""
        place = self._first(1 << cell)
        return None if place is None else self._steps[place]

    def downhill(self, cell: int) -> int:
        """Return the bitboard of those neighbours of `cell` that are nearest to the goal; 0 where there is no way."""
        return self.window(cell) << cell - self._grid.stride - 1

    def window(self, cell: int) -> int:
        """Return the same, moved down so that the lowest bit is the neighbour in the north-west: a small integer."""
        ring, corner = self._ring, cell - self._grid.stride - 1
        place = self._first(ring << corner)
        return 0 if place is None else self._reached[place] >> corner & ring

    def within(self, steps: int) -> int:
        """Return the bitboard of the cells no further than so many steps from the goal, and within the limit."""
        self._grow_to(0)
        return self._reached[bisect.bisect_right(self._steps, steps) - 1]

    def _first(self, board: int) -> int | None:
        """Return the place of the first distance at which a cell of `board` was reached."""
        reached = self._reached
        if not (reached[-1] & board or self._grow_to(board)):
            return None
        low, high = 0, len(reached) - 1
        while low < high:
            middle = (low + high) // 2
            if reached[middle] & board:
                high = middle
            else:
                low = middle + 1
        return low

    def _grow_to(self, board: int) -> bool:
        """Go on, one distance after the other, until a cell of `board` is reached; return whether any is."""
        diagonally, stride, held, slow = self._spread, self._grid.stride, self._held, self._slow
        reached, steps, limit = self._reached, self._steps, self._limit
        front, unknown, seen, distance = self._front, self._unknown, reached[-1], steps[-1]
        while not seen & board:
            if front:
                distance += 1
            elif held:
                distance = min(held)
            else:
                break
            if limit is not None and distance > limit:
                break
            across = front | front << 1 | front >> 1  # as `Grid.spread`: most of the time of a hunt goes here
            tall = across if diagonally else front
            front = (across | tall << stride | tall >> stride) & unknown
            unknown ^= front
            if slow and front & slow:
                front = self._hold_back(front, distance)
            if held:
                front |= held.pop(distance, 0)
            seen |= front
            steps.append(distance)
            reached.append(seen)
        self._front, self._unknown = front, unknown
        return bool(seen & board)

    def _hold_back(self, fresh: int, distance: int) -> int:
        """Keep the slow cells of `fresh` for a later step, and return the others."""
        slow = fresh & self._slow
        for delay, board in self._delays.items():
            if held := slow & board:
                self._held[distance + delay] = self._held.get(distance + delay, 0) | held
                slow ^= held
                fresh ^= held
                if not slow:
                    break
        return fresh
