"""Questions with a text field."""

from __future__ import annotations

import abc
from typing import TYPE_CHECKING

from roguelike.play.views.text_field import TextField
from roguelike.play.views.view import Action, Close, View

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.play.views.view import Request


class BadAnswer(Exception):
    """An answer is invalid; its message is a sentence for the player."""


class Field(View, abc.ABC):
    """A question with a field for the answer, and the error of an invalid answer below it."""

    sort = "field"
    takes_text = True
    question = ""
    rule = ""
    """A sentence about valid answers."""
    more: Sequence[str] = ()
    """Paragraphs below."""
    wrong = ""
    """The error of the last answer, as a sentence."""

    def __init__(self, proposed: str = "") -> None:
        self.field = TextField(proposed)

    @property
    def answer(self) -> str:
        """The text in the field, at first the proposed one."""
        return self.field.text

    def take_typed(self, text: str) -> Request:
        """Take an answer typed elsewhere; return None if it is invalid, with the reason in `wrong`."""
        self.field = TextField(text)
        return self.enter()

    @abc.abstractmethod
    def take(self, text: str) -> None:
        """Take the answer.

        Raises:
            BadAnswer: it is invalid.
        """

    def keys(self) -> str:
        """Return the line of keys below the field."""
        told = {action.name: action.help for action in self.ACTIONS}
        return f" {self.key_of('enter')}: {told['enter']}  {self.key_of('back')}: {told['back']}"

    def on_other_key(self, key: str) -> Request:
        """Type a character into the field."""
        if len(key) == 1:
            self.field.insert(key)
            self.wrong = ""
        return None

    def on_paste(self, text: str) -> Request:
        """Insert the first line of pasted text."""
        self.field.insert(text.partition("\n")[0].strip())
        return None

    def enter(self) -> Request:
        """Take the answer, or set the error in `wrong`."""
        try:
            self.take(self.field.text)
        except BadAnswer as error:
            self.wrong = str(error)
            return None
        return Close()

    def erase(self) -> Request:
        """Delete the character before the cursor."""
        self.field.erase_before()
        self.wrong = ""
        return None

    def clear(self) -> Request:
        """Empty the field."""
        self.field.clear()
        return None

    def move(self, step: int) -> Request:
        """Move the cursor."""
        self.field.move(step)
        return None

    def back(self) -> Request:
        """Go back without an answer."""
        return Close()

    ACTIONS = (
        Action["Field"]("enter", ("enter",), "continue", lambda field: field.enter()),
        Action["Field"]("erase", ("backspace",), "delete before cursor", lambda field: field.erase()),
        Action["Field"]("clear", ("ctrl_u",), "clear the field", lambda field: field.clear()),
        Action["Field"]("left", ("left",), "cursor left", lambda field: field.move(-1)),
        Action["Field"]("right", ("right",), "cursor right", lambda field: field.move(1)),
        Action["Field"]("back", ("escape",), "leave", lambda field: field.back()),
    )
