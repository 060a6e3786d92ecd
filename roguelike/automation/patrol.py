"""Going round an explored level, for the enemies that are left on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from roguelike.classes import define
from roguelike.engine.grid import board_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roguelike.engine.observation import Observation


@define
class Patrol:
    """What was in view on the present round: it outlasts automations, so that a fight does not restart a round.

    What is left of a round was out of view for longer than what was in view on it.
    """

    is_told: bool = False
    """Whether the player knows that all is explored, and who explores further wants to go round."""
    _viewed: int = 0
    """The bitboard of the cells that were in view since the round began."""

    _told: dict[int, int] = attrs.field(factory=dict)
    """By depth, the bitboard of the altars, cages and locked doors at which this session has stopped.

    Later sessions know those that the player has left since by `Level.left_cells`.
    """

    def is_news(self, seen: Observation, cell: int) -> bool:
        """Return whether the player has not stopped at a cell yet."""
        return not self._told.get(seen.depth, 0) >> cell & 1

    def tell(self, seen: Observation, cells: Iterable[int]) -> None:
        """Take note that the player has stopped there."""
        self._told[seen.depth] = self._told.get(seen.depth, 0) | board_of(cells)

    def look(self, seen: Observation) -> None:
        """Take note of what is in view."""
        self._viewed |= seen.visible | 1 << seen.cell

    def left(self, seen: Observation) -> int:
        """Return the bitboard of the safe cells that were not in view yet."""
        return seen.safe & ~self._viewed

    def begin(self) -> None:
        """Begin a new round."""
        self._viewed = 0
