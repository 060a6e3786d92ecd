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
    """The text without its place, which filters match; empty if it has no place."""
    folds_places: bool = False
    """Whether a message of the same turn that differs only in its place is a repeat; the log keeps the first place."""
    always_shown: bool = False
    """Whether filters cannot hide it: a warning, or a notice of the program."""
    is_aside: bool = False
    """Whether it reports no event: a refusal, a hint, or another notice of the program."""
    is_hint: bool = False
    """Whether it is advice for new players: a hint, or the description of a first encounter."""

    @property
    def text(self) -> str:
        """The text without colours."""
        return "".join(span.text for span in self.parts)

    def differs_by_place(self, other: Message) -> bool:
        """Return whether another message differs only in its place, so that they can share a line."""
        return self.folds_places and other.folds_places and self.without_place == other.without_place
