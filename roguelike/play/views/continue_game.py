"""The menu of saved games."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from roguelike.cells.color import grey
from roguelike.cells.text import printable, shortened
from roguelike.play.requests import Continue
from roguelike.play.tables import in_a_line, in_columns, moment, progress
from roguelike.play.views.menu import Row, ScrollingMenu

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.cells.color import Color
    from roguelike.play.views.view import Request
    from roguelike.store.listings import SavedGame

CLOSED: Color = (255, 175, 135)
"""The colour of games that cannot be continued now."""


def described(game: SavedGame, width: int) -> str:
    """Return a line of at most `width` columns about a game, with a short reason if it cannot be continued."""
    if game.trouble:
        return shortened(f"{game.name} ({'being played' if game.is_played else 'cannot be read'})", width)
    return in_a_line(_cells(game), width)


class ContinueMenu(ScrollingMenu):
    """A row for every game in progress; those that cannot be continued come last."""

    section = "continue"
    title = "Continue"
    heading = "Continue"

    def __init__(self, games: Sequence[SavedGame]) -> None:
        self._games = sorted(games, key=lambda game: bool(game.trouble))

    def rows(self) -> Sequence[Row]:
        """Return names, rule sets, turns and times."""
        width = self.room
        sound = [game for game in self._games if not game.trouble]
        lines = in_columns([_cells(game) for game in sound], width)
        rows = [Row("", line, grey(255)) for line in lines]
        rows += [Row("", described(game, width), CLOSED) for game in self._games[len(sound) :]]
        return [attrs.evolve(row, key=letter) for row, letter in zip(rows, self.letters(), strict=False)]

    def choose(self, number: int) -> Request:
        """Return the request to continue a game, which is refused with a reason if it cannot be."""
        return Continue(self._games[number].name)


def _cells(game: SavedGame) -> list[str]:
    return [game.name, printable(game.marked_rules), progress(game.turn, game.depth), moment(game.when)]
