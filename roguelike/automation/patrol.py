"""Patrols of an explored level for the enemies left on it."""

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
    """The cells in view since the patrol began; it outlasts automations, so that a fight does not restart it.

    Cells not yet in view on this patrol were out of view for longer than the others.
    """

    is_told: bool = False
    """Whether the player knows that the level is explored, so that further exploring is a patrol."""
    _viewed: int = 0
    """The bitboard of the cells in view since the patrol began."""

    _told: dict[int, int] = attrs.field(factory=dict)
    """By depth, the bitboard of the altars, cages and locked doors at which this session has stopped.

    Later sessions know those that the player has left by `Level.left_cells`.
    """

    def is_news(self, seen: Observation, cell: int) -> bool:
        """Return whether the player has not yet stopped at a cell."""
        return not self._told.get(seen.depth, 0) >> cell & 1

    def tell(self, seen: Observation, cells: Iterable[int]) -> None:
        """Record that the player has stopped at some cells."""
        self._told[seen.depth] = self._told.get(seen.depth, 0) | board_of(cells)

    def look(self, seen: Observation) -> None:
        """Record the cells in view."""
        self._viewed |= seen.visible | 1 << seen.cell

    def left(self, seen: Observation) -> int:
        """Return the bitboard of the safe cells not yet in view."""
        return seen.safe & ~self._viewed

    def begin(self) -> None:
        """Begin a new patrol."""
        self._viewed = 0
