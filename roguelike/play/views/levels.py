"""The page of the visited levels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.cells.color import grey
from roguelike.narration.message import Span
from roguelike.narration.message_log import wrap
from roguelike.play.views.page import Page

if TYPE_CHECKING:
    from roguelike.narration.message_log import Line
    from roguelike.play.perspective import Perspective


class LevelsPage(Page):
    """A line for each visited level: stairs, held items, locks, captives, allies and items left there."""

    section = "levels"
    title = "Levels"

    def __init__(self, perspective: Perspective) -> None:
        super().__init__()
        self._told = perspective.levels

    def lines(self, width: int) -> list[Line]:
        """Return the lines of all levels."""
        lines: list[Line] = []
        for name, told in self._told:
            lines += wrap((Span(f"{name}: ", grey(255), bold=True), Span(told, grey(187))), width)
        return [*lines, (), *self.way_back(width)]
