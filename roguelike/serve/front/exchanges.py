"""Pace the key exchanges of strangers: each costs the gateway milliseconds before the login."""

from __future__ import annotations

import asyncio
import collections
import socket
from typing import TYPE_CHECKING, Final

from roguelike.serve.token_bucket import TokenBucket

if TYPE_CHECKING:
    from collections.abc import Callable

AT_ONCE: Final = 10
"""Minimum of the exchanges that may start in a row."""
TIMEOUT: Final = 5
"""Maximum seconds that a connection waits, at rates of 2 a second and above."""
MAX_WAITING: Final = 128
"""Maximum connections in the queue: each has a descriptor."""
_ESTABLISHED: Final = 1
"""State of a TCP connection that the client has not closed."""

Client = tuple[socket.socket, str]
"""A connection and its address."""


class ExchangeQueue:
    """Queue of connections; callers pass in the time, in seconds."""

    def __init__(self, rate: int) -> None:
        self._waiting: collections.deque[Client] = collections.deque()
        self.apply(rate)

    def apply(self, rate: int) -> None:
        """Set the rate to `rate` exchanges a second."""
        self._bucket = TokenBucket(max(AT_ONCE, rate), rate)
        self._room = min(MAX_WAITING, max(AT_ONCE, TIMEOUT * rate))

    def __len__(self) -> int:
        return len(self._waiting)

    def enter(self, client: Client) -> bool:
        """Queue a connection; return False if there is no room."""
        has_room = len(self._waiting) < self._room
        if has_room:
            self._waiting.append(client)
        return has_room

    def next_turn(self, now: float) -> Client | None:
        """Remove and return the oldest connection if the rate allows; drop closed ones before it."""
        while self._waiting and not self._bucket.wait(now):
            client, address = self._waiting.popleft()
            if _is_open(client):
                self._bucket.take(now)
                return client, address
            client.close()
        return None

    def wait(self, now: float) -> float:
        """Return the seconds until the next exchange."""
        return self._bucket.wait(now)


def _is_open(client: socket.socket) -> bool:
    """Return whether the client has not closed the connection, whatever it has sent."""
    try:
        return client.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)[0] == _ESTABLISHED
    except OSError:
        return False


class Exchanges:
    """Starts the exchanges of strangers, one in an iteration of the event loop."""

    def __init__(self, rate: int, begin: Callable[[socket.socket, str], None]) -> None:
        """Prepare to call `begin` with each connection and its address."""
        self._queue = ExchangeQueue(rate)
        self._begin = begin
        self._timer: asyncio.TimerHandle | None = None

    def apply(self, rate: int) -> None:
        """Set the rate to `rate` exchanges a second."""
        self._queue.apply(rate)
        self._advance()

    def enter(self, client: socket.socket, address: str) -> bool:
        """Start an exchange now or later; return False if the connection must be refused."""
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
        if turn is not None:  # last, so that an error does not stop the others
            self._begin(*turn)
