"""A player as one who watches others."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Protocol

from roguelike.cells.text import printable
from roguelike.serve.sshd_sessions import sshd_sessions
from roguelike.serve.watching.listed_game import ListedGame
from roguelike.serve.watching.viewer import Viewer
from roguelike.serve.watching.watch_view import WatchView

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from roguelike.serve.paths import ServerPaths
    from roguelike.serve.sshd_sessions import SshdSession
    from roguelike.serve.watching.viewer import Listens


class SendsToGateway(Protocol):
    """The link to the gateway, which knows who plays."""

    games: list[ListedGame] | None
    """Games of the server that can be watched; None until the gateway has listed them."""

    @property
    def tell(self) -> Callable[..., None]:
        """The function that sends a message to the gateway."""


class Spectator:
    """Lists games, and watches one of them at a time."""

    def __init__(self, terminal: Listens, link: SendsToGateway, places: ServerPaths) -> None:
        self._terminal = terminal
        self._link = link
        self._places = places
        self.has_watched = False
        """Whether a game was watched since the list was asked for."""
        self._behind_sshd: list[ListedGame] = []
        self._name = ""
        self._viewer: Viewer | None = None

    @property
    def games(self) -> Sequence[ListedGame] | None:
        """The games that can be watched, as far as they are known; None before the first answer."""
        return None if self._link.games is None else [*self._link.games, *self._behind_sshd]

    @property
    def watched(self) -> str:
        """Name of the player who is watched now; empty for nobody."""
        return self._name if self._viewer is not None and not self._viewer.ended else ""

    def ask(self) -> None:
        """Ask for the newest list."""
        self.has_watched = False
        self._behind_sshd = watchable(sshd_sessions(self._places), time.time())
        self._link.tell(games=True)

    def watch(self, game: ListedGame) -> WatchView:
        """Return the screen on which a game is watched."""
        self.has_watched = True
        path, hello = game.door(self._places)
        viewer = Viewer(path, self._terminal, hello)
        self._name, self._viewer = game.name, viewer
        return WatchView(self._name, viewer)


def watchable(sessions: Iterable[SshdSession], now: float) -> list[ListedGame]:
    """Return the games behind OpenSSH that may be watched; `now` is in seconds since the epoch."""
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
