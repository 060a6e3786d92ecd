"""The confirmation of known harm."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.cells.canvas import Rect
from roguelike.play.views.confirm import Confirm
from roguelike.ui.screens.menu import NOTE_WIDTH, DialogScreen

if TYPE_CHECKING:
    from roguelike.cells.canvas import Canvas

HEIGHT: Final = 6
"""Rows at the foot of the screen for the question, so that the map above stays visible.

A question with several lines of notes takes a row more for each.
"""


class ConfirmScreen(DialogScreen[Confirm]):
    """The question at the foot of the screen."""

    def draw(self, canvas: Canvas) -> None:
        """Draw the question over the screen beneath."""
        height = HEIGHT + max(1, len(self.view.notes(min(NOTE_WIDTH, canvas.width - 4)))) - 1
        self.draw_menu(canvas, Rect(0, canvas.height - height, canvas.width, height))
