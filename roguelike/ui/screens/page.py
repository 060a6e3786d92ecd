"""Screens of scrolling text."""

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
from roguelike.ui.widgets.shades import dimmed

if TYPE_CHECKING:
    from roguelike.cells.canvas import Canvas
    from roguelike.cells.input import Mouse
    from roguelike.narration.message_log import Line
    from roguelike.play.views.view import Request

WHEEL_LINES: Final = 3
PLACE_WIDTH: Final = 18
"""Columns for the range of visible lines on the frame."""
EDGES: Final = 4
"""Columns of the frame and its margins."""
USUAL: Final = (80, 24)
"""Maximum columns and rows of a screen that a page fills completely."""
MAX_WIDTH: Final = 132
"""Maximum columns of a page, if its text then fits the screen's height."""
S_co = TypeVar("S_co", bound=Scrolled, covariant=True)


class ScrolledScreen(Screen[S_co]):
    """Lines in a frame that fills the screen."""

    places_on_top: ClassVar[bool] = False
    """Whether the range of visible lines is on the upper edge of the frame rather than the lower one."""

    @abc.abstractmethod
    def lines(self, width: int) -> list[Line]:
        """Return the whole text in lines of at most `width` columns."""

    def text(self, canvas: Canvas) -> tuple[Rect, list[Line], list[Line]]:
        """Return the frame, the lines of the text, and the fixed lines below it."""
        width, view = max(1, canvas.width - EDGES), self.view
        foot = view.foot(width)
        view.height = max(1, canvas.height - 2 - len(foot))
        return canvas.area, self.lines(width), foot

    def draw(self, canvas: Canvas) -> None:
        """Draw the frame, the visible lines and their range."""
        self.draw_text(canvas, *self.text(canvas))

    def draw_text(self, canvas: Canvas, box: Rect, lines: list[Line], foot: list[Line]) -> None:
        """Draw the visible lines in a frame, and their range."""
        view = self.view
        draw_frame(canvas, box, view.heading)
        inner = Rect(box.x + 2, box.y + 1, max(1, box.width - EDGES), max(1, box.height - 2 - len(foot)))
        for row, line in enumerate(foot, start=inner.y + inner.height):
            draw_line(canvas, inner.x, row, line, inner.width)
        view.height, view.count = inner.height, len(lines)
        top = view.top
        for row, line in enumerate(lines[top : top + inner.height]):
            draw_line(canvas, inner.x, inner.y + row, line, inner.width)
        if view.count > view.height:
            note = f" {top + 1}-{min(view.count, top + view.height)} of {view.count} "
            y = box.y if self.places_on_top else box.y + box.height - 1
            canvas.write(box.x + box.width - len(note) - 2, y, note, Style(grey(187)))

    def on_mouse(self, mouse: Mouse) -> Request:
        """Scroll with the wheel."""
        if mouse.button is Button.WHEEL_UP:
            return self.view.scroll(-WHEEL_LINES)
        if mouse.button is Button.WHEEL_DOWN:
            return self.view.scroll(WHEEL_LINES)
        return None


class PageScreen(ScrolledScreen[Page]):
    """A page of scrolling text; a right click closes it.

    On a screen of more than 80x24 cells, the frame is as large as the text, over the screen beneath.
    """

    is_overlay = True

    def lines(self, width: int) -> list[Line]:
        """Return the lines of the page."""
        return self.view.lines(width)

    def text(self, canvas: Canvas) -> tuple[Rect, list[Line], list[Line]]:
        """Return a centred frame and its text, with lines longer than `MAX_WIDTH` only if it would be too high."""
        if canvas.width <= USUAL[0] or canvas.height <= USUAL[1]:
            return super().text(canvas)
        wide = min(canvas.width, MAX_WIDTH)
        lines, foot, high = self._written(wide)
        if high > canvas.height and wide < canvas.width:
            lines, foot, high = self._written(canvas.width)
        widest = max((sum(len(span.text) for span in line) for line in (*lines, *foot)), default=0)
        width = min(canvas.width, max(USUAL[0], widest + EDGES))
        return canvas.area.centered(width, min(canvas.height, high)), lines, foot

    def _written(self, width: int) -> tuple[list[Line], list[Line], int]:
        """Return the lines in a frame of a width, the fixed lines below them, and the rows of the frame."""
        lines, foot = self.lines(width - EDGES), self.view.foot(width - EDGES)
        return lines, foot, len(lines) + len(foot) + 2

    def draw(self, canvas: Canvas) -> None:
        """Dim the screen beneath, and draw the page with the text on its lower edge."""
        canvas.exact, canvas.cursor = self.view.exact_colors, None
        canvas.change(canvas.area, dimmed)
        box, lines, foot = self.text(canvas)
        self.draw_text(canvas, box, lines, foot)
        if (edge := self.view.edge) is not None:
            room = box.width - (PLACE_WIDTH if self.view.count > self.view.height else EDGES)
            text = shortened(edge.text, room)
            canvas.write(box.x + 2, box.y + box.height - 1, text, Style(edge.color, bold=edge.bold))

    def on_mouse(self, mouse: Mouse) -> Request:
        """Scroll with the wheel; a right click closes."""
        return self.view.close() if mouse.button is Button.RIGHT else super().on_mouse(mouse)
