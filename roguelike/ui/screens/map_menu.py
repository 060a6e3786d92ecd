"""The menu of actions for a cell of the map."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.cells.input import Button
from roguelike.play.views.map_menu import MapMenu
from roguelike.ui.screens.game_menu import GameMenuScreen
from roguelike.ui.screens.menu import NOTE_WIDTH
from roguelike.ui.widgets.list_menu import ListMenu
from roguelike.ui.widgets.map_view import on_screen
from roguelike.ui.widgets.shades import dimmed

if TYPE_CHECKING:
    from roguelike.cells.canvas import Canvas, Rect
    from roguelike.cells.input import Mouse
    from roguelike.play.views.view import Request

PRESSES: Final = (Button.LEFT, Button.MIDDLE, Button.RIGHT)
BESIDE: Final = 2
"""Columns from the cell to the menu."""


class MapMenuScreen(GameMenuScreen[MapMenu]):
    """The menu beside the marked cell; a click outside closes it."""

    def draw(self, canvas: Canvas) -> None:
        """Dim the map, and draw the menu beside the cell."""
        area = self.area(canvas)
        canvas.change(area, dimmed)
        self.draw_menu(canvas, self._place(canvas, area))

    def _place(self, canvas: Canvas, area: Rect) -> Rect:
        """Return the box of the menu beside the cell, to its right if possible."""
        view = self.view
        box = ListMenu(view.heading, view.rows(), 0, canvas.area, None, view.notes(NOTE_WIDTH), canvas.width).box
        x, y = on_screen(area, self.viewport, view.at) or (area.x, area.y)
        left = x + BESIDE
        if left + box.width > canvas.width:
            left = max(0, x - BESIDE - box.width + 1)
        return box._replace(x=left, y=max(0, min(y, canvas.height - box.height)))

    def on_mouse(self, mouse: Mouse) -> Request:
        """Choose by mouse; a click outside closes the menu."""
        is_inside = self._menu is not None and self._menu.box.contains(mouse.x, mouse.y)
        return super().on_mouse(mouse) if is_inside or mouse.button not in PRESSES else self.view.cancel()
