"""Questions with a list of answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from roguelike.classes import frozen
from roguelike.line.things import has_words, number_in
from roguelike.play.views.view import Close, Request

CANCEL: Final = frozenset({"cancel", "escape", "back", "nothing"})

YES_OR_NO: Final = frozenset({"y", "n"})


@frozen
class Choice:
    """One answer."""

    label: str
    act: Callable[[], Request]
    key: str = ""
    """A letter that chooses it, besides its number."""
    number: int = 0
    """Its number in a longer list; 0 to use its position among the choices."""
    name: str = ""
    """Its name, if the label contains more."""


@frozen
class Question:
    """A question and its answers."""

    heading: str
    choices: Sequence[Choice] = ()
    other: Callable[[str], Request] | None = None
    """Called with an answer that matches no choice; can raise `Unclear`."""
    cancel: Callable[[], Request] = Close
    """Called when the player cancels."""
    text: Callable[[str], Request] | None = None
    """Called with the answer as typed, for questions that ask for a text; can raise `Unclear`."""

    def lines(self) -> list[str]:
        """Return the question with its numbered answers, and how to cancel."""
        rows = [numbered(number, choice.label, choice.key) for number, choice in self._numbered()]
        return [f"{self.heading} Type cancel to go back.", *rows]

    def chosen(self, text: str) -> list[Choice]:
        """Return the choices that match an answer by number, letter or words of the name.

        Letters are case-sensitive, except for yes and no.
        """
        answer = text.lower()
        if len(text) == 1 and text != answer and {choice.key for choice in self.choices} != YES_OR_NO:
            return []
        if (number := number_in(answer)) is not None:
            return [choice for own, choice in self._numbered() if own == number]
        by_key = [choice for choice in self.choices if choice.key and choice.key == answer]
        if by_key or (len(answer) == 1 and any(choice.key for choice in self.choices)):
            return by_key
        names = [(choice.name or choice.label, choice) for choice in self.choices]
        by_name = [choice for name, choice in names if name.lower() == answer]
        return by_name or [choice for name, choice in names if has_words(name, answer)]

    def _numbered(self) -> list[tuple[int, Choice]]:
        return [(choice.number or place, choice) for place, choice in enumerate(self.choices, start=1)]


def numbered(number: int, label: str, key: str = "") -> str:
    """Return a row of a list: number, label and letter."""
    return f"{number}: {label}{f' ({key})' if key else ''}"
