"""The scores."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.ui.color import grey
from roguelike.ui.columns import in_columns, legends, moment, outcome
from roguelike.ui.game_log import wrap
from roguelike.ui.narration import Span
from roguelike.ui.printable import printable
from roguelike.ui.screens.pager import PagerScreen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.store.listings import ScoreLine
    from roguelike.ui.game_log import Line

HEAD = ("", "score", "name", "how", "turns", "kills", "rules", "when", "seed")
NUMBERS = (0, 1, 4, 5, 8)


class ScoresScreen(PagerScreen):
    """A table, best first."""

    section = "scores"
    title = "Scores"

    def __init__(self, scores: Sequence[ScoreLine]) -> None:
        super().__init__()
        self._legends = legends(scores)
        self._cells = [HEAD, *(_cells(place, score) for place, score in enumerate(scores, start=1))]

    def lines(self, width: int) -> list[Line]:
        """Return the table, or say that there is nothing in it."""
        if len(self._cells) == 1:
            return wrap((Span("Nobody has come to an end yet.", grey(187)),), width)
        head, *rows = in_columns(self._cells, width, numbers=NUMBERS)
        lines: list[Line] = [(Span(head, grey(187)),), *((Span(row, grey(255)),) for row in rows)]
        if self._legends:
            lines.append(())
        for legend in self._legends:
            lines += wrap((Span(legend, grey(187)),), width)
        return lines


def _cells(place: int, score: ScoreLine) -> tuple[str, ...]:
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
