"""The menu of finished games to watch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.cells.color import grey
from roguelike.cells.text import printable
from roguelike.play.requests import Watch
from roguelike.play.tables import in_columns, moment, progress
from roguelike.play.views.menu import Row, ScrollingMenu

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.play.views.view import Request
    from roguelike.store.listings import FinishedGame


class ReplaysMenu(ScrollingMenu):
    """A row for every finished game, the latest first."""

    section = "replays"
    title = "Replays"
    heading = "Replays"

    def __init__(self, games: Sequence[FinishedGame]) -> None:
        self.games = sorted(games, key=lambda game: game.when, reverse=True)

    def rows(self) -> Sequence[Row]:
        """Return keys, rule sets, outcomes, turns and times."""
        cells = [
            [game.key, printable(game.marked_rules), game.outcome, progress(game.turn, game.depth), moment(game.when)]
            for game in self.games
        ]
        lines = in_columns(cells, self.room)
        return [Row(letter, line, grey(255)) for letter, line in zip(self.letters(), lines, strict=False)]

    def choose(self, number: int) -> Request:
        """Watch a game."""
        return Watch(self.games[number].key)
