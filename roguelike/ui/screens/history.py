"""Everything that was told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.ui.screens.pager import PagerScreen

if TYPE_CHECKING:
    from roguelike.ui.canvas import Canvas
    from roguelike.ui.game_log import Line
    from roguelike.ui.presenter import Presenter


class HistoryScreen(PagerScreen):
    """The whole message log, the newest at the bottom."""

    section = "history"
    title = "Messages"
    starts_at_end = True

    def __init__(self, presenter: Presenter) -> None:
        super().__init__()
        self._presenter = presenter

    def draw(self, canvas: Canvas) -> None:
        """Draw the log in the colours in which it was told."""
        canvas.exact = self._presenter.seen.ruleset.exact_colors
        super().draw(canvas)

    def lines(self, width: int) -> list[Line]:
        """Return the log."""
        return self._presenter.log.lines(width)
