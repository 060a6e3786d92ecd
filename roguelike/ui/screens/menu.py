"""Menus: a list in a frame, by itself or over another screen, which is dimmed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

from roguelike.cells.input import Button
from roguelike.play.views.menu import Dialog, Menu
from roguelike.ui.screens.screen import Screen
from roguelike.ui.widgets.list_menu import ListMenu
from roguelike.ui.widgets.shades import dimmed

if TYPE_CHECKING:
    from roguelike.cells.canvas import Canvas, Rect
    from roguelike.cells.input import Mouse
    from roguelike.play.views.view import Request
    from roguelike.ui.viewport import Viewport

NOTE_WIDTH: Final = 40
"""Columns of the lines below the rows."""
M_co = TypeVar("M_co", bound=Menu, covariant=True)
D_co = TypeVar("D_co", bound=Dialog, covariant=True)


class MenuScreen(Screen[M_co]):
    """A list with a highlight."""

    def __init__(self, view: M_co, viewport: Viewport | None = None) -> None:
        super().__init__(view, viewport)
        self._menu: ListMenu | None = None
        """The last drawn menu, for the mouse."""
        self._top: int | None = None

    def draw(self, canvas: Canvas) -> None:
        """Draw the menu in the middle of the screen."""
        self.draw_menu(canvas, canvas.area)

    def draw_menu(self, canvas: Canvas, area: Rect) -> None:
        """Draw the menu in the middle of `area`."""
        view = self.view
        view.width = canvas.width
        notes = view.notes(min(NOTE_WIDTH, area.width - 4))
        widest = canvas.width - area.x
        self._menu = ListMenu(view.heading, view.rows(), view.highlight, area, self._top, notes, widest, view.answer)
        self._menu.draw(canvas)
        if view.takes_text:  # shown as the title
            canvas.fields = range(self._menu.box.y + 1)

    def on_mouse(self, mouse: Mouse) -> Request:
        """Highlight the row under the mouse; any button chooses it, and the wheel moves the highlight."""
        if mouse.button is Button.WHEEL_UP:
            return self.view.previous()
        if mouse.button is Button.WHEEL_DOWN:
            return self.view.next()
        row = self._menu.row_at(mouse.x, mouse.y) if self._menu is not None else None
        if self._menu is None or row is None:
            return None
        if mouse.button is Button.MOVE:
            # Do not scroll to the highlight: the row would move from under the mouse.
            self.view.highlight, self._top = row, self._menu.first
            return None
        return self.view.choose_by_mouse(row)


class DialogScreen(MenuScreen[D_co]):
    """A menu over another screen; a right click beside the rows closes it."""

    is_overlay = True

    def area(self, canvas: Canvas) -> Rect:
        """Return the area to dim."""
        return canvas.area

    def draw(self, canvas: Canvas) -> None:
        """Dim the area, and draw the menu in its middle."""
        area = self.area(canvas)
        canvas.change(area, dimmed)
        self.draw_menu(canvas, area)

    def on_mouse(self, mouse: Mouse) -> Request:
        """Choose by mouse; a right click beside the rows closes the menu."""
        answer = super().on_mouse(mouse)
        return self.view.cancel() if answer is None and mouse.button is Button.RIGHT else answer
