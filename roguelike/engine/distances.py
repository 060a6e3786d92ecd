"""Distance maps: the steps from every cell to a goal, computed lazily, one distance at a time.

Each step is a breadth-first search over a whole bitboard, so one more step costs a few shifts of one integer,
whatever the number of cells. Actors that stand still can be made to cost more than a step, so that those behind them
take a detour.
"""

from __future__ import annotations

import bisect
import sys
from typing import TYPE_CHECKING

from roguelike.engine.grid import board_of

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
        "_waiting",
    )

    def __init__(
        self,
        grid: Grid,
        passable: int,
        goal: int,
        *,
        diagonally: bool,
        delays: Mapping[int, int] | None = None,
        waiting: Mapping[int, int] | None = None,
        limit: int | None = None,
    ) -> None:
        """Create a map, of which only the goal is known so far.

        Args:
            grid: numbers the cells.
            passable: the bitboard of the cells that can be entered; the goal itself need not be among them.
            goal: the cell from which distances count.
            diagonally: whether a step goes to any of eight neighbours, or only of four.
            delays: bitboards of cells by the number of additional steps that they cost to enter.
            waiting: additional steps by the cell of an actor that stands still; `delays` takes precedence.
            limit: the maximum distance that is computed.
        """
        self._grid = grid
        self._spread = diagonally
        self._ring = grid.ring if diagonally else grid.cross
        self._delays = dict(delays or {})
        self._waiting = waiting or {}
        self._slow = board_of(self._waiting)
        for board in self._delays.values():
            self._slow |= board
        self._limit = sys.maxsize if limit is None else limit
        self._front = 1 << goal
        self._reached = [1 << goal]
        self._steps = [0]
        self._unknown = passable & ~(1 << goal)
        self._held: dict[int, int] = {}

    def distance(self, cell: int) -> int | None:
        """Return the steps from `cell` to the goal; None if no path is within the limit."""
        board, reached = 1 << cell, self._reached
        if not (reached[-1] & board or self._grow_to(board)):
            return None
        return self._steps[bisect.bisect_left(reached, 1, key=board.__and__)]

    def downhill(self, cell: int) -> int:
        """Return the bitboard of those neighbours of `cell` that are nearest to the goal; 0 if there is no path."""
        return self.window(cell) << cell - self._grid.stride - 1

    def window(self, cell: int) -> int:
        """Return `downhill`, shifted so that the lowest bit is the neighbour in the north-west: a small integer."""
        ring, corner, reached = self._ring, cell - self._grid.stride - 1, self._reached
        board, low, high = ring << corner, 0, len(reached) - 1
        if not reached[high] & board:
            return reached[-1] >> corner & ring if self._grow_to(board) else 0
        while low < high:  # find the first distance at which one is reached
            middle = (low + high) // 2
            if reached[middle] & board:
                high = middle
            else:
                low = middle + 1
        return reached[low] >> corner & ring

    def within(self, steps: int) -> int:
        """Return the bitboard of the cells within `steps` steps of the goal, and within the limit."""
        self._grow_to(0)
        return self._reached[bisect.bisect_right(self._steps, steps) - 1]

    def _grow_to(self, board: int) -> bool:
        """Grow the map, one distance after the other, until a cell of `board` is reached; return whether one is."""
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
            if distance > limit:
                break
            across = front | front << 1 | front >> 1  # inlines `Grid.spread`: most of the time of a hunt is spent here
            tall = across if diagonally else front
            front = (across | tall << stride | tall >> stride) & unknown
            unknown ^= front
            if front & slow:
                front = self._hold_back(front, distance)
            if held:
                front |= held.pop(distance, 0)
            seen |= front
            steps.append(distance)
            reached.append(seen)
        self._front, self._unknown = front, unknown
        return bool(seen & board)

    def _hold_back(self, fresh: int, distance: int) -> int:
        """Hold the slow cells of `fresh` back for a later distance, and return the others."""
        kept, slow = self._held, fresh & self._slow
        fresh ^= slow
        for delay, board in self._delays.items():
            if held := slow & board:
                kept[distance + delay] = kept.get(distance + delay, 0) | held
                slow ^= held
        while slow:
            lowest = slow & -slow
            due = distance + self._waiting[lowest.bit_length() - 1]
            kept[due] = kept.get(due, 0) | lowest
            slow ^= lowest
        return fresh
