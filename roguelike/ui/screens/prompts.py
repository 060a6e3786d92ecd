"""Prompts for a number: a repeat count, and a turn of a replay."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.cells.canvas import Style
from roguelike.cells.color import grey
from roguelike.play.views.count import RepeatPrompt
from roguelike.play.views.film import TurnPrompt
from roguelike.ui.screens.screen import Screen
from roguelike.ui.viewport import Viewport
from roguelike.ui.widgets.list_menu import draw_frame
from roguelike.ui.widgets.text_field import draw_field

if TYPE_CHECKING:
    from roguelike.cells.canvas import Canvas

PROMPT: Final = "Repeat: {count}_   Type a number, then a key. {cancel}: cancel"
TURN_WIDTH: Final = 26


class CountScreen(Screen[RepeatPrompt]):
    """A line above the log."""

    is_overlay = True

    def draw(self, canvas: Canvas) -> None:
        """Draw the prompt."""
        viewport = self.viewport or Viewport(self.view.game.perspective)
        area = viewport.layout(canvas).log
        text = PROMPT.format(count=self.view.digits, cancel=self.view.key_of("cancel"))
        canvas.write(area.x, area.y, text.ljust(area.width), Style(grey(255), grey(60), bold=True), width=area.width)


class TurnScreen(Screen[TurnPrompt]):
    """A box with a field in it."""

    is_overlay = True

    def draw(self, canvas: Canvas) -> None:
        """Draw the box and the field."""
        box = canvas.area.centered(TURN_WIDTH, 3)
        draw_frame(canvas, box, self.view.title)
        x = draw_field(canvas, self.view.field, (box.x + 2, box.y + 1), box.width - 4, Style(grey(255), bold=True))
        canvas.cursor = (x, box.y + 1)
