"""Figures over the games of a player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.cells.color import grey
from roguelike.narration.message import Span
from roguelike.play.statistics import number_lines, statistics_lines
from roguelike.ui.screens.pager import PagerScreen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roguelike.cells.canvas import Canvas
    from roguelike.narration.message_log import Line
    from roguelike.store.statistics import Statistics
    from roguelike.ui.screens.screen import ScreenRequest

COUNTING = "Verifying the scores..."
MOMENT = 0.01
"""Seconds between two bits of work."""
FRAME = 2
"""Rows of the frame."""
FOOT = 1
"""Rows of the way back."""


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
        self._rows: int | None = None
        """The rows in the frame; None before it is drawn."""

    @property
    def interval(self) -> float | None:
        """A moment for keys, until they are known."""
        return MOMENT if self._found is None else None

    def on_tick(self) -> ScreenRequest:
        """Find out a little more."""
        self._found = next(self._later)
        return None

    def draw(self, canvas: Canvas) -> None:
        """Draw as many of the figures as fit, where they can be shortened."""
        self._rows = canvas.height - FRAME - FOOT
        super().draw(canvas)

    def foot(self, width: int) -> list[Line]:
        """Return the way back."""
        return self.way_back(width)

    def lines(self, width: int) -> list[Line]:
        """Return the figures."""
        return [(Span(line, grey(187)),) for line in self._told(width)]

    def _told(self, width: int) -> list[str]:
        if self._found is None:
            return [COUNTING]
        return statistics_lines(self._found, width, self._rows) if self.plots else number_lines(self._found, width)
