"""The door of the pages: how many connections an address may have, and how long one may take to ask, and to read."""

from __future__ import annotations

import asyncio
import collections
import contextlib
import socket
import struct
from typing import TYPE_CHECKING, Final

from roguelike.serve.front.limits import Bucket, network_of, plain_address
from roguelike.serve.web.limits import SOCKET_INPUT, SOCKET_INPUT_RATE, Buckets

if TYPE_CHECKING:
    from collections.abc import Callable

    from aiohttp.web_protocol import RequestHandler

OF_ADDRESS: Final = 32
"""Connections of an address, or of an IPv6 network: a browser opens six at once."""
IN_ALL: Final = 2000
PATIENCE: Final = 10.0
"""Seconds from a connection to its first whole request."""
READING: Final = 20.0
"""Seconds for a browser to take what waits for it, or `LEAST_READ` bytes of that."""
LEAST_READ: Final = 16 << 10
LARGEST_REQUEST: Final = 16 << 10
"""Bytes from one request to the next: none has a body."""
UNSENT: Final = 16 << 10
"""Bytes that wait in the kernel for a browser, beside those on their way to it."""


class Door:
    """Admits connections, and closes those that ask for nothing."""

    def __init__(self, handler: Callable[[], RequestHandler], is_proxy: Callable[[str], bool]) -> None:
        """Prepare to admit connections.

        Args:
            handler: makes what speaks HTTP on a connection.
            is_proxy: returns whether an address is that of a trusted proxy, which may have any number of them.
        """
        self._handler = handler
        self._is_proxy = is_proxy
        self._of_network: collections.Counter[str] = collections.Counter()
        self._connections: dict[asyncio.BaseTransport, _Connection] = {}
        self._inputs = Buckets(SOCKET_INPUT, SOCKET_INPUT_RATE)
        self._silent: dict[asyncio.BaseTransport, asyncio.TimerHandle] = {}
        """Connections without a whole request, and what closes them."""
        self._count = 0

    def __call__(self) -> asyncio.Protocol:
        """Return what takes the next connection."""
        return _Connection(self, self._handler())

    def note_request(self, transport: asyncio.BaseTransport | None) -> None:
        """Note that a whole request has come on a connection."""
        if transport is not None and (closing := self._silent.pop(transport, None)) is not None:
            closing.cancel()
        if transport is not None and transport in self._connections:
            self._connections[transport].received = 0

    def note_socket(self, transport: asyncio.BaseTransport | None, network: str) -> None:
        """Note that a connection is to be a WebSocket of a network, which is cut if it sends too much."""
        if transport is not None and transport in self._connections:
            self._connections[transport].inputs = self._inputs.of(network)

    def enter(self, connection: _Connection, transport: asyncio.BaseTransport) -> str | None:
        """Count a connection; returns the network that it counts for, None if it may not be there."""
        peer = transport.get_extra_info("peername")
        if peer is None:
            return None
        address = plain_address(str(peer[0]))
        network = "" if self._is_proxy(address) else network_of(address)
        if self._count >= IN_ALL or (network and self._of_network[network] >= OF_ADDRESS):
            return None
        self._count += 1
        self._connections[transport] = connection
        self._of_network[network] += 1
        self._silent[transport] = asyncio.get_running_loop().call_later(PATIENCE, transport.close)
        _bound_queues(transport)
        return network

    def leave(self, transport: asyncio.BaseTransport, network: str) -> None:
        """Count a connection as closed."""
        self.note_request(transport)
        del self._connections[transport]
        self._count -= 1
        self._of_network[network] -= 1
        if not self._of_network[network]:
            del self._of_network[network]


class _Connection(asyncio.Protocol):
    """A connection on its way to what speaks HTTP."""

    def __init__(self, door: Door, handler: RequestHandler) -> None:
        self._door = door
        self._handler = handler
        self._transport: asyncio.BaseTransport | None = None
        self._network: str | None = None
        self.received = 0
        """Bytes since the last whole request."""
        self.inputs: Bucket | None = None
        """What the bytes of a WebSocket are taken from."""
        self._unread = 0
        """Bytes that waited when the browser was last looked at."""
        self._look: asyncio.TimerHandle | None = None
        """Looks whether it has read some of them."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Pass it on, or close it."""
        self._transport, self._network = transport, self._door.enter(self, transport)
        if self._network is None:
            transport.close()
        else:
            self._handler.connection_made(transport)

    def data_received(self, data: bytes) -> None:
        """Pass it on, or cut a browser that sends too much."""
        if self._network is None or not isinstance(self._transport, asyncio.WriteTransport):
            return
        self.received += len(data)
        if self.inputs is None:
            is_much = self.received > LARGEST_REQUEST
        else:
            is_much = not self.inputs.take(asyncio.get_running_loop().time(), len(data))
        if is_much:
            self._transport.abort()
        else:
            self._handler.data_received(data)

    def eof_received(self) -> None:
        """Pass it on."""
        if self._network is not None:
            self._handler.eof_received()

    def pause_writing(self) -> None:
        """Pass it on, and begin to look whether the browser reads."""
        self._handler.pause_writing()
        self._look_later()

    def resume_writing(self) -> None:
        """Pass it on: the browser has read all."""
        self._look_no_more()
        self._handler.resume_writing()

    def _look_later(self) -> None:
        if isinstance(self._transport, asyncio.WriteTransport):
            self._unread = self._transport.get_write_buffer_size()
            self._look = asyncio.get_running_loop().call_later(READING, self._check, self._transport)

    def _look_no_more(self) -> None:
        if self._look is not None:
            self._look.cancel()
            self._look = None

    def _check(self, transport: asyncio.WriteTransport) -> None:
        """Cut a browser that reads nothing, even where its connection only waits to be closed."""
        if transport.get_write_buffer_size() > self._unread - LEAST_READ:
            end = transport.get_extra_info("socket")
            with contextlib.suppress(OSError):  # nothing of it stays in the kernel either
                end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            transport.abort()
        else:
            self._look_later()

    def connection_lost(self, error: Exception | None) -> None:
        """Pass it on, and count the connection as closed."""
        self._look_no_more()
        if self._network is not None and self._transport is not None:
            self._handler.connection_lost(error)
            self._door.leave(self._transport, self._network)


def _bound_queues(transport: asyncio.BaseTransport) -> None:
    """Keep little for a browser that does not read, in this process and in the kernel."""
    if isinstance(transport, asyncio.WriteTransport):
        transport.set_write_buffer_limits(high=0)
        with contextlib.suppress(OSError):
            transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, UNSENT)
