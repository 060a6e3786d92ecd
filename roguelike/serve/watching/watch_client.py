"""Watching others from a game process: lists the games, and connects to them."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Protocol

from roguelike.cells.text import printable
from roguelike.serve.sshd_sessions import sshd_sessions
from roguelike.serve.watching.listed_game import ListedGame
from roguelike.serve.watching.watch_connection import WatchConnection
from roguelike.serve.watching.watch_view import WatchView

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from roguelike.cells.display import Source
    from roguelike.serve.paths import ServerPaths
    from roguelike.serve.sshd_sessions import SshdSession


class ListensToSources(Protocol):
    """A terminal that waits for sources beside its keyboard."""

    def listen_to(self, source: Source) -> None:
        """Wait for `source`, too."""

    def ignore(self, source: Source) -> None:
        """Stop waiting for `source`."""


class SendsToGateway(Protocol):
    """The link to the gateway, which lists the games."""

    games: list[ListedGame] | None
    """Games of the server that can be watched; None until the gateway has listed them."""

    @property
    def send(self) -> Callable[..., None]:
        """The function that sends a message to the gateway."""


class WatchClient:
    """Lists the games that its player can watch, and watches one of them at a time."""

    def __init__(self, terminal: ListensToSources, link: SendsToGateway, places: ServerPaths) -> None:
        self._terminal = terminal
        self._link = link
        self._places = places
        self.has_watched = False
        """Whether a game was watched since the list was last requested."""
        self._behind_sshd: list[ListedGame] = []
        self._name = ""
        self._connection: WatchConnection | None = None

    @property
    def games(self) -> Sequence[ListedGame] | None:
        """The games that can be watched, as last listed; None before the first answer."""
        return None if self._link.games is None else [*self._link.games, *self._behind_sshd]

    @property
    def watched(self) -> str:
        """Name of the player who is watched now; empty if nobody is."""
        return self._name if self._connection is not None and not self._connection.ended else ""

    def request_games(self) -> None:
        """Request the newest list."""
        self.has_watched = False
        self._behind_sshd = watchable(sshd_sessions(self._places), time.time())
        self._link.send(games=True)

    def watch(self, game: ListedGame) -> WatchView:
        """Connect to a game; return its view."""
        self.has_watched = True
        connection = WatchConnection(*game.endpoint(self._places))
        if not connection.ended:
            self._terminal.listen_to(connection)
            connection.on_end = lambda: self._terminal.ignore(connection)
        self._name, self._connection = game.name, connection
        return WatchView(game.name, connection)


def watchable(sessions: Iterable[SshdSession], now: float) -> list[ListedGame]:
    """Return the games behind OpenSSH that can be watched; `now` is in seconds since the epoch."""
    return [
        ListedGame(
            each.process,
            printable(each.facts.name),
            printable(each.facts.game),
            printable(each.facts.at),
            int(now - each.facts.since),
            int(now - each.facts.moved),
            each.facts.watchers,
        )
        for each in sessions
        if each.facts.may_watch
    ]
