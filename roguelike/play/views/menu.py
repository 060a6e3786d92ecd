"""Base classes of menus."""

from __future__ import annotations

import abc
import itertools
import string
from typing import TYPE_CHECKING, ClassVar, Final

from roguelike.cells.color import Color, grey
from roguelike.cells.keys import layout_hint
from roguelike.classes import frozen
from roguelike.play.views.view import Action, AnyAction, Close, View

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from roguelike.play.views.view import Request

UNKNOWN_KEY: Final = "Unknown key: {key}"
PREFIX_WIDTH: Final = 5
"""Columns before a row's name, for the highlight mark and the letter."""
FRAME_WIDTH: Final = 2
MIN_INNER_WIDTH: Final = 12
"""Minimum columns of a menu, inside the frame."""
PAGE: Final = 10
"""Rows by which the page keys move."""


@frozen
class Row:
    """A row of a menu."""

    key: str
    """The letter that chooses it; empty for none."""
    name: str
    color: Color = grey(187)


class Menu(View, abc.ABC):
    """Rows with a highlight; pressing a row's letter chooses it."""

    sort = "menu"
    takes_letters = True
    heading: str = ""
    """The title on the frame."""
    highlight: int = 0
    width: int = 80
    """Columns of the screen, set by the front-end."""
    names_unknown_keys: ClassVar[bool] = True
    """Whether to report keys without an action."""
    answer: str = ""
    """The report on the last key if it had no action: a silent menu looks like a hung program."""

    @abc.abstractmethod
    def rows(self) -> Sequence[Row]:
        """Return the rows."""

    def spoken(self) -> Sequence[Row]:
        """Return the rows for line mode."""
        return self.rows()

    @abc.abstractmethod
    def choose(self, number: int) -> Request:
        """Return the request of a row."""

    def choose_by_mouse(self, number: int) -> Request:
        """Return the request of a row chosen by mouse."""
        return self.choose(number)

    def notes(self, width: int) -> Sequence[str]:
        """Return lines of at most `width` columns about the highlighted row or all rows."""
        return ()

    def spoken_notes(self, width: int) -> Sequence[str]:
        """Return the notes for line mode, which has no highlight."""
        return self.notes(width)

    def next(self) -> Request:
        """Move the highlight down, wrapping to the first row."""
        self.highlight = (self.highlight + 1) % max(1, len(self.rows()))
        return None

    def previous(self) -> Request:
        """Move the highlight up, wrapping to the last row."""
        self.highlight = (self.highlight - 1) % max(1, len(self.rows()))
        return None

    def choose_highlighted(self) -> Request:
        """Choose the highlighted row; do nothing without rows."""
        return self.choose(self.highlight) if self.rows() else None

    def on_key(self, key: str) -> Request:
        """Answer a key, and clear the report on the previous one."""
        self.answer = ""
        return super().on_key(key)

    def on_other_key(self, key: str) -> Request:
        """Choose the row with this letter, or report that there is none."""
        for number, row in enumerate(self.rows()):
            if row.key == key:
                return self.choose(number)
        unknown = layout_hint(key, self.called(key)) or UNKNOWN_KEY.format(key=self.called(key))
        self.answer = unknown if self.names_unknown_keys else ""
        return None

    HELP_NOTES = (("letter", "choose a row"), ("mouse", "highlight; any button chooses"))
    MOVES: ClassVar[tuple[AnyAction, ...]] = (
        Action["Menu"]("previous", ("up",), "previous row", lambda menu: menu.previous()),
        Action["Menu"]("next", ("down",), "next row", lambda menu: menu.next()),
    )
    CHOOSE: ClassVar[AnyAction] = Action["Menu"](
        "choose", ("enter", " "), "choose", lambda menu: menu.choose_highlighted()
    )
    ACTIONS = (*MOVES, CHOOSE)


class Dialog(Menu):
    """A menu over another view."""

    sort = "dialog"

    def cancel(self) -> Request:
        """Go back."""
        return Close()

    CANCEL: ClassVar[AnyAction] = Action["Dialog"]("cancel", ("escape",), "back", lambda menu: menu.cancel())
    ACTIONS = (*Menu.ACTIONS, CANCEL)


class Question(Dialog):
    """A dialog with fixed answers: letter, label and request of each."""

    answers: Sequence[tuple[str, str, Request]] = ()

    def rows(self) -> Sequence[Row]:
        """Return the answers."""
        return [Row(letter, words, grey(255)) for letter, words, _ in self.answers]

    def choose(self, number: int) -> Request:
        """Return the request of an answer."""
        return self.answers[number][2]


class ScrollingMenu(Dialog):
    """A table of any length: the first rows have letters, and the highlight reaches all."""

    @property
    def room(self) -> int:
        """Maximum columns of a row after its letter."""
        return self.width - FRAME_WIDTH - PREFIX_WIDTH

    def letters(self) -> Iterator[str]:
        """Return the letters of the rows, empty after the 52nd."""
        return itertools.chain(string.ascii_letters, itertools.repeat(""))

    def page_up(self) -> Request:
        """Move the highlight up by ten rows."""
        self.highlight = max(0, self.highlight - PAGE)
        return None

    def page_down(self) -> Request:
        """Move the highlight down by ten rows."""
        self.highlight = max(0, min(self.highlight + PAGE, len(self.rows()) - 1))
        return None

    def first(self) -> Request:
        """Move the highlight to the first row."""
        self.highlight = 0
        return None

    def last(self) -> Request:
        """Move the highlight to the last row."""
        self.highlight = max(0, len(self.rows()) - 1)
        return None

    ACTIONS = (
        *Dialog.ACTIONS,
        Action["ScrollingMenu"]("page_up", ("page_up",), "ten rows up", lambda menu: menu.page_up()),
        Action["ScrollingMenu"]("page_down", ("page_down",), "ten rows down", lambda menu: menu.page_down()),
        Action["ScrollingMenu"]("first", ("home",), "first row", lambda menu: menu.first()),
        Action["ScrollingMenu"]("last", ("end",), "last row", lambda menu: menu.last()),
    )
