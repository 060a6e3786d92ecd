"""The form for a new game."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Final

from roguelike.cells.canvas import Style
from roguelike.cells.color import grey
from roguelike.cells.input import Button
from roguelike.play.views.new_game import KIT, NAME, RULES, SEED, NewGameForm
from roguelike.settings.keymap import key_name
from roguelike.ui.screens.screen import Screen
from roguelike.ui.widgets.list_menu import draw_frame
from roguelike.ui.widgets.text_field import draw_field

if TYPE_CHECKING:
    from roguelike.cells.canvas import Canvas
    from roguelike.cells.input import Mouse
    from roguelike.play.views.view import Request

ROWS: Final = (2, 5, 6, 7, 10)
"""The row of each line; notes on name and seed take the two rows below them."""
LABELS: Final = ("Name", "Rules", "Kit", "Seed", "Begin")
LEFT, FIELDS, FIELD_WIDTH = 3, 11, 26
SUMMARY_ROW: Final = 12
CHOSEN: Final = Style(grey(255), bold=True)
OTHER: Final = Style(grey(187))
WRONG: Final = Style((255, 175, 135), bold=True)


class NewGameScreen(Screen[NewGameForm]):
    """The lines of the form, their errors, and the summary of the rule set."""

    def draw(self, canvas: Canvas) -> None:
        """Draw the form."""
        view = self.view
        draw_frame(canvas, canvas.area, view.title)
        for line, label in enumerate(LABELS):
            if line == KIT and not view.kit:
                continue
            mark = "> " if line == view.line else "  "
            canvas.write(LEFT - 2, ROWS[line], mark + label, self._style(line))
        canvas.cursor = (LEFT - 2, ROWS[view.line])
        for line, field in view.fields.items():
            width = min(FIELD_WIDTH, canvas.width - FIELDS - 2)
            at = draw_field(canvas, field, (FIELDS, ROWS[line]), width, self._style(line))
            if line == view.line:
                canvas.cursor = (at, ROWS[line])
        for line, chosen in ((RULES, view.title_of_rules), (KIT, view.kit)):
            written = f"< {chosen} >" if chosen else ""
            canvas.write(FIELDS, ROWS[line], written, self._style(line), width=canvas.width - FIELDS - 1)
        _say(canvas, NAME, view.wrong_name(), view.said_of_name())
        _say(canvas, SEED, view.wrong_seed(), "leave empty for a random dungeon; a chosen seed is ranked separately")
        self._draw_foot(canvas)

    def _draw_foot(self, canvas: Canvas) -> None:
        room, summary = canvas.height - 2 - SUMMARY_ROW, self.view.summary
        lines = textwrap.wrap(summary, canvas.width - 2 * LEFT, max_lines=max(1, room), placeholder=" ...")
        for row, text in enumerate(lines[: max(0, room)], start=SUMMARY_ROW):
            canvas.write(LEFT, row, text, OTHER)
        told = f"{self.view.key_of('enter')}: next  {self.view.key_of('back')}: back"
        keys = f"{told}  {key_name(self.view.keymap.typing_help)}: help  {self.view.key_of('practice')}: practice"
        canvas.write(1, canvas.height - 2, keys, OTHER, width=canvas.width - 2)

    def _style(self, line: int) -> Style:
        return CHOSEN if line == self.view.line else OTHER

    def on_mouse(self, mouse: Mouse) -> Request:
        """A click goes to its line and opens its list of rule sets or kits, or begins; a right click goes back."""
        if mouse.button is Button.RIGHT:
            return self.view.back()
        if mouse.button is not Button.LEFT or mouse.y not in ROWS:
            return None
        return self.view.press(ROWS.index(mouse.y))


def _say(canvas: Canvas, line: int, wrong: str, otherwise: str) -> None:
    lines = textwrap.wrap(wrong or otherwise, canvas.width - LEFT - 1)[:2]
    for row, text in enumerate(lines, start=ROWS[line] + 1):
        canvas.write(LEFT, row, text, WRONG if wrong else OTHER)
