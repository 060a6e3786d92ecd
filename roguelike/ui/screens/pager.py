"""Text in lines, more of it than fits."""

from __future__ import annotations

import abc
from typing import TYPE_CHECKING, ClassVar

from roguelike.cells.canvas import Rect, Style
from roguelike.cells.color import grey
from roguelike.cells.input import Button
from roguelike.narration.message import Span
from roguelike.narration.message_log import wrap
from roguelike.settings.keymap import Action
from roguelike.ui.screens.screen import Pop, Screen, ScreenRequest
from roguelike.ui.widgets.list_menu import draw_frame
from roguelike.ui.widgets.message_lines import draw_line

if TYPE_CHECKING:
    from roguelike.cells.canvas import Canvas
    from roguelike.cells.input import Mouse
    from roguelike.narration.message_log import Line

WHEEL_LINES = 3


class ScrollingScreen(Screen):
    """Lines in a frame that fills the screen, to be scrolled and paged through."""

    starts_at_end = False

    def __init__(self) -> None:
        self._top: int | None = None if self.starts_at_end else 0
        """The first line shown; None for the last page, wherever that begins."""
        self._page = 1
        self._count = 0

    @abc.abstractmethod
    def lines(self, width: int) -> list[Line]:
        """Return everything there is to read, in lines of at most `width` columns."""

    @property
    def heading(self) -> str:
        """What stands on the frame."""
        return self.title

    def foot(self, width: int) -> list[Line]:
        """Return lines that stay below the text, however far it is scrolled."""
        return []

    def place_row(self, height: int) -> int:
        """Return the row of the frame that tells which lines are shown."""
        return height - 1

    def draw(self, canvas: Canvas) -> None:
        """Draw the frame, the page, and where in the text it is."""
        box = canvas.area
        draw_frame(canvas, box, self.heading)
        foot = self.foot(max(1, box.width - 4))
        inner = Rect(2, 1, max(1, box.width - 4), max(1, box.height - 2 - len(foot)))
        for row, line in enumerate(foot, start=inner.height + 1):
            draw_line(canvas, inner.x, row, line, inner.width)
        lines = self.lines(inner.width)
        self._page, self._count = inner.height, len(lines)
        top = self._first()
        for row, line in enumerate(lines[top : top + inner.height]):
            draw_line(canvas, inner.x, inner.y + row, line, inner.width)
        if self._count > self._page:
            note = f" {top + 1}-{min(self._count, top + self._page)} of {self._count} "
            canvas.write(box.width - len(note) - 2, self.place_row(box.height), note, Style(grey(187)))

    def on_mouse(self, mouse: Mouse) -> ScreenRequest:
        """Scroll with the wheel."""
        if mouse.button is Button.WHEEL_UP:
            self._scroll(-WHEEL_LINES)
        elif mouse.button is Button.WHEEL_DOWN:
            self._scroll(WHEEL_LINES)
        return None

    def _first(self) -> int:
        last = max(0, self._count - self._page)
        return last if self._top is None else min(self._top, last)

    def _scroll(self, lines: int) -> None:
        self._top = max(0, min(self._first() + lines, self._count - self._page))

    def do_line_up(self) -> ScreenRequest:
        """Scroll a line up."""
        self._scroll(-1)
        return None

    def do_line_down(self) -> ScreenRequest:
        """Scroll a line down."""
        self._scroll(1)
        return None

    def do_page_up(self) -> ScreenRequest:
        """Go a page up."""
        self._scroll(-self._page)
        return None

    def do_page_down(self) -> ScreenRequest:
        """Go a page down."""
        self._scroll(self._page)
        return None

    def do_start(self) -> ScreenRequest:
        """Go to the first line."""
        self._top = 0
        return None

    def do_end(self) -> ScreenRequest:
        """Go to the last page."""
        self._top = None
        return None

    HELP_NOTES = (("wheel", "scroll"),)
    SCROLLING: ClassVar[tuple[Action, ...]] = (
        Action("line_up", ("up", "k"), "line up"),
        Action("line_down", ("down", "j"), "line down"),
        Action("page_up", ("page_up", "b"), "page up"),
        Action("page_down", ("page_down", " "), "page down"),
        Action("start", ("home", "g"), "start"),
        Action("end", ("end", "G"), "end"),
    )


class PagerScreen(ScrollingScreen):
    """Such lines to read and leave."""

    def on_mouse(self, mouse: Mouse) -> ScreenRequest:
        """Scroll with the wheel; a right click closes."""
        return Pop() if mouse.button is Button.RIGHT else super().on_mouse(mouse)

    def do_close(self) -> ScreenRequest:
        """Go back."""
        return Pop()

    def way_back(self, width: int) -> list[Line]:
        """Return the key that closes it, in lines of at most `width` columns."""
        return wrap((Span(f"{self.key_of('close')}: back", grey(187)),), width)

    ACTIONS = (*ScrollingScreen.SCROLLING, Action("close", ("escape", "q", "enter"), "back"))
