"""Games watched on pages: one connection to each game, shared by its pages."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Final

from roguelike.classes import define
from roguelike.serve.watching.packets import pack
from roguelike.serve.watching.watch_connection import WatchConnection
from roguelike.serve.web.frame_encoder import SharedFrameEncoder

if TYPE_CHECKING:
    import pathlib
    from collections.abc import Iterator

    from roguelike.cells.canvas import Canvas
    from roguelike.serve.paths import ServerPaths
    from roguelike.serve.watching.listed_game import ListedGame

REPORT_DELAY: Final = 0.5
"""Seconds until a new number of pages is reported to the game."""


class WatchedGame:
    """A game that pages watch; each frame is encoded once for all pages with the same frame before."""

    def __init__(self, path: pathlib.Path, hello: bytes, pages: int) -> None:
        """Connect to a game; `ended` has the reason if that fails.

        Args:
            path: the socket of the game, or of the clerk for a game of another host.
            hello: the first packet, which names a game of another host; empty for a game of this one.
            pages: the number of pages that watch it.
        """
        self.encoder = SharedFrameEncoder()
        self.changed = asyncio.Event()
        """Set, and replaced, with each frame and at the end."""
        self._pages = pages
        self._reported: int | None = None
        """Number of pages that the game knows."""
        self._report_timer: asyncio.TimerHandle | None = None
        self._connection = WatchConnection(path, hello)
        if not self.ended:
            self._connection.on_end = self._on_end
            asyncio.get_running_loop().add_reader(self._connection.fileno(), self._receive)
            self._report_pages()

    @property
    def ended(self) -> str:
        """Why watching ended, as `WatchConnection` has it; empty until then."""
        return self._connection.ended

    @property
    def canvas(self) -> Canvas | None:
        """The newest frame; None before there is one."""
        return self._connection.canvas

    def set_pages(self, pages: int) -> None:
        """Set the number of pages that watch; the game gets it after `REPORT_DELAY`."""
        self._pages = pages
        if self._report_timer is None and not self.ended:
            self._report_timer = asyncio.get_running_loop().call_later(REPORT_DELAY, self._report_pages)

    def _report_pages(self) -> None:
        self._report_timer = None
        if self._reported != self._pages and not self.ended:
            if self._connection.send(pack(pages=self._pages)):
                self._reported = self._pages
            else:
                self.set_pages(self._pages)

    def close(self) -> None:
        """Leave the game."""
        self._connection.close()

    def _receive(self) -> None:
        self._connection.take()
        if not self.ended:
            self._notify()

    def _on_end(self) -> None:
        asyncio.get_running_loop().remove_reader(self._connection.fileno())
        self._notify()

    def _notify(self) -> None:
        self.encoder.show(self.canvas)
        changed, self.changed = self.changed, asyncio.Event()
        changed.set()


class WatchedGames:
    """The games that pages watch, or show as thumbnails."""

    def __init__(self, places: ServerPaths) -> None:
        self._places = places
        self._games: dict[tuple[int, str, int], _Shared] = {}
        """Games by the key of their session."""

    def count_pages(self, game: ListedGame) -> int:
        """Return the number of pages that watch a game; thumbnails do not count."""
        found = self._games.get(game.session_key)
        return 0 if found is None else found.pages

    @contextlib.contextmanager
    def watch(self, listed: ListedGame, *, is_thumbnail: bool = False) -> Iterator[WatchedGame]:
        """Yield a game; the connection stays open while anything shows it."""
        key = listed.session_key
        shared = self._games.get(key)
        if shared is None or shared.game.ended:
            game = WatchedGame(*listed.endpoint(self._places), pages=int(not is_thumbnail))
            shared = self._games[key] = _Shared(game)
        else:
            shared.game.set_pages(shared.pages + (not is_thumbnail))
        shared.pages += not is_thumbnail
        shared.users += 1
        try:
            yield shared.game
        finally:
            shared.pages -= not is_thumbnail
            shared.users -= 1
            if shared.users:
                shared.game.set_pages(shared.pages)
            else:
                shared.game.close()
                if self._games.get(key) is shared:
                    del self._games[key]


@define(eq=False)
class _Shared:
    game: WatchedGame
    pages: int = 0
    """Number of pages that watch it."""
    users: int = 0
    """Number of pages and thumbnails."""
