"""A limit on the work of making a level, counted and never timed: equal games make equal levels on any machine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.classes import define

if TYPE_CHECKING:
    from roguelike.engine.grid import Grid


MAX_WORK: Final = 800_000
"""Units for one level, over all attempts: one or two seconds. A level of the game's own takes about 10,000."""
_CELLS: Final = 8192
"""Cells of which one operation on a bitboard is a unit: on smaller levels it takes hardly less time."""


class TooMuchWork(Exception):
    """A level cannot be made within the limit."""


@define
class Work:
    """The units that are left for a level."""

    left: int = MAX_WORK

    def spend(self, units: int) -> None:
        """Take units away.

        Raises:
            TooMuchWork: none are left.
        """
        self.left -= units
        if self.left < 0:
            raise TooMuchWork


def board_cost(grid: Grid) -> int:
    """Return the units of one operation on a bitboard of a grid."""
    return 1 + grid.size // _CELLS
