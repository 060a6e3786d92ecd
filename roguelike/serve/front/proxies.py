"""Connections through load balancers, which wait for the header with the client's address."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Final

from roguelike.serve.front.address_limits import RefusalReason
from roguelike.serve.front.proxy_header import NoHeader, read_origin

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable

    from roguelike.serve.front.counters import Counters

TIMEOUT: Final = 5.0
"""Seconds for a header to arrive."""


class Proxies:
    """Reads the header of each connection from a balancer, before SSH begins."""

    def __init__(self, counters: Counters, let_in: Callable[[socket.socket, str], None]) -> None:
        """Prepare to read; `let_in` is called with each connection and the address of its client."""
        self._counters = counters
        self._let_in = let_in
        self._waiting = 0

    async def take(self, client: socket.socket, proxy: str, most: int) -> None:
        """Accept a connection once its header has arrived; close it if `most` are waiting."""
        self._waiting += 1
        address = await self._origin(client) if self._waiting <= most else None
        self._waiting -= 1
        if address is None:
            self._counters.refuse(proxy, RefusalReason.PROXY, time.monotonic())
            client.close()
        else:
            self._let_in(client, address or proxy)

    @staticmethod
    async def _origin(client: socket.socket) -> str | None:
        client.settimeout(0)
        try:
            return await asyncio.wait_for(read_origin(client), TIMEOUT)
        except (TimeoutError, NoHeader, OSError):
            return None
