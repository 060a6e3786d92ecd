"""The page of a player's statistics."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.cells.color import grey
from roguelike.narration.message import Span
from roguelike.play.statistics import number_lines, statistics_lines
from roguelike.play.views.page import Page

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from roguelike.narration.message_log import Line
    from roguelike.play.views.view import Request
    from roguelike.store.statistics import Statistics

COUNTING = "Verifying the scores..."
MOMENT = 0.01
"""Seconds between two pieces of work."""


class StatisticsPage(Page):
    """The statistics, as soon as they are known."""

    section = "statistics"
    title = "Statistics"

    def __init__(self, found: Statistics | None, later: Iterator[Statistics | None]) -> None:
        """Show the statistics; if not yet known, those that `later` yields, one piece of work each tick."""
        super().__init__()
        self._later = later
        self._found = found

    @property
    def interval(self) -> float | None:
        """`MOMENT` until they are known."""
        return MOMENT if self._found is None else None

    def on_tick(self) -> Request:
        """Do one piece of work."""
        self._found = next(self._later)
        return None

    def foot(self, width: int) -> list[Line]:
        """Return the hint how to close the page."""
        return self.way_back(width)

    def lines(self, width: int) -> list[Line]:
        """Return the statistics, with as many plots as fit."""
        return _told([COUNTING] if self._found is None else statistics_lines(self._found, width, self.height))

    def spoken(self, width: int) -> list[Line]:
        """Return the statistics without plots."""
        return _told([COUNTING] if self._found is None else number_lines(self._found, width))


def _told(texts: Iterable[str]) -> list[Line]:
    return [(Span(text, grey(187)),) for text in texts]
