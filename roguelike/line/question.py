"""Questions with a list of answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from roguelike.classes import frozen
from roguelike.line.things import has_words, number_in
from roguelike.ui.screens.screen import Pop, ScreenRequest

CANCEL: Final = frozenset({"cancel", "escape", "back", "nothing"})


@frozen
class Choice:
    """One answer."""

    label: str
    act: Callable[[], ScreenRequest]
    key: str = ""
    """A letter that chooses it, besides its number."""


@frozen
class Question:
    """What is asked, and what may be answered."""

    heading: str
    choices: Sequence[Choice] = ()
    other: Callable[[str], ScreenRequest] | None = None
    """Called with an answer that chooses none of them; may raise `Unclear`."""
    cancel: Callable[[], ScreenRequest] = Pop
    """Called when no answer is given."""

    def lines(self) -> list[str]:
        """Return the question, its answers by number, and how to get out."""
        rows = [
            f"{number}: {choice.label}{f' ({choice.key})' if choice.key else ''}"
            for number, choice in enumerate(self.choices, start=1)
        ]
        return [f"{self.heading} Or cancel.", *rows]

    def chosen(self, answer: str) -> list[Choice]:
        """Return the choices that an answer means: by its number, its letter, or words of its label."""
        if (number := number_in(answer)) is not None:
            return list(self.choices[number - 1 : number])
        by_key = [choice for choice in self.choices if choice.key and choice.key == answer]
        by_label = [choice for choice in self.choices if choice.label.lower() == answer]
        return by_key or by_label or [choice for choice in self.choices if has_words(choice.label, answer)]
