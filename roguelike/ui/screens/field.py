"""A screen that asks for a line of text."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Final

from roguelike.cells.canvas import Style
from roguelike.cells.color import grey
from roguelike.play.views.field import Field
from roguelike.ui.screens.screen import Screen
from roguelike.ui.widgets.list_menu import draw_frame
from roguelike.ui.widgets.text_field import draw_field

if TYPE_CHECKING:
    from roguelike.cells.canvas import Canvas

LEFT: Final = 3
WIDTH: Final = 26
BELOW: Final = 7
"""Row of the first paragraph."""
TEXT: Final = Style(grey(187))
CHOSEN: Final = Style(grey(255), bold=True)
WRONG: Final = Style((255, 175, 135), bold=True)


class FieldScreen(Screen[Field]):
    """The question, the field and the notes below it."""

    def draw(self, canvas: Canvas) -> None:
        """Draw the question, the field and the notes."""
        view = self.view
        draw_frame(canvas, canvas.area, view.title)
        width = canvas.width - 2 * LEFT
        canvas.write(LEFT, 2, view.question, CHOSEN)
        at = draw_field(canvas, view.field, (LEFT, 4), min(WIDTH, width), CHOSEN)
        canvas.cursor, canvas.fields = (at, 4), range(canvas.height)
        for row, text in enumerate(textwrap.wrap(view.wrong or view.rule, width)[:2], start=5):
            canvas.write(LEFT, row, text, WRONG if view.wrong else TEXT)
        lines = [line for paragraph in view.more for line in ("", *textwrap.wrap(paragraph, width))]
        for row, text in enumerate(lines[: max(0, canvas.height - BELOW - 2)], start=BELOW):
            canvas.write(LEFT, row, text, TEXT)
        canvas.write(1, canvas.height - 2, view.keys(), TEXT, width=canvas.width - 2)
