"""A message to the player: spans of text in colours."""

from __future__ import annotations

from typing import NamedTuple

from roguelike.cells.color import Color, grey
from roguelike.classes import frozen

PLAIN = grey(255)


class Span(NamedTuple):
    """A run of text in one colour."""

    text: str
    color: Color = PLAIN
    bold: bool = False


@frozen
class Message:
    """A message to the player, in one or more spans."""

    parts: tuple[Span, ...]
    without_place: str = ""
    """The words without where it happened, by which filters know it; empty where they do not say that."""
    folds_places: bool = False
    """Whether one of the same turn with another place is a repeat: the log keeps the place of the first."""
    always_shown: bool = False
    """Whether no filter hides it: a warning, or a notice of the program."""
    is_aside: bool = False
    """Whether nothing happened: a refusal, a hint, or another notice of the program."""
    is_hint: bool = False
    """Whether it is advice for new players: a hint, or the description of what is met for the first time."""

    @property
    def text(self) -> str:
        """The words alone."""
        return "".join(span.text for span in self.parts)

    def differs_by_place(self, other: Message) -> bool:
        """Return whether another message differs in its place alone, so that one line of a turn serves for both."""
        return self.folds_places and other.folds_places and self.without_place == other.without_place
