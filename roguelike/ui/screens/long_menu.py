"""The base of lists that may be longer than any screen."""

from __future__ import annotations

import itertools
import string
from typing import TYPE_CHECKING, ClassVar

from roguelike.ui.screens.menu import MenuScreen
from roguelike.ui.screens.screen import Binding, Pop, ScreenRequest
from roguelike.ui.widgets.list_menu import PREFIX_WIDTH
from roguelike.ui.widgets.map_view import dimmed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roguelike.ui.canvas import Canvas

PAGE = 10
FRAME_WIDTH = 2


class LongMenu(MenuScreen):
    """A table over the title: the first rows have letters, all can be reached by the highlight."""

    is_overlay = True

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
        canvas.change(canvas.area, dimmed)
        self.draw_menu(canvas, canvas.area)

    def page_up(self) -> ScreenRequest:
        """Move the highlight up by ten rows."""
        self.highlight = max(0, self.highlight - PAGE)
        return None

    def page_down(self) -> ScreenRequest:
        """Move the highlight down by ten rows."""
        self.highlight = max(0, min(self.highlight + PAGE, len(self.rows()) - 1))
        return None

    def to_start(self) -> ScreenRequest:
        """Move the highlight to the first row."""
        self.highlight = 0
        return None

    def to_end(self) -> ScreenRequest:
        """Move the highlight to the last row."""
        self.highlight = max(0, len(self.rows()) - 1)
        return None

    def cancel(self) -> ScreenRequest:
        """Go back."""
        return Pop()

    BINDINGS: ClassVar[tuple[Binding, ...]] = (
        *MenuScreen.BINDINGS,
        Binding(("page_up",), "ten rows up", page_up),
        Binding(("page_down",), "ten rows down", page_down),
        Binding(("home",), "the first row", to_start),
        Binding(("end",), "the last row", to_end),
        Binding(("escape",), "back to the title", cancel),
    )
