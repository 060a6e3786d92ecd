"""The menu of games to watch."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Final

from roguelike.cells.color import grey
from roguelike.play.requests import ChangeSetting
from roguelike.play.tables import in_columns
from roguelike.play.views.menu import Row, ScrollingMenu
from roguelike.play.views.view import Open
from roguelike.serve.watching.privacy import WATCHED, can_choose, next_value, who_may_watch

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from roguelike.play.views.view import Request
    from roguelike.serve.watching.listed_game import ListedGame
    from roguelike.serve.watching.watch_client import WatchClient

REFRESH: Final = 2.0
"""Seconds between two requests for the list."""
SOON: Final = 0.01
CHANGE: Final = "v"
ASKING: Final = "Loading games..."
NOBODY: Final = "No games to watch."
GUEST: Final = "Guests cannot be watched."


class WatchMenu(ScrollingMenu):
    """Games of other players, and the choice of watchers for the own one."""

    section = "watch_list"
    title = "Watch"
    heading = "Watch"

    def __init__(self, watch_client: WatchClient) -> None:
        self._watch_client = watch_client
        watch_client.request_games()

    @property
    def interval(self) -> float | None:
        """Seconds until the next request; `SOON` after a game was watched."""
        return SOON if self._watch_client.has_watched else REFRESH

    def on_tick(self) -> Request:
        """Request the list of games again."""
        self._watch_client.request_games()
        return None

    def rows(self) -> Sequence[Row]:
        """Return a row for each game, and one for the choice."""
        games = self._games()
        lines = in_columns([game.columns() for game in games], self.room) if games else []
        rows = [Row(letter, line, grey(255)) for letter, line in zip(self.letters(), lines, strict=False)]
        if can_choose(self.settings):
            rows.append(Row(CHANGE, f"Who may watch you: {who_may_watch(self.settings)}", grey(255)))
        return rows

    def letters(self) -> Iterator[str]:
        """Return the letters except that of the last row."""
        return (letter for letter in super().letters() if letter != CHANGE)

    def notes(self, width: int) -> Sequence[str]:
        """Return why the list is empty, and that guests cannot be watched."""
        found = self._watch_client.games
        status = ASKING if found is None else "" if found else NOBODY
        return textwrap.wrap(" ".join((status, "" if can_choose(self.settings) else GUEST)), width)

    def choose(self, number: int) -> Request:
        """Watch a game, or change who may watch."""
        games = self._games()
        if number < len(games):
            return Open(self._watch_client.watch(games[number]))
        return ChangeSetting(WATCHED, next_value(self.settings))

    def _games(self) -> Sequence[ListedGame]:
        return self._watch_client.games or ()
