"""The pointer: the cell under the mouse or cursor."""

from __future__ import annotations

from roguelike.classes import define
from roguelike.engine.geometry import Point


@define
class Pointer:
    """The player's pointer, moved by mouse or keys."""

    cursor: Point | None = None
    """The cell under the pointer; None for none."""
    has_mouse: bool = True
    """Whether there is a mouse."""
    focus: Point | None = None
    """The cell to which the map scrolls; None for the player's, unless keys moved the cursor."""

    page: int = 0
    """The page of the cell's facts, from 0."""

    def reset(self) -> None:
        """Point at nothing and follow the player."""
        self.cursor, self.focus, self.page = None, None, 0
