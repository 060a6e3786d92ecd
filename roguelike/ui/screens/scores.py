"""The scores."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.ui.color import grey
from roguelike.ui.columns import LEGEND, in_columns, moment, outcome
from roguelike.ui.game_log import wrap
from roguelike.ui.narration import Span
from roguelike.ui.printable import printable
from roguelike.ui.screens.pager import PagerScreen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.ui.game_log import Line
    from roguelike.ui.shelf import Score

HEAD = ("", "score", "name", "how", "turns", "kills", "rules", "when", "seed")
NUMBERS = (0, 1, 4, 5, 8)


class ScoresScreen(PagerScreen):
    """A table, best first."""

    section = "scores"
    title = "Scores"

    def __init__(self, scores: Sequence[Score]) -> None:
        super().__init__()
        self._is_any_spoiled = any(score.spoiled for score in scores)
        self._cells = [HEAD, *(_cells(place, score) for place, score in enumerate(scores, start=1))]

    def lines(self, width: int) -> list[Line]:
        """Return the table, or say that there is nothing in it."""
        if len(self._cells) == 1:
            return wrap((Span("Nobody has come to an end yet.", grey(187)),), width)
        head, *rows = in_columns(self._cells, width, numbers=NUMBERS)
        lines: list[Line] = [(Span(head, grey(187)),), *((Span(row, grey(255)),) for row in rows)]
        return [*lines, (), *wrap((Span(LEGEND, grey(187)),), width)] if self._is_any_spoiled else lines


def _cells(place: int, score: Score) -> tuple[str, ...]:
    return (
        f"{place}.",
        str(score.score),
        printable(score.name),
        printable(outcome(score)),
        str(score.turn),
        str(score.kills),
        printable(score.rules),
        moment(score.when),
        str(score.seed),
    )
