"""The options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.cells.canvas import BLANK, Rect, Style
from roguelike.cells.color import grey
from roguelike.narration.message import Span
from roguelike.narration.message_log import wrap
from roguelike.play.views.options import OptionsMenu
from roguelike.ui.screens.menu import DialogScreen
from roguelike.ui.widgets.message_lines import draw_line

if TYPE_CHECKING:
    from roguelike.cells.canvas import Canvas

ABOUT_LINES: Final = 3


class OptionsScreen(DialogScreen[OptionsMenu]):
    """The rows, and below them what the highlighted setting is, and the keys."""

    def draw(self, canvas: Canvas) -> None:
        """Draw the rows and the lines below them."""
        super().draw(canvas)
        canvas.fill(Rect(0, canvas.height - ABOUT_LINES, canvas.width, ABOUT_LINES), BLANK)
        lines = wrap((Span(self.view.about(), grey(255)),), canvas.width)[: ABOUT_LINES - 1]
        for y, line in enumerate(lines, canvas.height - ABOUT_LINES):
            draw_line(canvas, 0, y, line, canvas.width)
        canvas.write(0, canvas.height - 1, self.view.keys(), Style(grey(187)), width=canvas.width)

    def draw_menu(self, canvas: Canvas, area: Rect) -> None:
        """Draw the menu above what is said of it."""
        super().draw_menu(canvas, Rect(area.x, area.y, area.width, area.height - ABOUT_LINES))
