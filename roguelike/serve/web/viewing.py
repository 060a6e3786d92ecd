"""Watching on a page: frames as fast as it takes them, and the reason at the end."""

from __future__ import annotations

import asyncio
import collections
import contextlib
from typing import TYPE_CHECKING, Any, Final

from roguelike.serve.front.limits import network_of
from roguelike.serve.web.frame_encoder import dumps
from roguelike.serve.web.limits import counted
from roguelike.serve.web.responses import open_socket
from roguelike.serve.web.thumbnails import ClientThumbnails

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterable, Iterator

    from aiohttp import web

    from roguelike.serve.web.gateway_client import GatewayClient
    from roguelike.serve.web.thumbnails import Thumbnails
    from roguelike.serve.web.watched_games import WatchedGame, WatchedGames

_LARGEST: Final = 1024
"""Bytes of a message, of which a page that watches sends none."""
OF_NETWORK: Final = 16
_OF_GAME: Final = 64
_IN_ALL: Final = 500
"""Pages that watch, or that show thumbnails."""
_ENDS: Final = {
    "left": "{name} has no game to watch right now.",
    "over": "The game is over.",
    "private": "{name} does not allow watching here.",
    "full": "Too many people are watching {name}.",
    "slow": "The connection is too slow.",
    **dict.fromkeys(("lost", "unreachable", "odd"), "This game cannot be watched now."),
}
"""Sentences by the reason for which watching ended."""


class Viewing:
    """All pages that watch a game, or show thumbnails of several."""

    def __init__(
        self, gateway: GatewayClient, games: WatchedGames, thumbnails: Thumbnails, last_of: Callable[[str], str]
    ) -> None:
        """Prepare to show games; `last_of` returns the key of a player's newest finished game, if there is one."""
        self._gateway = gateway
        self._games = games
        self._thumbnails = thumbnails
        self._last_of = last_of
        self._of_network: collections.Counter[str] = collections.Counter()

    async def watch(self, request: web.Request, name: str, address: str) -> web.WebSocketResponse:
        """Show the game of a player until one of both ends."""
        response = await open_socket(request, _LARGEST)
        listed = next((each for each in await self._gateway.games() if each.name.lower() == name.lower()), None)
        if listed is None:
            await _end(response, "left", name, self._last_of(name))
            return response
        with self._admitted(network_of(address)) as is_admitted:
            if not is_admitted or self._games.count_pages(listed) >= _OF_GAME:
                await _end(response, "full", name)
                return response
            with self._games.watch(listed) as game:
                await self._show(response, _send_frames(response, game, listed.name, self._last_of))
        return response

    async def show_thumbnails(self, request: web.Request, address: str) -> web.WebSocketResponse:
        """Show thumbnails of the games in progress until the page leaves."""
        response = await open_socket(request, _LARGEST)
        with self._admitted(network_of(address)) as is_admitted:
            if not is_admitted:
                await _end(response, "full")
                return response
            with self._thumbnails.shown():
                await self._show(response, _send_thumbnails(response, self._thumbnails))
        return response

    @contextlib.contextmanager
    def _admitted(self, network: str) -> Iterator[bool]:
        """Count a page while it is there; yields whether there is room for it."""
        if self._of_network.total() >= _IN_ALL or self._of_network[network] >= OF_NETWORK:
            yield False
            return
        with counted(self._of_network, network):
            yield True

    @staticmethod
    async def _show(response: web.WebSocketResponse, sending: Coroutine[Any, Any, None]) -> None:
        """Send what there is to show until that ends, or the page leaves."""
        leaving = asyncio.ensure_future(_left(response))
        showing = asyncio.ensure_future(sending)
        try:
            await asyncio.wait((leaving, showing), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (leaving, showing):
                task.cancel()
            await asyncio.gather(leaving, showing, return_exceptions=True)


async def _left(response: web.WebSocketResponse) -> None:
    """Return when the page has closed the connection, or sends anything: a page that watches never does."""
    async for _ in response:
        return


async def _send_frames(
    response: web.WebSocketResponse, game: WatchedGame, name: str, last_of: Callable[[str], str]
) -> None:
    """Send frames until the game of player `name` ends; with the end comes the key that `last_of` returns."""
    version, seen = 0, None
    while True:
        changed = game.changed
        texts, seen = game.encoder.encode(version, seen)
        version = game.encoder.version
        if not await _sent(response, texts):
            return
        if game.ended:
            await _end(response, game.ended, name, last_of(name))
            return
        if version == game.encoder.version:
            await changed.wait()


async def _send_thumbnails(response: web.WebSocketResponse, thumbnails: Thumbnails) -> None:
    shown = ClientThumbnails()
    while True:
        changed = thumbnails.changed
        texts, shown = thumbnails.encode(shown)
        if not await _sent(response, texts):
            return
        await changed.wait()


async def _sent(response: web.WebSocketResponse, texts: Iterable[str]) -> bool:
    """Send texts; returns whether the page has taken them, and is still there."""
    try:
        for text in texts:
            await response.send_str(text)
    except ConnectionError:
        return False
    return True


async def _end(response: web.WebSocketResponse, reason: str, name: str = "", last: str = "") -> None:
    """Say why it ends for a player's game, and the key of the finished one to go on with, if there is one."""
    with contextlib.suppress(ConnectionError):
        await response.send_str(
            dumps({"end": reason, "say": _ENDS[reason].format(name=name), **({"next": last} if last else {})})
        )
        await response.close()
