"""Menus over the map."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

from roguelike.play.views.inventory import ActionMenu
from roguelike.play.views.items import GameMenu
from roguelike.play.views.view import Replace
from roguelike.ui.screens.menu import DialogScreen
from roguelike.ui.viewport import Viewport

if TYPE_CHECKING:
    from roguelike.cells.canvas import Canvas, Rect
    from roguelike.cells.input import Mouse
    from roguelike.play.views.view import Request

WIDE_ENOUGH: Final = 40
"""Columns of a map below which a menu that needs room takes those of the panel, too."""
G_co = TypeVar("G_co", bound=GameMenu, covariant=True)


class GameMenuScreen(DialogScreen[G_co]):
    """A menu in the middle of the map."""

    viewport: Viewport

    def __init__(self, view: G_co, viewport: Viewport | None = None) -> None:
        super().__init__(view, viewport or Viewport(view.perspective))

    def area(self, canvas: Canvas) -> Rect:
        """Return the map, or all above the log where that is narrow and the menu needs room."""
        area = self.viewport.layout(canvas).map
        return area._replace(width=canvas.width) if self.view.needs_room and area.width < WIDE_ENOUGH else area

    def on_mouse(self, mouse: Mouse) -> Request:
        """Choose by mouse; the second press of a double click that opened the menu of an item chooses nothing."""
        view = self.view
        if isinstance(view, ActionMenu):
            opened_at, view.opened_at = view.opened_at, None
            if (mouse.x, mouse.y) == opened_at:
                return None
        answer = super().on_mouse(mouse)
        if isinstance(answer, Replace) and isinstance(answer.view, ActionMenu):
            answer.view.opened_at = mouse.x, mouse.y
        return answer
