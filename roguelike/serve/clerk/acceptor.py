"""Accept connections, and serve a limited number at once."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Final

from roguelike.serve.logs import log

if TYPE_CHECKING:
    import socket
    from collections.abc import Awaitable, Callable

_RETRY: Final = 1.0
"""Seconds until the next attempt to accept a connection, after descriptors ran out."""


class Acceptor:
    """Accepts connections, and closes each after it was served."""

    def __init__(self, serve: Callable[[socket.socket], Awaitable[None]], most: int) -> None:
        """Prepare to serve connections by `serve`, at most `most` at once."""
        self._serve = serve
        self._most = most
        self._served = 0
        self._stopped = asyncio.Event()

    async def run(self, listener: socket.socket) -> None:
        """Serve until `stop`, and until the last connection is served; close the listener before that."""
        listener.settimeout(0)
        async with asyncio.TaskGroup() as group:
            with listener:
                accepting = group.create_task(self._accept(listener, group))
                await self._stopped.wait()
                accepting.cancel()
                await asyncio.wait([accepting])

    def stop(self) -> None:
        """Stop accepting connections."""
        self._stopped.set()

    async def _accept(self, listener: socket.socket, group: asyncio.TaskGroup) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                connection, _ = await loop.sock_accept(listener)
            except OSError:
                await asyncio.sleep(_RETRY)
                continue
            if self._served >= self._most:
                connection.close()
            else:
                self._served += 1
                group.create_task(self._serve_one(connection))

    async def _serve_one(self, connection: socket.socket) -> None:
        try:
            with connection:
                await self._serve(connection)
        except Exception as error:  # noqa: BLE001 -- an error of one connection does not concern the others
            log("fault", level=logging.ERROR, why=f"watching: {type(error).__name__}: {str(error)[:200]}")
        finally:
            self._served -= 1
