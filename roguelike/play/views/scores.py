"""The pages of scores."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from roguelike.cells.color import grey
from roguelike.cells.text import printable
from roguelike.english import capital
from roguelike.narration.message import Span
from roguelike.narration.message_log import wrap
from roguelike.play.requests import Watch
from roguelike.play.tables import in_columns, legends, moment, outcome, ranked
from roguelike.play.views.menu import Row, ScrollingMenu
from roguelike.play.views.page import Page
from roguelike.play.views.view import Action, Open

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from roguelike.narration.message_log import Line
    from roguelike.play.views.view import Request
    from roguelike.store.listings import ScoreLine

HEAD = ("", "score", "name", "how", "turns", "kills", "feats", "rules", "when", "seed")
NUMBERS = (0, 1, 4, 5, 6, 9)
FEATS = 6
"""Index of the column of feats, which is left out if no game has any."""
VERIFYING = " verifying... "
MOMENT = 0.01
"""Seconds between two pieces of work."""


class ScoresPage(Page):
    """The table of scores, best first."""

    section = "scores"
    title = "Scores"

    def __init__(self, scores: Sequence[ScoreLine], later: Iterator[Sequence[ScoreLine]] | None = None) -> None:
        """Show scores; `later` yields updated ones, one piece of work each tick."""
        super().__init__()
        self._later = later
        self._takes_long = False
        self._show(scores)

    @property
    def interval(self) -> float | None:
        """`MOMENT` while there is work left."""
        return None if self._later is None else MOMENT

    def on_tick(self) -> Request:
        """Do one piece of work."""
        scores = None if self._later is None else next(self._later, None)
        self._takes_long = scores is not None
        if scores is None:
            self._later = None
        elif scores is not self.scores:
            self._show(scores)
        return None

    @property
    def edge(self) -> Span | None:
        """A note while there is work left."""
        return Span(VERIFYING, grey(187)) if self._takes_long else None

    def _show(self, scores: Sequence[ScoreLine]) -> None:
        self.scores = scores
        """The shown scores."""
        self._legends = legends(scores)
        boards = list(ranked(scores))
        self._boards = [(board, [_cells(*each) for each in lines]) for board, lines in boards]
        self._has_feats = any(score.feats for score in scores)
        self._games = [(place, score) for _, lines in boards for place, score in lines if score.game]
        """The ranks and scores of games that can be watched."""

    def foot(self, width: int) -> list[Line]:
        """Return the keys to close and, if there are games to watch, to watch one."""
        watch = f"{self.key_of('watch')}: watch a game  " if self._games else ""
        return wrap((Span(f"{watch}{self.key_of('close')}: back", grey(187)),), width)

    def watch(self) -> Request:
        """Open the menu of games to watch."""
        return Open(ScoredGamesMenu(self._games)) if self._games else None

    def lines(self, width: int) -> list[Line]:
        """Return the table, or that it is empty."""
        if not self._boards:
            return wrap((Span("No scores yet.", grey(187)),), width)
        cells = [HEAD, *itertools.chain.from_iterable(rows for _, rows in self._boards)]
        head, *told = _in_columns(cells, width, has_feats=self._has_feats)
        left = iter(told)
        lines: list[Line] = [(Span(head, grey(187)),)]
        for board, rows in self._boards:
            lines += _heading(board) if board else []
            lines += [(Span(row, grey(255)),) for row in itertools.islice(left, len(rows))]
        if self._legends:
            lines.append(())
        for legend in self._legends:
            lines += wrap((Span(legend, grey(187)),), width)
        return lines

    ACTIONS = (
        *Page.SCROLLING,
        Action["ScoresPage"]("watch", ("w",), "watch a game", lambda page: page.watch()),
        Page.CLOSE,
    )


class ScoredGamesMenu(ScrollingMenu):
    """The menu of scored games to watch."""

    section = "scored_games"
    title = "Scored games"
    heading = "Watch a game"

    def __init__(self, games: Sequence[tuple[int, ScoreLine]]) -> None:
        self._games = games

    def rows(self) -> Sequence[Row]:
        """Return the games in the columns of the table."""
        has_feats = any(score.feats for _, score in self._games)
        lines = _in_columns([_cells(*game)[:-1] for game in self._games], self.room, has_feats=has_feats)
        return [Row(letter, line, grey(255)) for letter, line in zip(self.letters(), lines, strict=False)]

    def choose(self, number: int) -> Request:
        """Watch a game."""
        return Watch(self._games[number][1].game)


def _heading(board: str) -> list[Line]:
    """Return the lines above the scores of a mode, which is ranked separately."""
    return [(), (Span(f"{capital(printable(board))}, ranked separately", grey(187)),)]


def _in_columns(rows: Sequence[tuple[str, ...]], width: int, *, has_feats: bool) -> list[str]:
    """Return the rows in columns, with the column of feats if any game has feats."""
    if has_feats:
        return in_columns(rows, width, numbers=NUMBERS)
    without = [row[:FEATS] + row[FEATS + 1 :] for row in rows]
    return in_columns(without, width, numbers=[number - (number > FEATS) for number in NUMBERS if number != FEATS])


def _cells(place: int, score: ScoreLine) -> tuple[str, ...]:
    return (
        f"{place}.",
        str(score.score),
        printable(score.name),
        printable(outcome(score)),
        str(score.turn),
        str(score.kills),
        str(len(score.feats) or ""),
        printable(score.rules),
        moment(score.when),
        str(score.seed),
    )
