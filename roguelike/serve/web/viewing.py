"""Watching on a page: frames as fast as it takes them, and the reason at the end."""

from __future__ import annotations

import asyncio
import collections
import contextlib
from typing import TYPE_CHECKING, Any, Final

from roguelike.serve.addresses import network_of
from roguelike.serve.web.frame_encoder import dumps
from roguelike.serve.web.rate_limits import counted
from roguelike.serve.web.responses import open_socket
from roguelike.serve.web.thumbnails import ClientThumbnails

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterable, Iterator

    from aiohttp import web

    from roguelike.serve.watching.listed_game import ListedGame
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
_PASSING: Final = frozenset({"left", "lost", "unreachable"})
"""Reasons after which the player may go on in another session, as after a take-over."""
_WAITING: Final = "Waiting for {name} to continue."
_PATIENCE: Final = 5.0
"""Seconds to wait for that."""
_POLL: Final = 0.25
"""Seconds between two looks for it."""


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
        """Show the game of a player, and of each session that follows at once, until it ends or the page leaves."""
        response = await open_socket(request, _LARGEST)
        listed = await self._find(name)
        if listed is None:
            await _end(response, "left", name, self._last_of(name))
            return response
        with self._admitted(network_of(address)) as is_admitted:
            if not is_admitted:
                await _end(response, "full", name)
                return response
            await self._show(response, self._follow(response, listed))
        return response

    async def _find(self, name: str) -> ListedGame | None:
        """Return the game of a player; None if there is none to watch."""
        return next((each for each in await self._gateway.games() if each.name.lower() == name.lower()), None)

    async def _follow(self, response: web.WebSocketResponse, listed: ListedGame) -> None:
        """Send the frames of a game, and of the next one of its player if that is there in a moment."""
        name, clock = listed.name, asyncio.get_running_loop().time
        found: ListedGame | None = listed
        reason, until = "left", 0.0
        while True:
            if found is not None:
                if self._games.count_pages(found) >= _OF_GAME:
                    reason = "full"
                    break
                with self._games.watch(found) as game:
                    if not await _send_frames(response, game):
                        return
                if not until or game.canvas is not None:  # else the list still has a session that is gone
                    reason, until = game.ended, clock() + _PATIENCE
                    if reason not in _PASSING:
                        break
                    if not await _sent(response, [dumps({"say": _WAITING.format(name=name)})]):
                        return
            if clock() >= until:
                break
            await asyncio.sleep(_POLL)
            found = await self._find(name)
        await _end(response, reason, name, self._last_of(name))

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


async def _send_frames(response: web.WebSocketResponse, game: WatchedGame) -> bool:
    """Send frames until the game ends; returns whether the page is still there then."""
    version, seen = 0, None
    while True:
        changed = game.changed
        texts, seen = game.encoder.encode(version, seen)
        version = game.encoder.version
        if not await _sent(response, texts):
            return False
        if game.ended:
            return True
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
