"""The page of the whole message log."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.cells.color import grey
from roguelike.narration.message import Span
from roguelike.narration.message_log import LEFT_OUT, wrap
from roguelike.play.views.page import Page

if TYPE_CHECKING:
    from roguelike.narration.message_log import Line
    from roguelike.play.perspective import Perspective

TURN = grey(158)


class HistoryPage(Page):
    """The whole message log, the newest at the bottom."""

    section = "history"
    title = "Messages"
    starts_at_end = True

    def __init__(self, perspective: Perspective) -> None:
        super().__init__()
        self._perspective = perspective

    @property
    def exact_colors(self) -> bool:
        """Whether the log has the colours of a source document."""
        return self._perspective.seen.ruleset.exact_colors

    def lines(self, width: int) -> list[Line]:
        """Return the log, with the number of each turn before its first message."""
        log = self._perspective.log
        margin = len(_label(log.turn)) + 1
        lines: list[Line] = []
        for entry, begins_turn in log.by_turn():
            label = _label(entry.turn) if begins_turn and entry.message != LEFT_OUT else ""
            for line in wrap(entry.parts, max(1, width - margin)):
                lines.append((Span(label.ljust(margin), TURN), *line))
                label = ""
        return lines


def _label(turn: int) -> str:
    """Return the label of a turn, whose number the panel shows after the turn has ended."""
    return f"T{turn}"
