"""The first screen for a new key: what the player shall be called."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Final

from roguelike.serve.accounts import Account, may_be_called
from roguelike.serve.database import AccountError
from roguelike.store.limits import NAME_RULE
from roguelike.ui.actions import Action
from roguelike.ui.canvas import Style
from roguelike.ui.color import grey
from roguelike.ui.screens.screen import Pop, Screen, ScreenRequest
from roguelike.ui.widgets.list_menu import draw_frame
from roguelike.ui.widgets.text_field import TextField

if TYPE_CHECKING:
    from collections.abc import Callable

    from roguelike.ui.canvas import Canvas

LEFT: Final = 3
WIDTH: Final = 26
TEXT: Final = Style(grey(187))
CHOSEN: Final = Style(grey(255), bold=True)
WRONG: Final = Style((255, 175, 135), bold=True)
WELCOME: Final = (
    "Your SSH key is your account here: there is no password, and nobody can send you a new one. "
    "Keep the key, or add a second one from the title screen."
)


class NameScreen(Screen):
    """A field for the name; what is wrong with it is said below, and the account is made when it fits."""

    section = "name"
    title = "Welcome"
    takes_text = True

    def __init__(self, proposed: str, register: Callable[[str], Account]) -> None:
        """Propose a name, if it may be one; `register` makes the account or raises `AccountError`."""
        self._field = TextField(proposed if may_be_called(proposed) else "")
        self._register = register
        self._wrong = ""
        self.account: Account | None = None
        """The account that was made."""

    def draw(self, canvas: Canvas) -> None:
        """Draw the question, the field and what is to be said of it."""
        draw_frame(canvas, canvas.area, self.title)
        width = canvas.width - 2 * LEFT
        canvas.write(LEFT, 2, "What shall you be called?", CHOSEN)
        at = self._field.draw(canvas, LEFT, 4, min(WIDTH, width), CHOSEN)
        canvas.cursor = (at, 4)
        for row, text in enumerate(textwrap.wrap(self._wrong or NAME_RULE, width)[:2], start=5):
            canvas.write(LEFT, row, text, WRONG if self._wrong else TEXT)
        for row, text in enumerate(textwrap.wrap(WELCOME, width), start=8):
            canvas.write(LEFT, row, text, TEXT)
        canvas.write(1, canvas.height - 2, "Enter: take this name  Escape: leave", TEXT, width=canvas.width - 2)

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
        """Make the account, or say what is wrong with the name."""
        try:
            self.account = self._register(self._field.text)
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
        """Leave without an account."""
        return Pop()

    ACTIONS = (
        Action("enter", ("enter",), "take this name"),
        Action("erase", ("backspace",), "delete before cursor"),
        Action("clear", ("ctrl_u",), "clear the field"),
        Action("left", ("left",), "cursor left"),
        Action("right", ("right",), "cursor right"),
        Action("back", ("escape",), "leave"),
    )
