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
    always_shown: bool = False
    """Whether no filter hides it: a warning, or a notice of the program."""
    is_aside: bool = False
    """Whether nothing happened: a refusal, a hint, or another notice of the program."""

    @property
    def text(self) -> str:
        """The words alone."""
        return "".join(span.text for span in self.parts)
