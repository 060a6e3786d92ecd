"""A question with one field to type into."""

from __future__ import annotations

import abc
from typing import TYPE_CHECKING

from roguelike.play.views.text_field import TextField
from roguelike.play.views.view import Action, Close, View

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.play.views.view import Request


class BadAnswer(Exception):
    """An answer cannot be taken; says why in a sentence."""


class Field(View, abc.ABC):
    """A question and a field for the answer; what is wrong with that is said below, and else it is taken."""

    sort = "field"
    takes_text = True
    question = ""
    rule = ""
    """What may be typed."""
    more: Sequence[str] = ()
    """Paragraphs below."""
    wrong = ""
    """What is wrong with the last answer, in a sentence."""

    def __init__(self, proposed: str = "") -> None:
        self.field = TextField(proposed)

    @property
    def answer(self) -> str:
        """What is in the field: at first, what is proposed."""
        return self.field.text

    def take_typed(self, text: str) -> Request:
        """Take an answer that was typed elsewhere; None if it cannot be taken, as `wrong` says then."""
        self.field = TextField(text)
        return self.enter()

    @abc.abstractmethod
    def take(self, text: str) -> None:
        """Take the answer.

        Raises:
            BadAnswer: it cannot be taken.
        """

    def keys(self) -> str:
        """Return the keys as they are shown below the field."""
        told = {action.name: action.help for action in self.ACTIONS}
        return f" {self.key_of('enter')}: {told['enter']}  {self.key_of('back')}: {told['back']}"

    def on_other_key(self, key: str) -> Request:
        """Type a character into the field."""
        if len(key) == 1:
            self.field.insert(key)
            self.wrong = ""
        return None

    def on_paste(self, text: str) -> Request:
        """Type the first line of what was pasted."""
        self.field.insert(text.partition("\n")[0].strip())
        return None

    def enter(self) -> Request:
        """Take the answer, or say what is wrong with it."""
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
