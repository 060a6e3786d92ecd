"""The base of lists that may be longer than any screen."""

from __future__ import annotations

import itertools
import string
from typing import TYPE_CHECKING, ClassVar

from roguelike.settings.keymap import Action
from roguelike.ui.screens.dialog import Dialog
from roguelike.ui.widgets.list_menu import PREFIX_WIDTH

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roguelike.cells.canvas import Canvas
    from roguelike.ui.screens.screen import ScreenRequest

PAGE = 10
FRAME_WIDTH = 2


class ScrollingMenu(Dialog):
    """A table over the title: the first rows have letters, all can be reached by the highlight."""

    def __init__(self) -> None:
        super().__init__()
        self._width = 80

    @property
    def room(self) -> int:
        """The columns that a row may take, behind its letter."""
        return self._width - FRAME_WIDTH - PREFIX_WIDTH

    def letters(self) -> Iterator[str]:
        """Return a letter for each row, and none for those after the 52nd."""
        return itertools.chain(string.ascii_letters, itertools.repeat(""))

    def draw(self, canvas: Canvas) -> None:
        """Draw the list over what is beneath."""
        self._width = canvas.width
        super().draw(canvas)

    def do_page_up(self) -> ScreenRequest:
        """Move the highlight up by ten rows."""
        self.highlight = max(0, self.highlight - PAGE)
        return None

    def do_page_down(self) -> ScreenRequest:
        """Move the highlight down by ten rows."""
        self.highlight = max(0, min(self.highlight + PAGE, len(self.rows()) - 1))
        return None

    def do_first(self) -> ScreenRequest:
        """Move the highlight to the first row."""
        self.highlight = 0
        return None

    def do_last(self) -> ScreenRequest:
        """Move the highlight to the last row."""
        self.highlight = max(0, len(self.rows()) - 1)
        return None

    ACTIONS: ClassVar[tuple[Action, ...]] = (
        *Dialog.ACTIONS,
        Action("page_up", ("page_up",), "ten rows up"),
        Action("page_down", ("page_down",), "ten rows down"),
        Action("first", ("home",), "first row"),
        Action("last", ("end",), "last row"),
    )
