"""Text in lines, more of it than fits."""

from __future__ import annotations

import abc
from typing import TYPE_CHECKING, ClassVar, Final, TypeVar

from roguelike.cells.canvas import Rect, Style
from roguelike.cells.color import grey
from roguelike.cells.input import Button
from roguelike.cells.text import shortened
from roguelike.play.views.page import Page, Scrolled
from roguelike.ui.screens.screen import Screen
from roguelike.ui.widgets.list_menu import draw_frame
from roguelike.ui.widgets.message_lines import draw_line

if TYPE_CHECKING:
    from roguelike.cells.canvas import Canvas
    from roguelike.cells.input import Mouse
    from roguelike.narration.message_log import Line
    from roguelike.play.views.view import Request

WHEEL_LINES: Final = 3
PLACE_WIDTH: Final = 18
"""Columns for the lines that are shown, on the frame."""
S_co = TypeVar("S_co", bound=Scrolled, covariant=True)


class ScrolledScreen(Screen[S_co]):
    """Lines in a frame that fills the screen."""

    places_on_top: ClassVar[bool] = False
    """Whether the upper edge of the frame says which lines are shown, and not the lower one."""

    @abc.abstractmethod
    def lines(self, width: int) -> list[Line]:
        """Return everything there is to read, in lines of at most `width` columns."""

    def draw(self, canvas: Canvas) -> None:
        """Draw the frame, the page, and where in the text it is."""
        box, view = canvas.area, self.view
        draw_frame(canvas, box, view.heading)
        foot = view.foot(max(1, box.width - 4))
        inner = Rect(2, 1, max(1, box.width - 4), max(1, box.height - 2 - len(foot)))
        for row, line in enumerate(foot, start=inner.height + 1):
            draw_line(canvas, inner.x, row, line, inner.width)
        view.height = inner.height
        lines = self.lines(inner.width)
        view.count = len(lines)
        top = view.top
        for row, line in enumerate(lines[top : top + inner.height]):
            draw_line(canvas, inner.x, inner.y + row, line, inner.width)
        if view.count > view.height:
            note = f" {top + 1}-{min(view.count, top + view.height)} of {view.count} "
            canvas.write(box.width - len(note) - 2, 0 if self.places_on_top else box.height - 1, note, Style(grey(187)))

    def on_mouse(self, mouse: Mouse) -> Request:
        """Scroll with the wheel."""
        if mouse.button is Button.WHEEL_UP:
            return self.view.scroll(-WHEEL_LINES)
        if mouse.button is Button.WHEEL_DOWN:
            return self.view.scroll(WHEEL_LINES)
        return None


class PageScreen(ScrolledScreen[Page]):
    """Such lines to read and leave; a right click closes."""

    def lines(self, width: int) -> list[Line]:
        """Return the lines of the page."""
        return self.view.lines(width)

    def draw(self, canvas: Canvas) -> None:
        """Draw the page, and the text on its lower edge."""
        canvas.exact = self.view.exact_colors
        super().draw(canvas)
        if (edge := self.view.edge) is not None:
            room = canvas.width - (PLACE_WIDTH if self.view.count > self.view.height else 4)
            canvas.write(2, canvas.height - 1, shortened(edge.text, room), Style(edge.color, bold=edge.bold))

    def on_mouse(self, mouse: Mouse) -> Request:
        """Scroll with the wheel; a right click closes."""
        return self.view.close() if mouse.button is Button.RIGHT else super().on_mouse(mouse)
