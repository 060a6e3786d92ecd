"""Streams between clerks, which carry the packets of a watched game unchanged.

Each packet follows its length. An empty one is a keepalive.
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
"""Seconds without a packet after which a keepalive is sent."""
SILENCE: Final = 2.5
"""Seconds without a packet after which the stream counts as broken."""
MAX_HELLO: Final = 512
"""Bytes of the message that names a game."""
BUFFER: Final = 64 << 10
"""Bytes of socket buffers, small so that the game notices a watcher that is behind."""
_FAREWELL: Final = 1.0
"""Seconds for the last packets to be sent."""


class WatchStream:
    """A connection between two clerks."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer
        writer.transport.set_write_buffer_limits(high=MAX_PACKET)

    @property
    def certificate(self) -> bytes | None:
        """The certificate of the other end."""
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
        """Return the next packet of a watcher, which may be silent.

        Raises:
            IncompleteReadError: the other end has ended.
            BadMessage: the packet is too long.
        """
        length = length_of(await self.reader.readexactly(LENGTH.size), MAX_PAGES_PACKET)
        return await self.reader.readexactly(length)

    async def send(self, packet: bytes = b"") -> None:
        """Send a packet.

        Raises:
            OSError: the other end is gone, or does not read.
        """
        self.writer.write(LENGTH.pack(len(packet)) + packet)
        async with asyncio.timeout(LAG_TIMEOUT):
            await self.writer.drain()

    async def close(self) -> None:
        """Close the stream, after the last packets were sent."""
        self.writer.close()
        try:
            async with asyncio.timeout(_FAREWELL):
                await self.writer.wait_closed()
        except OSError:  # a timeout is one
            pass
        finally:
            self.writer.transport.abort()


def tune(connection: socket.socket) -> None:
    """Set the options of a connection for small packets and short queues."""
    with contextlib.suppress(OSError):
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(LAG_TIMEOUT * 1000))
        for buffer in (socket.SO_SNDBUF, socket.SO_RCVBUF):
            connection.setsockopt(socket.SOL_SOCKET, buffer, BUFFER)


async def first_of(*works: Coroutine[Any, Any, object]) -> None:
    """Run coroutines until the first one ends or fails; cancel the others."""
    tasks = [asyncio.ensure_future(work) for work in works]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
