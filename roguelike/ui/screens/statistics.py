"""Figures over the games of a player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.ui.color import grey
from roguelike.ui.narration import Span
from roguelike.ui.screens.pager import PagerScreen
from roguelike.ui.statistics import statistics_lines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roguelike.store.statistics import Statistics
    from roguelike.ui.game_log import Line
    from roguelike.ui.screens.screen import ScreenRequest

COUNTING = "Verifying the scores..."
MOMENT = 0.01
"""Seconds between two bits of work."""


class StatsScreen(PagerScreen):
    """The figures, as soon as they are known."""

    section = "statistics"
    title = "Statistics"
    plots = True
    """Whether figures are drawn, too."""

    def __init__(self, found: Statistics | None, later: Iterator[Statistics | None]) -> None:
        """Show the figures; where they are not known yet, those that `later` finds, one tick after the other."""
        super().__init__()
        self._later = later
        self._found = found

    @property
    def interval(self) -> float | None:
        """A moment for keys, until they are known."""
        return MOMENT if self._found is None else None

    def on_tick(self) -> ScreenRequest:
        """Find out a little more."""
        self._found = next(self._later)
        return None

    def lines(self, width: int) -> list[Line]:
        """Return the figures."""
        lines = [COUNTING] if self._found is None else statistics_lines(self._found, width, plots=self.plots)
        return [(Span(line, grey(187)),) for line in lines]
