"""Watching on a page: frames as fast as it takes them, and the reason at the end."""

from __future__ import annotations

import asyncio
import collections
import contextlib
from typing import TYPE_CHECKING, Final

from aiohttp import web

from roguelike.serve.web.frames import PROTOCOL, dumps
from roguelike.serve.web.limits import HEARTBEAT, SEND_TIMEOUT, WRITER_LIMIT

if TYPE_CHECKING:
    from roguelike.serve.web.front_link import FrontLink
    from roguelike.serve.web.watched import Watched, WatchedGames

_OF_ADDRESS: Final = 16
_OF_GAME: Final = 64
_IN_ALL: Final = 500
"""Pages that watch."""


class Viewing:
    """All pages that watch a game."""

    def __init__(self, front: FrontLink, games: WatchedGames) -> None:
        self._front = front
        self._games = games
        self._of_address: collections.Counter[str] = collections.Counter()

    async def watch(self, request: web.Request, name: str, address: str) -> web.WebSocketResponse:
        """Show the game of a player until one of both ends."""
        response = web.WebSocketResponse(
            protocols=(PROTOCOL,), heartbeat=HEARTBEAT, max_msg_size=1024, writer_limit=WRITER_LIMIT
        )
        await response.prepare(request)
        process = await self._process_of(name)
        if process is None:
            await _end(response, "left")
            return response
        if self._is_full(process, address):
            await _end(response, "full")
            return response
        self._of_address[address] += 1
        try:
            with self._games.watch(process) as game:
                await self._show(response, game)
        finally:
            self._of_address[address] -= 1
            if not self._of_address[address]:
                del self._of_address[address]
        return response

    async def _process_of(self, name: str) -> int | None:
        games = await self._front.games()
        return next((int(each["process"]) for each in games if each["name"].lower() == name.lower()), None)

    def _is_full(self, process: int, address: str) -> bool:
        return (
            len(self._games) >= _IN_ALL
            or self._games.viewers(process) >= _OF_GAME
            or self._of_address[address] >= _OF_ADDRESS
        )

    @staticmethod
    async def _show(response: web.WebSocketResponse, game: Watched) -> None:
        """Send frames until the game ends, or the page leaves."""
        leaving = asyncio.ensure_future(_left(response))
        showing = asyncio.ensure_future(_send_frames(response, game))
        try:
            await asyncio.wait((leaving, showing), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (leaving, showing):
                task.cancel()
            await asyncio.gather(leaving, showing, return_exceptions=True)


async def _left(response: web.WebSocketResponse) -> None:
    """Return when the page has closed the connection; whatever it says is ignored."""
    async for _ in response:
        pass


async def _send_frames(response: web.WebSocketResponse, game: Watched) -> None:
    version, seen = 0, None
    while True:
        changed = game.changed
        texts, seen = game.encode(version, seen)
        version = game.version
        try:
            for text in texts:
                async with asyncio.timeout(SEND_TIMEOUT):
                    await response.send_str(text)
        except TimeoutError:
            await _end(response, "slow")
            return
        except ConnectionError:
            return
        if game.ended:
            await _end(response, game.ended)
            return
        if version == game.version:
            await changed.wait()


async def _end(response: web.WebSocketResponse, reason: str) -> None:
    with contextlib.suppress(ConnectionError, TimeoutError):
        async with asyncio.timeout(SEND_TIMEOUT):
            await response.send_str(dumps({"end": reason}))
            await response.close()
