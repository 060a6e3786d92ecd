"""Limits on HTTP connections: their number by address, the time to the first request, and the time to read."""

from __future__ import annotations

import asyncio
import collections
import contextlib
import socket
import struct
from typing import TYPE_CHECKING, Final

from roguelike.serve.addresses import network_of, plain_address
from roguelike.serve.web.rate_limits import SOCKET_INPUT_BURST, SOCKET_INPUT_RATE, NetworkBuckets

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from aiohttp.web_protocol import RequestHandler

    from roguelike.serve.token_bucket import TokenBucket

MAX_OF_ADDRESS: Final = 32
"""Connections of an address, or of an IPv6 network: a browser opens six at once."""
MAX_CONNECTIONS: Final = 2000
REQUEST_TIMEOUT: Final = 10.0
"""Seconds from a connection to its first whole request."""
HALF_CLOSED_TIMEOUT: Final = 1.0
"""Seconds to complete the request of a client that has closed its side."""
READ_TIMEOUT: Final = 20.0
"""Seconds in which a browser must read its pending output, or `MIN_READ` bytes of it."""
MIN_READ: Final = 16 << 10
MAX_REQUEST: Final = 16 << 10
"""Bytes from one request to the next: none has a body."""
MAX_UNSENT: Final = 16 << 10
"""Unsent bytes in the kernel for a connection, besides those in flight."""


class ConnectionGuard:
    """A protocol factory that refuses connections above the limits, and closes silent and stalled ones."""

    def __init__(self, handler: Callable[[], RequestHandler], is_proxy: Callable[[str], bool]) -> None:
        """Prepare to guard connections.

        Args:
            handler: creates the HTTP protocol of a connection.
            is_proxy: returns whether an address is that of a trusted proxy, whose connections are not limited.
        """
        self._handler = handler
        self._is_proxy = is_proxy
        self._of_network: collections.Counter[str] = collections.Counter()
        """Open connections by network."""
        self._connections: dict[asyncio.BaseTransport, _GuardedConnection] = {}
        self._inputs = NetworkBuckets(SOCKET_INPUT_BURST, SOCKET_INPUT_RATE)
        self._silent: dict[asyncio.BaseTransport, asyncio.TimerHandle] = {}
        """Timers that close connections without a whole request."""

    def __call__(self) -> asyncio.Protocol:
        """Return the protocol of the next connection."""
        return _GuardedConnection(self, self._handler())

    @contextlib.contextmanager
    def answering(self, transport: asyncio.BaseTransport | None) -> Iterator[None]:
        """Mark a connection as answering a whole request during the block."""
        self._cancel_closing(transport)
        connection = None if transport is None else self._connections.get(transport)
        if connection is None:
            yield
        else:
            with connection.answering():
                yield

    def _cancel_closing(self, transport: asyncio.BaseTransport | None) -> None:
        if transport is not None and (closing := self._silent.pop(transport, None)) is not None:
            closing.cancel()

    def note_socket(self, transport: asyncio.BaseTransport | None, network: str) -> None:
        """Note that a connection becomes a WebSocket; it is cut when its `network` sends too many bytes."""
        if transport is not None and transport in self._connections:
            self._connections[transport].inputs = self._inputs.of(network)

    def admit(self, connection: _GuardedConnection, transport: asyncio.BaseTransport) -> str | None:
        """Count a connection; return its network, empty for a proxy, or None if it is refused."""
        peer = transport.get_extra_info("peername")
        if peer is None:
            return None
        address = plain_address(str(peer[0]))
        network = "" if self._is_proxy(address) else network_of(address)
        if len(self._connections) >= MAX_CONNECTIONS or (network and self._of_network[network] >= MAX_OF_ADDRESS):
            return None
        self._connections[transport] = connection
        self._of_network[network] += 1
        self._silent[transport] = asyncio.get_running_loop().call_later(REQUEST_TIMEOUT, transport.close)
        _bound_queues(transport)
        return network

    def release(self, transport: asyncio.BaseTransport, network: str) -> None:
        """Count a closed connection."""
        self._cancel_closing(transport)
        del self._connections[transport]
        self._of_network[network] -= 1
        if not self._of_network[network]:
            del self._of_network[network]


class _GuardedConnection(asyncio.Protocol):
    """A protocol between a connection and its HTTP protocol."""

    def __init__(self, guard: ConnectionGuard, handler: RequestHandler) -> None:
        self._guard = guard
        self._handler = handler
        self._transport: asyncio.BaseTransport | None = None
        self._network: str | None = None
        self.received = 0
        """Bytes since the last whole request."""
        self._is_answering = False
        self._is_half_closed = False
        """Whether the client has closed its side, and waits for a response."""
        self.inputs: TokenBucket | None = None
        """Byte bucket of its network, once it is a WebSocket."""
        self._unread = 0
        """Pending output at the last check, in bytes."""
        self._read_timer: asyncio.TimerHandle | None = None
        """Checks whether the browser reads."""

    @contextlib.contextmanager
    def answering(self) -> Iterator[None]:
        """Mark a whole request as being answered; if the client has closed its side, the response is the last one."""
        self.received, self._is_answering = 0, True
        if self._is_half_closed:
            self._handler.close()
        try:
            yield
        finally:
            self._is_answering = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Forward to the HTTP protocol, or close a refused connection."""
        self._transport, self._network = transport, self._guard.admit(self, transport)
        if self._network is None:
            transport.close()
        else:
            self._handler.connection_made(transport)

    def data_received(self, data: bytes) -> None:
        """Forward to the HTTP protocol, or cut a browser that sends too much."""
        if self._network is None or not isinstance(self._transport, asyncio.WriteTransport):
            return
        self.received += len(data)
        if self.inputs is None:
            is_excess = self.received > MAX_REQUEST
        else:
            is_excess = not self.inputs.take(asyncio.get_running_loop().time(), len(data))
        if is_excess:
            self._transport.abort()
        else:
            self._handler.data_received(data)

    def eof_received(self) -> bool:
        """Forward to the HTTP protocol; return whether the client still waits for a response."""
        if self._network is None:
            return False
        self._handler.eof_received()
        if self.inputs is not None or not (self.received or self._is_answering):
            return False
        self._is_half_closed = True
        if self._is_answering:
            self._handler.close()
        else:
            asyncio.get_running_loop().call_later(HALF_CLOSED_TIMEOUT, self._close_unless_answering)
        return True

    def _close_unless_answering(self) -> None:
        if not self._is_answering and self._transport is not None:
            self._transport.close()

    def pause_writing(self) -> None:
        """Forward to the HTTP protocol, and start to check whether the browser reads."""
        self._handler.pause_writing()
        self._schedule_read_check()

    def resume_writing(self) -> None:
        """Forward to the HTTP protocol: the browser has read everything."""
        self._cancel_read_check()
        self._handler.resume_writing()

    def _schedule_read_check(self) -> None:
        if isinstance(self._transport, asyncio.WriteTransport):
            self._unread = self._transport.get_write_buffer_size()
            self._read_timer = asyncio.get_running_loop().call_later(READ_TIMEOUT, self._check_read, self._transport)

    def _cancel_read_check(self) -> None:
        if self._read_timer is not None:
            self._read_timer.cancel()
            self._read_timer = None

    def _check_read(self, transport: asyncio.WriteTransport) -> None:
        """Cut a browser that reads too little, even if the connection only waits to be closed."""
        if transport.get_write_buffer_size() > self._unread - MIN_READ:
            end = transport.get_extra_info("socket")
            with contextlib.suppress(OSError):  # drop what the kernel holds, too
                end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            transport.abort()
        else:
            self._schedule_read_check()

    def connection_lost(self, error: Exception | None) -> None:
        """Forward to the HTTP protocol, and count the closed connection."""
        self._cancel_read_check()
        if self._network is not None and self._transport is not None:
            self._handler.connection_lost(error)
            self._guard.release(self._transport, self._network)


def _bound_queues(transport: asyncio.BaseTransport) -> None:
    """Bound the pending output of a connection, in this process and in the kernel."""
    if isinstance(transport, asyncio.WriteTransport):
        transport.set_write_buffer_limits(high=0)
        with contextlib.suppress(OSError):
            transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, MAX_UNSENT)
