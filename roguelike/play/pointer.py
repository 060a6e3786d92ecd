"""The cell of the level that is pointed at."""

from __future__ import annotations

from roguelike.classes import define
from roguelike.engine.geometry import Point


@define
class Pointer:
    """What the player points at, by mouse or with a cursor."""

    cursor: Point | None = None
    """The cell that is pointed at."""
    has_mouse: bool = True
    """Whether there is a mouse to point with."""
    focus: Point | None = None
    """The cell that the map scrolls to; the player's unless a cursor was moved by keys."""

    page: int = 0
    """How often the next page was asked for of the facts about the cell."""

    def reset(self) -> None:
        """Point at nothing, and follow the player."""
        self.cursor, self.focus, self.page = None, None, 0
