"""Limits on the packets of a client.

asyncssh has no limit on login attempts, key exchanges and environment variables, nor a minimum size of the packets that
it writes, so its `process_packet` and `send_packet` are replaced on each connection.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import TYPE_CHECKING, Any, Final

import asyncssh
from asyncssh.packet import SSHPacket, UInt32

from roguelike.serve.front.address_limits import KEY_EXCHANGES
from roguelike.serve.front.guess import guess_is_wrong
from roguelike.serve.token_bucket import TokenBucket

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from roguelike.serve.front.budget import FlowControl

# RFC 4250, 4.1.2.
_KEY_EXCHANGE: Final = 20
_NEW_KEYS: Final = 21
_LOGIN: Final = 50
_CHANNEL_OPEN: Final = 90
_WINDOW_ADJUST: Final = 93
_CHANNEL_REQUEST: Final = 98

MAX_LOGINS: Final = 16
"""Login requests: a key takes two, and `MAX_KEYS` of them are offered before."""
MAX_CHANNELS: Final = 16
"""Channels that a client may request: it gets one, and usual clients request few."""
MAX_VARIABLES: Final = 32
MAX_OF_VARIABLES: Final = 4 << 10
"""Bytes of the requests that set environment variables."""
MIN_PACKET: Final = 1 << 10
"""Minimum size of packets that a client accepts, in bytes: a frame in packets of one byte would take a second."""

TRICKLE: Final = 0.05
"""Seconds for which small window adjustments are collected: output in single bytes costs a packet each."""


class PacketLimits:
    """A filter between asyncssh's connection and its packets."""

    def __init__(
        self, connection: asyncssh.SSHServerConnection, cut: Callable[[str], None], hold: FlowControl, patience: float
    ) -> None:
        """Replace the methods of a connection.

        Args:
            connection: the connection.
            cut: called with the reason when the client exceeds a limit.
            hold: called to pause and to resume writing during a key exchange.
            patience: seconds for the client's part of a key exchange; output waits in memory meanwhile.
        """
        self._connection = connection
        self._process = connection.process_packet
        self._send = connection.send_packet
        self._cut = cut
        self._hold = hold
        self._patience = patience
        self._logins = self._channels = 0
        self._exchanges = TokenBucket(KEY_EXCHANGES, KEY_EXCHANGES / 3600)
        self._exchange: asyncio.TimerHandle | None = None
        """Timer of a key exchange that we have started or accepted."""
        self._widening: asyncio.TimerHandle | None = None
        self._request = b""
        """Our last key exchange request."""
        for name, method in {"process_packet": self._receive, "send_packet": self._pass}.items():
            setattr(connection, name, method)

    def limit_channel(self, channel: asyncssh.SSHServerChannel[bytes]) -> None:
        """Replace the method of a channel, too."""
        process = channel.process_packet
        count = size = more = 0

        def widen(number: int) -> None:
            nonlocal more
            wider, more, self._widening = more, 0, None
            with contextlib.suppress(asyncssh.ProtocolError):  # the channel may be closed
                process(_WINDOW_ADJUST, number, SSHPacket(UInt32(wider)))

        def receive(kind: int, number: int, packet: SSHPacket) -> Any:  # noqa: ANN401 -- as asyncssh has it
            nonlocal count, size, more
            written = packet.get_full_payload()
            if kind == _WINDOW_ADJUST and (wider := int.from_bytes(written[5:9], "big")) < MIN_PACKET:
                more += wider
                if self._widening is None:
                    self._widening = asyncio.get_running_loop().call_later(TRICKLE, widen, number)
                return True
            if kind == _CHANNEL_REQUEST and written[5:12] == b"\0\0\0\3env":
                count, size = count + 1, size + len(written)
                if count > MAX_VARIABLES or size > MAX_OF_VARIABLES:
                    self._cut("too many variables")
                    return True
            return process(kind, number, packet)

        setattr(channel, "process_packet", receive)  # noqa: B010 -- a method, which mypy protects

    def close(self) -> None:
        """Cancel the timers."""
        for timer in (self._exchange, self._widening):
            if timer is not None:
                timer.cancel()

    def _receive(self, kind: int, number: int, packet: SSHPacket) -> Any:  # noqa: ANN401 -- as asyncssh has it
        if wrong := self._wrong(kind, packet):
            self._cut(wrong)
            return True
        theirs = packet.get_full_payload()[1:] if kind == _KEY_EXCHANGE else b""
        result = self._process(kind, number, packet)
        if kind == _KEY_EXCHANGE and not isinstance(result, bool):
            return self._judge(result, theirs)
        if kind == _NEW_KEYS and self._exchange is not None:
            self._exchange.cancel()
            self._exchange = None
            self._hold(stops=False)
        return result

    async def _judge(self, processed: Awaitable[None], theirs: bytes) -> None:
        """Tell asyncssh to ignore the first key exchange packet of a client if its guess is wrong."""
        await processed
        if guess_is_wrong(self._request, theirs):
            setattr(self._connection, "_ignore_first_kex", True)  # noqa: B010 -- asyncssh's own

    def _wrong(self, kind: int, packet: SSHPacket) -> str:
        """Return the reason to cut a client for a packet; empty if it is allowed."""
        if kind == _LOGIN:
            self._logins += 1
            return "too many logins" if self._logins > MAX_LOGINS else ""
        if kind == _KEY_EXCHANGE and self._exchange is None and not self._exchanges.take(time.monotonic()):
            return "too many key exchanges"
        if kind == _CHANNEL_OPEN:
            self._channels += 1
            if self._channels > MAX_CHANNELS:
                return "too many channels"
            return "too small packets" if _packet_size(packet) < MIN_PACKET else ""
        return ""

    def _pass(self, kind: int, *parts: bytes, **more: Any) -> None:  # noqa: ANN401 -- as asyncssh has it
        if kind == _KEY_EXCHANGE and self._exchange is None:
            self._hold(stops=True)
            loop = asyncio.get_running_loop()
            self._exchange = loop.call_later(self._patience, self._cut, "key exchange without end")
        if kind == _KEY_EXCHANGE:
            self._request = b"".join(parts)
        self._send(kind, *parts, **more)


def _packet_size(packet: SSHPacket) -> int:
    """Return the maximum packet size of a client, in bytes, from its request for a channel."""
    written = packet.get_full_payload()
    start = 1 + 4 + int.from_bytes(written[1:5], "big") + 2 * 4
    return int.from_bytes(written[start : start + 4], "big")
