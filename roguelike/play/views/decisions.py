"""The page of the last decisions of a finished game, with the odds of the alternatives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.cells.color import grey
from roguelike.narration.decisions import about, choices, situation
from roguelike.narration.message import Span
from roguelike.narration.message_log import wrap
from roguelike.play.views.page import Page

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roguelike.narration.decisions import Decision
    from roguelike.narration.message_log import Line
    from roguelike.play.views.view import Request

AT_WORK: Final = " trying the alternatives... "
NOTHING: Final = "This game cannot be played again."
BETTER: Final = (135, 255, 135)
MOMENT: Final = 0.01
"""Seconds between two pieces of work."""


class DecisionsPage(Page):
    """The player's commands of the last turns and a bot's alternatives, with the odds; the last turn first."""

    section = "decisions"
    title = "Last decisions"

    def __init__(self, later: Iterator[Decision | None]) -> None:
        """Show decisions as `later` yields them, one piece of work each tick."""
        super().__init__()
        self._decisions: list[Decision] = []
        self._later: Iterator[Decision | None] | None = later

    @property
    def interval(self) -> float | None:
        """`MOMENT` while there is work left."""
        return None if self._later is None else MOMENT

    def on_tick(self) -> Request:
        """Do one piece of work."""
        for decision in self._later or ():
            self._decisions += [decision] if decision is not None else []
            return None
        self._later = None
        return None

    @property
    def edge(self) -> Span | None:
        """A note while there is work left."""
        return None if self._later is None else Span(AT_WORK, grey(187))

    def lines(self, width: int) -> list[Line]:
        """Return the explanation, then each decision: the situation, the command taken and the alternatives."""
        if not self._decisions:
            text = NOTHING if self._later is None else AT_WORK.strip()
            return [*wrap((Span(text, grey(187)),), width), (), *self.way_back(width)]
        lines = wrap((Span(about(self._decisions[0]), grey(187)),), width)
        for decision in self._decisions:
            lines += [(), *wrap((Span(situation(decision), grey(255), bold=True),), width)]
            for text, lived in choices(decision):
                color = BETTER if lived > decision.taken.lived else grey(187)
                lines += wrap((Span(f"{lived} of {decision.tries}  {text}", color),), width)
        return [*lines, (), *self.way_back(width)]
