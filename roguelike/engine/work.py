"""A limit on the work of generating a level, counted instead of timed: levels are equal on all machines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.classes import define

if TYPE_CHECKING:
    from roguelike.engine.grid import Grid


MAX_WORK: Final = 800_000
"""Maximum units for one level, over all attempts: one or two seconds. Levels of the main game take about 10,000."""
_CELLS: Final = 8192
"""Cells per unit of one operation on a bitboard: on smaller levels it takes hardly less time."""


class TooMuchWork(Exception):
    """A level cannot be generated within the limit."""


@define
class Work:
    """The remaining units of work for a level."""

    left: int = MAX_WORK

    def spend(self, units: int) -> None:
        """Spend units.

        Raises:
            TooMuchWork: none are left.
        """
        self.left -= units
        if self.left < 0:
            raise TooMuchWork


def board_cost(grid: Grid) -> int:
    """Return the units of one operation on a bitboard of a grid."""
    return 1 + grid.size // _CELLS
