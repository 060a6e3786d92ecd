"""Menus over the map."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

from roguelike.cells.canvas import Rect
from roguelike.play.views.inventory import ActionMenu
from roguelike.play.views.items import GameMenu
from roguelike.play.views.view import Replace
from roguelike.ui.layout import PANEL_HEIGHT
from roguelike.ui.screens.menu import DialogScreen
from roguelike.ui.viewport import Viewport

if TYPE_CHECKING:
    from roguelike.cells.canvas import Canvas
    from roguelike.cells.input import Mouse
    from roguelike.play.views.view import Request
    from roguelike.ui.layout import Layout

WIDE_ENOUGH: Final = 40
"""On a map narrower than this, in columns, a menu that needs room also covers the panel."""
BESIDE: Final = 60
"""Minimum columns beside the map for such a menu to leave the map uncovered."""
BELOW: Final = 8
"""Rows of such a menu for its frame and notes."""
G_co = TypeVar("G_co", bound=GameMenu, covariant=True)


class GameMenuScreen(DialogScreen[G_co]):
    """A menu in the middle of the map."""

    viewport: Viewport

    def __init__(self, view: G_co, viewport: Viewport | None = None) -> None:
        super().__init__(view, viewport or Viewport(view.perspective))

    def draw(self, canvas: Canvas) -> None:
        """Draw the menu over the map, or beside it instead of the inventory."""
        layout = self.viewport.layout(canvas)
        if self._is_beside(layout):
            canvas.fill(layout.pack)
        super().draw(canvas)

    def area(self, canvas: Canvas) -> Rect:
        """Return the map; if it is narrow, everything above the log; if there is room, everything beside the map.

        Only menus that need room go beside the map; the documents have none of these.
        """
        layout = self.viewport.layout(canvas)
        area, panel = layout.map, layout.panel
        if self._is_beside(layout):
            needed = max(PANEL_HEIGHT, len(self.view.rows()) + BELOW)
            return Rect(panel.x, panel.y, canvas.width - panel.x, min(needed, canvas.height - panel.y))
        if panel.y > area.y:
            return Rect(0, area.y, canvas.width, layout.log.y - area.y)
        return area._replace(width=canvas.width) if self.view.needs_room and area.width < WIDE_ENOUGH else area

    def _is_beside(self, layout: Layout) -> bool:
        """Return whether the menu is beside the map."""
        panel, pack = layout.panel, layout.pack
        return self.view.needs_room and pack.x > panel.x and panel.width + pack.width >= BESIDE

    def on_mouse(self, mouse: Mouse) -> Request:
        """Choose by mouse; ignore the second press of a double click that opened an item's menu."""
        view = self.view
        if isinstance(view, ActionMenu):
            opened_at, view.opened_at = view.opened_at, None
            if (mouse.x, mouse.y) == opened_at:
                return None
        answer = super().on_mouse(mouse)
        if isinstance(answer, Replace) and isinstance(answer.view, ActionMenu):
            answer.view.opened_at = mouse.x, mouse.y
        return answer
