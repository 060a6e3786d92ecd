"""What both ends of a stream between hosts know: its packets are those of a game that is watched, as they are.

Each packet comes with its length before it. One of no bytes says that the other end is alive.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
from typing import TYPE_CHECKING, Final

from roguelike.serve.watching.broadcast import LAG_TIMEOUT
from roguelike.serve.watching.packets import MAX_PACKET, MAX_PAGES_PACKET
from roguelike.store.remote.wire import LENGTH, length_of

if TYPE_CHECKING:
    from collections.abc import Coroutine
    from typing import Any

PULSE: Final = 1.0
"""Seconds without a packet after which an empty one is sent."""
SILENCE: Final = 2.5
"""Seconds without a packet after which the other end counts as cut off."""
LARGEST_HELLO: Final = 512
"""Bytes of what names a game."""
BUFFER: Final = 64 << 10
"""Bytes that wait in a socket: a spectator that is behind is to be noticed at the game."""
_FAREWELL: Final = 1.0
"""Seconds for the last packets to go out."""


class Stream:
    """A connection between two clerks."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer
        writer.transport.set_write_buffer_limits(high=MAX_PACKET)

    @property
    def certificate(self) -> bytes | None:
        """What the other end has shown."""
        found: bytes | None = self.writer.get_extra_info("ssl_object").getpeercert(binary_form=True)
        return found

    async def packet(self) -> bytes:
        """Return the next packet.

        Raises:
            TimeoutError: the other end is silent.
            IncompleteReadError: it has ended.
            BadMessage: the packet is too long.
        """
        async with asyncio.timeout(SILENCE):
            length = length_of(await self.reader.readexactly(LENGTH.size), MAX_PACKET)
            return await self.reader.readexactly(length)

    async def word(self) -> bytes:
        """Return the next packet of a spectator, however long it is silent.

        Raises:
            IncompleteReadError: the other end has ended.
            BadMessage: the packet is too long.
        """
        length = length_of(await self.reader.readexactly(LENGTH.size), MAX_PAGES_PACKET)
        return await self.reader.readexactly(length)

    async def send(self, packet: bytes = b"") -> None:
        """Send a packet.

        Raises:
            OSError: the other end is gone, or takes nothing.
        """
        self.writer.write(LENGTH.pack(len(packet)) + packet)
        async with asyncio.timeout(LAG_TIMEOUT):
            await self.writer.drain()

    async def close(self) -> None:
        """Close it, once the last packets are out."""
        self.writer.close()
        try:
            async with asyncio.timeout(_FAREWELL):
                await self.writer.wait_closed()
        except OSError:  # a timeout is one
            pass
        finally:
            self.writer.transport.abort()


def tune(connection: socket.socket) -> None:
    """Prepare a connection for small packets, of which few wait."""
    with contextlib.suppress(OSError):
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(LAG_TIMEOUT * 1000))
        for buffer in (socket.SO_SNDBUF, socket.SO_RCVBUF):
            connection.setsockopt(socket.SOL_SOCKET, buffer, BUFFER)


async def first_of(*works: Coroutine[Any, Any, object]) -> None:
    """Do things at once until the first of them has ended or failed; the others are cancelled."""
    tasks = [asyncio.ensure_future(work) for work in works]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
