"""Screens with one field to type into."""

from __future__ import annotations

import abc
import textwrap
from typing import TYPE_CHECKING, Final

from roguelike.cells.canvas import Style
from roguelike.cells.color import grey
from roguelike.serve.database import AccountError
from roguelike.settings.keymap import Action
from roguelike.ui.screens.screen import Pop, Screen, ScreenRequest
from roguelike.ui.widgets.list_menu import draw_frame
from roguelike.ui.widgets.text_field import TextField

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.cells.canvas import Canvas

LEFT: Final = 3
WIDTH: Final = 26
BELOW: Final = 7
"""The row of the first paragraph."""
TEXT: Final = Style(grey(187))
CHOSEN: Final = Style(grey(255), bold=True)
WRONG: Final = Style((255, 175, 135), bold=True)


class FieldScreen(Screen):
    """A question and a field for the answer; what is wrong with that is said below, and else it is taken."""

    takes_text = True
    question = ""
    rule = ""
    """What may be typed."""
    more: Sequence[str] = ()
    """Paragraphs below."""

    def __init__(self, proposed: str = "") -> None:
        self._field = TextField(proposed)
        self._wrong = ""

    @property
    def answer(self) -> str:
        """What is in the field: at first, what is proposed."""
        return self._field.text

    @property
    def wrong(self) -> str:
        """What is wrong with the last answer, in a sentence."""
        return self._wrong

    def answered(self, text: str) -> bool:
        """Take an answer that was typed elsewhere; returns whether nothing more is asked."""
        self._field = TextField(text)
        return self.do_enter() is not None

    @abc.abstractmethod
    def take(self, text: str) -> None:
        """Take the answer.

        Raises:
            AccountError: it cannot be taken.
        """

    def draw(self, canvas: Canvas) -> None:
        """Draw the question, the field and the notes below it."""
        draw_frame(canvas, canvas.area, self.title)
        width = canvas.width - 2 * LEFT
        canvas.write(LEFT, 2, self.question, CHOSEN)
        at = self._field.draw(canvas, LEFT, 4, min(WIDTH, width), CHOSEN)
        canvas.cursor = (at, 4)
        for row, text in enumerate(textwrap.wrap(self._wrong or self.rule, width)[:2], start=5):
            canvas.write(LEFT, row, text, WRONG if self._wrong else TEXT)
        lines = [line for paragraph in self.more for line in ("", *textwrap.wrap(paragraph, width))]
        for row, text in enumerate(lines[: max(0, canvas.height - BELOW - 2)], start=BELOW):
            canvas.write(LEFT, row, text, TEXT)
        canvas.write(1, canvas.height - 2, self._keys(), TEXT, width=canvas.width - 2)

    def _keys(self) -> str:
        told = {action.name: action.help for action in self.ACTIONS}
        return f" {self.key_of('enter')}: {told['enter']}  {self.key_of('back')}: {told['back']}"

    def on_other_key(self, key: str) -> ScreenRequest:
        """Type a character into the field."""
        if len(key) == 1:
            self._field.insert(key)
            self._wrong = ""
        return None

    def on_paste(self, text: str) -> ScreenRequest:
        """Type the first line of what was pasted."""
        self._field.insert(text.partition("\n")[0].strip())
        return None

    def do_enter(self) -> ScreenRequest:
        """Take the answer, or say what is wrong with it."""
        try:
            self.take(self._field.text)
        except AccountError as error:
            self._wrong = str(error)
            return None
        return Pop()

    def do_erase(self) -> ScreenRequest:
        """Delete the character before the cursor."""
        self._field.erase_before()
        self._wrong = ""
        return None

    def do_clear(self) -> ScreenRequest:
        """Empty the field."""
        self._field.clear()
        return None

    def do_left(self) -> ScreenRequest:
        """Move the cursor left."""
        self._field.move(-1)
        return None

    def do_right(self) -> ScreenRequest:
        """Move the cursor right."""
        self._field.move(1)
        return None

    def do_back(self) -> ScreenRequest:
        """Go back without an answer."""
        return Pop()

    ACTIONS = (
        Action("enter", ("enter",), "go on"),
        Action("erase", ("backspace",), "delete before cursor"),
        Action("clear", ("ctrl_u",), "clear the field"),
        Action("left", ("left",), "cursor left"),
        Action("right", ("right",), "cursor right"),
        Action("back", ("escape",), "leave"),
    )
