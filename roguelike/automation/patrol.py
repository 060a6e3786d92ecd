"""Going round an explored level, for the enemies that are left on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.classes import define

if TYPE_CHECKING:
    from roguelike.engine.observation import Observation


@define
class Patrol:
    """What was in view on the present round: it outlasts automations, so that a fight does not begin a round anew.

    What is left of a round was out of view for longer than what was in view on it.
    """

    is_told: bool = False
    """Whether the player knows that all is explored, and who explores further wants to go round."""
    _viewed: int = 0
    """The bitboard of the cells that were in view since the round began."""

    def look(self, seen: Observation) -> None:
        """Take note of what is in view."""
        self._viewed |= seen.visible | 1 << seen.cell

    def left(self, seen: Observation) -> int:
        """Return the bitboard of the safe cells that were not in view yet."""
        return seen.safe & ~self._viewed

    def begin(self) -> None:
        """Begin a new round."""
        self._viewed = 0
