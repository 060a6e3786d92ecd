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
from roguelike.ui.widgets.shades import dimmed

if TYPE_CHECKING:
    from roguelike.cells.canvas import Canvas
    from roguelike.cells.input import Mouse
    from roguelike.narration.message_log import Line
    from roguelike.play.views.view import Request

WHEEL_LINES: Final = 3
PLACE_WIDTH: Final = 18
"""Columns for the lines that are shown, on the frame."""
EDGES: Final = 4
"""Columns of the frame and its margins."""
USUAL: Final = (80, 24)
"""Columns and rows of a screen that a page fills."""
MAX_WIDTH: Final = 132
"""Columns of a page with text that would fit in less."""
S_co = TypeVar("S_co", bound=Scrolled, covariant=True)


class ScrolledScreen(Screen[S_co]):
    """Lines in a frame that fills the screen."""

    places_on_top: ClassVar[bool] = False
    """Whether the upper edge of the frame says which lines are shown, and not the lower one."""

    @abc.abstractmethod
    def lines(self, width: int) -> list[Line]:
        """Return everything there is to read, in lines of at most `width` columns."""

    def text(self, canvas: Canvas) -> tuple[Rect, list[Line], list[Line]]:
        """Return where the frame is, everything there is to read, and the lines that stay below it."""
        width, view = max(1, canvas.width - EDGES), self.view
        foot = view.foot(width)
        view.height = max(1, canvas.height - 2 - len(foot))
        return canvas.area, self.lines(width), foot

    def draw(self, canvas: Canvas) -> None:
        """Draw the frame, the page, and where in the text it is."""
        self.draw_text(canvas, *self.text(canvas))

    def draw_text(self, canvas: Canvas, box: Rect, lines: list[Line], foot: list[Line]) -> None:
        """Draw the page in a frame, and where in the text it is."""
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
    """Such lines to read and leave; a right click closes.

    On a screen with more than 80x24 cells, the frame is as large as the text, over what is beneath.
    """

    is_overlay = True

    def lines(self, width: int) -> list[Line]:
        """Return the lines of the page."""
        return self.view.lines(width)

    def text(self, canvas: Canvas) -> tuple[Rect, list[Line], list[Line]]:
        """Return a frame in the middle of the screen, and its text, in longer lines only where it has too many."""
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
        """Return the lines in a frame of that width, those below them, and the rows of the frame."""
        lines, foot = self.lines(width - EDGES), self.view.foot(width - EDGES)
        return lines, foot, len(lines) + len(foot) + 2

    def draw(self, canvas: Canvas) -> None:
        """Dim what is beneath, and draw the page with the text on its lower edge."""
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
