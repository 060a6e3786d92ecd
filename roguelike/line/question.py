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
    """Its number in a longer list; 0 for its place among the choices."""
    name: str = ""
    """What it is called, where the label tells more."""


@frozen
class Question:
    """What is asked, and what may be answered."""

    heading: str
    choices: Sequence[Choice] = ()
    other: Callable[[str], Request] | None = None
    """Called with an answer that chooses none of them; may raise `Unclear`."""
    cancel: Callable[[], Request] = Close
    """Called when no answer is given."""
    text: Callable[[str], Request] | None = None
    """Called with any answer as it is typed, where a text is asked for; may raise `Unclear`."""

    def lines(self) -> list[str]:
        """Return the question, its answers by number, and how to get out."""
        rows = [numbered(number, choice.label, choice.key) for number, choice in self._numbered()]
        return [f"{self.heading} Type cancel to go back.", *rows]

    def chosen(self, text: str) -> list[Choice]:
        """Return the choices that an answer means: by its number, its letter, or words of its name.

        A capital is another key than the small letter; only yes and no may be either.
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
    """Return a row of a list: its number, what it is, and the letter that means it, too."""
    return f"{number}: {label}{f' ({key})' if key else ''}"
