"""Pace the key exchanges of strangers: each takes the gateway milliseconds, before it knows who connects."""

from __future__ import annotations

import asyncio
import collections
import socket
from typing import TYPE_CHECKING, Final

from roguelike.serve.token_bucket import TokenBucket

if TYPE_CHECKING:
    from collections.abc import Callable

AT_ONCE: Final = 10
"""Exchanges that may begin in a row, where the rate is lower."""
TIMEOUT: Final = 5
"""Seconds that a connection waits at most, where the rate is at least 2 a second."""
MAX_WAITING: Final = 128
"""Connections that wait at once: each has a descriptor."""
_ESTABLISHED: Final = 1
"""The state of a TCP connection whose client has not closed it."""

Client = tuple[socket.socket, str]
"""A connection and its address."""


class ExchangeQueue:
    """The connections that wait; every answer depends on the time it is given, in seconds."""

    def __init__(self, rate: int) -> None:
        self._waiting: collections.deque[Client] = collections.deque()
        self.use(rate)

    def use(self, rate: int) -> None:
        """Begin `rate` exchanges a second from now on."""
        self._bucket = TokenBucket(max(AT_ONCE, rate), rate)
        self._room = min(MAX_WAITING, max(AT_ONCE, TIMEOUT * rate))

    def __len__(self) -> int:
        return len(self._waiting)

    def enter(self, client: Client) -> bool:
        """Queue a connection; returns whether there was room."""
        has_room = len(self._waiting) < self._room
        if has_room:
            self._waiting.append(client)
        return has_room

    def next_turn(self, now: float) -> Client | None:
        """Return the oldest connection if its turn has come; it leaves, as do those before it that are closed."""
        while self._waiting and not self._bucket.wait(now):
            client, address = self._waiting.popleft()
            if _is_open(client):
                self._bucket.take(now)
                return client, address
            client.close()
        return None

    def wait(self, now: float) -> float:
        """Return the seconds until the next turn."""
        return self._bucket.wait(now)


def _is_open(client: socket.socket) -> bool:
    """Return whether a client has not closed its connection, whatever it has sent before."""
    try:
        return client.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)[0] == _ESTABLISHED
    except OSError:
        return False


class Exchanges:
    """Gives the connections of strangers their turns, one in an iteration of the event loop."""

    def __init__(self, rate: int, begin: Callable[[socket.socket, str], None]) -> None:
        """Prepare to call `begin` with each connection and its address."""
        self._queue = ExchangeQueue(rate)
        self._begin = begin
        self._timer: asyncio.TimerHandle | None = None

    def use(self, rate: int) -> None:
        """Begin `rate` exchanges a second from now on."""
        self._queue.use(rate)
        self._advance()

    def enter(self, client: socket.socket, address: str) -> bool:
        """Begin an exchange at its turn; returns False for a connection that has to be refused."""
        if not self._queue.enter((client, address)):
            return False
        if self._timer is None:
            self._advance()
        return True

    def _advance(self) -> None:
        loop = asyncio.get_running_loop()
        now = loop.time()
        turn = self._queue.next_turn(now)
        if self._timer is not None:
            self._timer.cancel()
        self._timer = loop.call_later(self._queue.wait(now), self._advance) if len(self._queue) else None
        if turn is not None:  # last, so that a fault stops nobody else
            self._begin(*turn)
