"""The base of every screen that is a list to choose from."""

from __future__ import annotations

import abc
from typing import TYPE_CHECKING, ClassVar, Final

from roguelike.cells.input import Button
from roguelike.cells.keyboard_layouts import layout_hint
from roguelike.settings.keymap import Action
from roguelike.ui.screens.screen import Screen, ScreenRequest
from roguelike.ui.widgets.list_menu import ListMenu

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.cells.canvas import Canvas, Rect
    from roguelike.cells.input import Mouse
    from roguelike.ui.widgets.list_menu import Row

NOTE_WIDTH = 40
"""Columns of the lines below the rows."""
UNKNOWN_KEY: Final = "Unknown key: {key}"


class MenuScreen(Screen):
    """Rows with a highlight; a row's letter chooses it at once."""

    takes_letters = True
    heading = ""
    """The title on the frame."""
    highlight = 0
    names_unknown_keys: ClassVar[bool] = True
    """Whether it says so of a key that means nothing here."""
    _answer = ""
    """What to say of the last key, if it meant nothing: a menu that does nothing looks as if the program hung."""

    def __init__(self) -> None:
        self._menu: ListMenu | None = None
        """The menu as it was drawn last, for the mouse."""
        self._top: int | None = None

    @abc.abstractmethod
    def rows(self) -> Sequence[Row]:
        """Return what there is to choose."""

    def spoken(self) -> Sequence[Row]:
        """Return the same rows for lines, where nothing is pressed."""
        return self.rows()

    @abc.abstractmethod
    def choose(self, number: int) -> ScreenRequest:
        """Answer the choice of a row."""

    def notes(self, width: int) -> Sequence[str]:
        """Return lines of at most `width` columns that say more about the highlighted row, or about all of them."""
        return ()

    def spoken_notes(self, width: int) -> Sequence[str]:
        """Return those of the notes that lines tell, where no row is highlighted."""
        return self.notes(width)

    def draw_menu(self, canvas: Canvas, area: Rect) -> None:
        """Draw the menu in the middle of `area`."""
        notes = self.notes(min(NOTE_WIDTH, area.width - 4))
        widest = canvas.width - area.x
        self._menu = ListMenu(self.heading, self.rows(), self.highlight, area, self._top, notes, widest, self._answer)
        self._menu.draw(canvas)

    def do_next(self) -> ScreenRequest:
        """Move the highlight down, from the last row to the first."""
        self.highlight = (self.highlight + 1) % max(1, len(self.rows()))
        return None

    def do_previous(self) -> ScreenRequest:
        """Move the highlight up, from the first row to the last."""
        self.highlight = (self.highlight - 1) % max(1, len(self.rows()))
        return None

    def do_choose(self) -> ScreenRequest:
        """Choose the row under the highlight, if there is any row."""
        return self.choose(self.highlight) if self.rows() else None

    def on_key(self, key: str) -> ScreenRequest:
        """Answer a key, and forget the one before."""
        self._answer = ""
        return super().on_key(key)

    def on_other_key(self, key: str) -> ScreenRequest:
        """Choose the row with that letter, or say that there is none."""
        for number, row in enumerate(self.rows()):
            if row.key == key:
                return self.choose(number)
        unknown = layout_hint(key, self.called(key)) or UNKNOWN_KEY.format(key=self.called(key))
        self._answer = unknown if self.names_unknown_keys else ""
        return None

    def on_mouse(self, mouse: Mouse) -> ScreenRequest:
        """Highlight the row under the mouse, choose it with any button; the wheel moves the highlight."""
        if mouse.button is Button.WHEEL_UP:
            return self.do_previous()
        if mouse.button is Button.WHEEL_DOWN:
            return self.do_next()
        row = self._menu.row_at(mouse.x, mouse.y) if self._menu is not None else None
        if self._menu is None or row is None:
            return None
        if mouse.button is Button.MOVE:
            # The rows stay where they are: scrolling to the highlight would take the row away from under the mouse.
            self.highlight, self._top = row, self._menu.first
            return None
        return self.choose(row)

    HELP_NOTES = (("letter", "choose a row"), ("mouse", "highlight; any button chooses"))
    ACTIONS: ClassVar[tuple[Action, ...]] = (
        Action("previous", ("up",), "previous row"),
        Action("next", ("down",), "next row"),
        Action("choose", ("enter", " "), "choose"),
    )
