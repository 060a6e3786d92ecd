"""WebSockets of pages that watch: frames as fast as the page reads, and the reason for the end."""

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

_MAX_MESSAGE: Final = 1024
"""Bytes of a message from a page; pages that watch send none."""
MAX_OF_NETWORK: Final = 16
"""Sockets of a network, for games and thumbnails."""
_MAX_OF_GAME: Final = 64
_MAX_SOCKETS: Final = 500
_ENDS: Final = {
    "left": "{name} has no game to watch right now.",
    "over": "The game is over.",
    "private": "{name} does not allow watching here.",
    "full": "Too many people are watching {name}.",
    "slow": "The connection is too slow.",
    **dict.fromkeys(("lost", "unreachable", "odd"), "This game cannot be watched now."),
}
"""Sentences by the reason for which watching ended."""
_MAY_CONTINUE: Final = frozenset({"left", "lost", "unreachable"})
"""Reasons after which the player may continue in another session, as after a take-over."""
_WAITING: Final = "Waiting for {name} to continue."
_CONTINUE_TIMEOUT: Final = 5.0
"""Seconds to wait for that session."""
_POLL_INTERVAL: Final = 0.25
"""Seconds between two looks for that session."""


class WatchSockets:
    """Serves the WebSockets of watched games and of thumbnails, within limits."""

    def __init__(
        self, gateway: GatewayClient, games: WatchedGames, thumbnails: Thumbnails, last_of: Callable[[str], str]
    ) -> None:
        """Prepare to serve; `last_of` returns the key of a player's newest finished game, or an empty text."""
        self._gateway = gateway
        self._games = games
        self._thumbnails = thumbnails
        self._last_of = last_of
        self._of_network: collections.Counter[str] = collections.Counter()
        """Open sockets by network."""

    async def watch(self, request: web.Request, name: str, address: str) -> web.WebSocketResponse:
        """Show a player's game, and those of sessions that follow at once, until the end or the page is closed."""
        response = await open_socket(request, _MAX_MESSAGE)
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
        """Return the listed game of a player; None without one."""
        return next((each for each in await self._gateway.games() if each.name.lower() == name.lower()), None)

    async def _follow(self, response: web.WebSocketResponse, listed: ListedGame) -> None:
        """Send the frames of a game, and of its player's next one if that starts within `_CONTINUE_TIMEOUT`."""
        name, clock = listed.name, asyncio.get_running_loop().time
        found: ListedGame | None = listed
        reason, until = "left", 0.0
        while True:
            if found is not None:
                if self._games.count_pages(found) >= _MAX_OF_GAME:
                    reason = "full"
                    break
                with self._games.watch(found) as game:
                    if not await _send_frames(response, game):
                        return
                if not until or game.canvas is not None:  # else the list still has the session that ended
                    reason, until = game.ended, clock() + _CONTINUE_TIMEOUT
                    if reason not in _MAY_CONTINUE:
                        break
                    if not await _send(response, [dumps({"say": _WAITING.format(name=name)})]):
                        return
            if clock() >= until:
                break
            await asyncio.sleep(_POLL_INTERVAL)
            found = await self._find(name)
        await _end(response, reason, name, self._last_of(name))

    async def show_thumbnails(self, request: web.Request, address: str) -> web.WebSocketResponse:
        """Show thumbnails of the games in progress until the page is closed."""
        response = await open_socket(request, _MAX_MESSAGE)
        with self._admitted(network_of(address)) as is_admitted:
            if not is_admitted:
                await _end(response, "full")
                return response
            with self._thumbnails.shown():
                await self._show(response, _send_thumbnails(response, self._thumbnails))
        return response

    @contextlib.contextmanager
    def _admitted(self, network: str) -> Iterator[bool]:
        """Count a socket during the block; yield False if it exceeds a limit."""
        if self._of_network.total() >= _MAX_SOCKETS or self._of_network[network] >= MAX_OF_NETWORK:
            yield False
            return
        with counted(self._of_network, network):
            yield True

    @staticmethod
    async def _show(response: web.WebSocketResponse, output: Coroutine[Any, Any, None]) -> None:
        """Send `output` until it ends, or until the page is closed."""
        closing = asyncio.ensure_future(_wait_closed(response))
        sending = asyncio.ensure_future(output)
        try:
            await asyncio.wait((closing, sending), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (closing, sending):
                task.cancel()
            await asyncio.gather(closing, sending, return_exceptions=True)


async def _wait_closed(response: web.WebSocketResponse) -> None:
    """Wait until the page closes the socket, or sends anything, which pages that watch never do."""
    async for _ in response:
        return


async def _send_frames(response: web.WebSocketResponse, game: WatchedGame) -> bool:
    """Send frames until the game ends; return False if the page was closed before."""
    version, frame = 0, None
    while True:
        changed = game.changed
        messages, frame = game.encoder.encode(version, frame)
        version = game.encoder.version
        if not await _send(response, messages):
            return False
        if game.ended:
            return True
        if version == game.encoder.version:
            await changed.wait()


async def _send_thumbnails(response: web.WebSocketResponse, thumbnails: Thumbnails) -> None:
    shown = ClientThumbnails()
    while True:
        changed = thumbnails.changed
        messages, shown = thumbnails.encode(shown)
        if not await _send(response, messages):
            return
        await changed.wait()


async def _send(response: web.WebSocketResponse, messages: Iterable[str]) -> bool:
    """Send messages; return False if the page was closed."""
    try:
        for message in messages:
            await response.send_str(message)
    except ConnectionError:
        return False
    return True


async def _end(response: web.WebSocketResponse, reason: str, name: str = "", last: str = "") -> None:
    """Send the reason for the end, and the key `last` of the player's newest finished game; close the socket."""
    with contextlib.suppress(ConnectionError):
        await response.send_str(
            dumps({"end": reason, "say": _ENDS[reason].format(name=name), **({"next": last} if last else {})})
        )
        await response.close()
