"""Which part of the level the map shows, and which cell is pointed at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.classes import define
from roguelike.engine.geometry import Point

if TYPE_CHECKING:
    from roguelike.cells.canvas import Rect
    from roguelike.engine.grid import Grid


@define
class Camera:
    """The viewport on the level: it follows the player, or a cursor that is moved by keys."""

    cursor: Point | None = None
    """The cell that is pointed at."""
    focus: Point | None = None
    """The cell that the map scrolls to; the player's unless a cursor was moved by keys."""

    def reset(self) -> None:
        """Point at nothing, and follow the player."""
        self.cursor = self.focus = None

    def origin(self, grid: Grid, player: Point, area: Rect, *, centred: bool = False) -> tuple[int, int]:
        """Return the level's cell that the top left of the map area shows.

        A level that does not fit moves by a third of the area at a time, so that most steps change a few cells only;
        where the player is to be in the middle, it moves with every step, and may show what is outside.
        """
        focus = self.focus or player
        if centred and (area.width < grid.width or area.height < grid.height):
            return _centred(area, player, focus)
        return _scrolled(focus.x, area.width, grid.width), _scrolled(focus.y, area.height, grid.height)


def _centred(area: Rect, player: Point, focus: Point) -> tuple[int, int]:
    """Return where the map begins with the player in the middle, or with `focus` if that would not be on it."""
    half = Point(area.width // 2, area.height // 2)
    is_near = area._replace(x=player.x - half.x, y=player.y - half.y).contains(*focus)
    middle = player if is_near else focus
    return middle.x - half.x, middle.y - half.y


def _scrolled(focus: int, shown: int, whole: int) -> int:
    third = max(1, shown // 3)
    return max(0, min((focus - third) // third * third, whole - shown))
