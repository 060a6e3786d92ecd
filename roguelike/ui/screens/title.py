"""The title screen."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Final

from roguelike.cells.canvas import Rect, Style
from roguelike.cells.color import grey
from roguelike.play.views.menu import FRAME_WIDTH
from roguelike.play.views.title import MAX_MESSAGE, TitleMenu
from roguelike.ui.screens.menu import MenuScreen

if TYPE_CHECKING:
    from roguelike.cells.canvas import Canvas

NAME: Final = "r o g u e l i k e"
PICTURE: Final = (
    "",
    "#############    ########",
    "#...........######......#",
    "#..@..........o.....!...#",
    "#...........######......#",
    "#############    ########",
)
COLORS: Final = {
    "#": (215, 175, 135),
    ".": (175, 175, 135),
    "@": (255, 255, 255),
    "o": (135, 215, 0),
    "!": (255, 95, 255),
}
GOLD: Final = (255, 215, 135)
MESSAGE: Final = Style((175, 215, 255))
HINT: Final = "Press a letter, or arrows and Enter. ? for help."
SHORT_HINT: Final = "? for help"


class TitleScreen(MenuScreen[TitleMenu]):
    """A picture, and the menu below it."""

    def draw(self, canvas: Canvas) -> None:
        """Draw the name of the game, the picture if there is room, and the menu."""
        self.view.width = canvas.width
        menu = len(self.view.rows()) + FRAME_WIDTH
        message = self._message_lines(canvas.width)
        told = len(message)
        banner = (NAME, *PICTURE) if canvas.height > menu + told + 2 + len(PICTURE) + 1 else (NAME,)
        described = self._description(canvas.width, canvas.height - len(banner) - told - menu - 1)
        blank = max(0, canvas.height - len(banner) - told - len(described) - menu - 1)
        below = blank // 2
        for line in banner:
            _draw_centered(canvas, below, line)
            below += 1
        for line in message:
            canvas.write((canvas.width - len(line)) // 2, below, line, MESSAGE)
            below += 1
        for line in described:
            canvas.write((canvas.width - len(line)) // 2, below, line, Style(grey(187)))
            below += 1
        below += min(1, blank // 3)
        room = max(3, canvas.height - below - 1)
        self.draw_menu(canvas, Rect(0, below, canvas.width, min(room, menu)))
        hint = HINT if len(HINT) <= canvas.width else SHORT_HINT
        canvas.write(max(0, (canvas.width - len(hint)) // 2), canvas.height - 1, hint, Style(grey(158)))

    def _message_lines(self, width: int) -> list[str]:
        """Return the message in lines of at most `width` columns, at most `MAX_MESSAGE` of them."""
        wrapped = [part for line in self.view.message for part in textwrap.wrap(line, width) or [""]]
        return wrapped[:MAX_MESSAGE]

    def _description(self, width: int, most: int) -> list[str]:
        """Return the description of the highlighted entry, in at most `most` lines of at most `width` columns.

        The number of lines is the same for all entries, so that the menu does not move.
        """
        every = [textwrap.wrap(words, width, max_lines=max(1, most), placeholder=" ...") for words in self.view.about()]
        highlighted = every[self.view.highlight]
        return [*highlighted, *[""] * (max(map(len, every)) - len(highlighted))]


def _draw_centered(canvas: Canvas, y: int, line: str) -> None:
    """Draw a line of the banner, each character in its colour."""
    for x, char in enumerate(line, start=(canvas.width - len(line)) // 2):
        canvas.write(x, y, char, Style(GOLD if line == NAME else COLORS.get(char, grey(255)), bold=True))
