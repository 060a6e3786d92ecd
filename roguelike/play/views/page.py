"""Base classes of scrolling text."""

from __future__ import annotations

import abc
from typing import TYPE_CHECKING, ClassVar

from roguelike.cells.color import grey
from roguelike.narration.message import Span
from roguelike.narration.message_log import wrap
from roguelike.play.views.view import Action, AnyAction, Close, View

if TYPE_CHECKING:
    from roguelike.narration.message_log import Line
    from roguelike.play.views.view import Request


class Scrolled(View):
    """Text that scrolls by lines and pages."""

    starts_at_end: ClassVar[bool] = False
    height: int = 1
    """Number of visible lines, set by the front-end."""
    count: int = 0
    """Number of all lines, set by the front-end."""

    def __init__(self) -> None:
        self._top: int | None = None if self.starts_at_end else 0
        """Index of the first visible line; None for the last page."""

    @property
    def heading(self) -> str:
        """The title on the frame."""
        return self.title

    def foot(self, width: int) -> list[Line]:
        """Return fixed lines below the text."""
        return []

    @property
    def top(self) -> int:
        """Index of the first visible line."""
        last = max(0, self.count - self.height)
        return last if self._top is None else min(self._top, last)

    def scroll(self, lines: int) -> Request:
        """Scroll down by `lines`, or up if negative."""
        self._top = max(0, min(self.top + lines, self.count - self.height))
        return None

    def start(self) -> Request:
        """Go to the first line."""
        self._top = 0
        return None

    def end(self) -> Request:
        """Go to the last page."""
        self._top = None
        return None

    HELP_NOTES = (("wheel", "scroll"),)
    SCROLLING: ClassVar[tuple[AnyAction, ...]] = (
        Action["Scrolled"]("line_up", ("up", "k"), "line up", lambda page: page.scroll(-1)),
        Action["Scrolled"]("line_down", ("down", "j"), "line down", lambda page: page.scroll(1)),
        Action["Scrolled"]("page_up", ("page_up", "b"), "page up", lambda page: page.scroll(-page.height)),
        Action["Scrolled"]("page_down", ("page_down", " "), "page down", lambda page: page.scroll(page.height)),
        Action["Scrolled"]("start", ("home", "g"), "start", lambda page: page.start()),
        Action["Scrolled"]("end", ("end", "G"), "end", lambda page: page.end()),
    )


class Page(Scrolled, abc.ABC):
    """Scrolling text to read and close."""

    sort = "page"

    @abc.abstractmethod
    def lines(self, width: int) -> list[Line]:
        """Return the whole text in lines of at most `width` columns."""

    def spoken(self, width: int) -> list[Line]:
        """Return the text for line mode, without the key that closes it."""
        lines, back = self.lines(width), self.way_back(width)
        return lines[: -len(back)] if lines[-len(back) :] == back else lines

    @property
    def edge(self) -> Span | None:
        """The text on the lower edge of the frame; None for none."""
        return None

    @property
    def exact_colors(self) -> bool:
        """Whether its colours are those of a source document."""
        return False

    def close(self) -> Request:
        """Go back."""
        return Close()

    def way_back(self, width: int) -> list[Line]:
        """Return the hint how to close it, in lines of at most `width` columns."""
        return wrap((Span(f"{self.key_of('close')}: back", grey(187)),), width)

    CLOSE: ClassVar[AnyAction] = Action["Page"]("close", ("escape", "q", "enter"), "back", lambda page: page.close())
    ACTIONS = (*Scrolled.SCROLLING, CLOSE)
