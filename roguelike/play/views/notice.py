"""A notice to the player."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from roguelike.cells.color import grey
from roguelike.cells.text import printable
from roguelike.english import capital
from roguelike.narration.message import Span
from roguelike.narration.message_log import wrap
from roguelike.play.views.page import Page

if TYPE_CHECKING:
    from roguelike.narration.message_log import Line


class NoticePage(Page):
    """A sentence of any length."""

    section = "notice"
    title = "Notice"
    drops_typed_ahead = True
    ACTIONS = (*Page.SCROLLING, attrs.evolve(Page.CLOSE, keys=("enter", "escape", "q")))

    def __init__(self, sentence: str) -> None:
        super().__init__()
        told = printable(sentence)
        self.sentence = told if "/" in told.partition(" ")[0] else capital(told)  # a path stays as it is

    def lines(self, width: int) -> list[Line]:
        """Return the sentence and the key to go on."""
        return [
            (),
            *wrap((Span(self.sentence, grey(255), bold=True),), width),
            (),
            *self.way_back(width),
        ]
