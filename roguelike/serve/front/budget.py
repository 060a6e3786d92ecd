"""Limits on the input of a connection, and on the time to handle it.

asyncssh handles all input that has arrived before other connections, without a limit, so its `data_received` is
replaced on each connection. So is its `pause_writing`, which does nothing: a client that stops reading would make the
server keep all output in memory.
"""

from __future__ import annotations

import asyncio
import collections
import functools
import time
from typing import TYPE_CHECKING, Final, Protocol

from roguelike.serve.front.address_limits import INPUT_BURST, INPUT_RATE
from roguelike.serve.token_bucket import TokenBucket

if TYPE_CHECKING:
    from collections.abc import Callable

    import asyncssh

SLICE: Final = 1 << 9
"""Bytes of input that a connection handles in a slice."""
SMALL: Final = 256
"""Bytes of input, as of a few keys, that are handled without queueing."""
UNREAD: Final = 60.0
"""Seconds after which a client that reads nothing is cut, whatever it sends."""
AT_ONCE: Final = 0.001
"""Seconds of slices in one iteration of the loop."""


class FlowControl(Protocol):
    """Callback that pauses or resumes writing to a connection."""

    def __call__(self, *, stops: bool) -> None:
        """Pause or resume."""


class RoundRobin:
    """Handles the input of connections in slices, one connection after another, within a time limit."""

    def __init__(self) -> None:
        self._queue: collections.deque[Callable[[], bool]] = collections.deque()
        self._loop = asyncio.get_running_loop()

    def add(self, work: Callable[[], bool]) -> None:
        """Queue `work`, which returns whether it has more to do."""
        if not self._queue:
            self._loop.call_soon(self._work)
        self._queue.append(work)

    def _work(self) -> None:
        until = time.perf_counter() + AT_ONCE
        try:
            while self._queue and time.perf_counter() < until:
                if self._queue[0]():
                    self._queue.rotate(-1)
                else:
                    self._queue.popleft()
        except Exception:
            self._queue.popleft()
            raise
        finally:
            if self._queue:
                self._loop.call_soon(self._work)


class InputBudget:
    """A filter between a connection's socket and asyncssh."""

    def __init__(
        self,
        connection: asyncssh.SSHServerConnection,
        shares: RoundRobin,
        cut: Callable[[str], None],
        hold: FlowControl,
    ) -> None:
        """Replace the hooks of a connection.

        Args:
            connection: the connection.
            shares: the slices of all connections.
            cut: called with the reason when the client exceeds a limit.
            hold: called to pause and to resume writing.
        """
        self._shares = shares
        self._bucket = TokenBucket(INPUT_BURST, INPUT_RATE)
        self._connection = connection
        self._handle = connection.data_received
        self._cut = cut
        self._hold = hold
        self._waiting = bytearray()
        self._is_scheduled = False
        self._is_held = False
        """Whether the socket is full: input is not handled then, since answers would wait in memory."""
        self._unread: asyncio.TimerHandle | None = None
        """Timer that cuts a client with a full socket."""
        self._is_closed = False
        # The names of asyncio's protocols, which the transport calls.
        hooks = {
            "data_received": self._receive,
            "pause_writing": functools.partial(self._hold_both, stops=True),
            "resume_writing": functools.partial(self._hold_both, stops=False),
        }
        for name, hook in hooks.items():
            setattr(connection, name, hook)

    def close(self) -> None:
        """Stop handling input."""
        self._is_closed = True
        self._waiting.clear()
        self._wait_for_reading(stops=False)

    def _receive(self, data: bytes, _datatype: int | None = None) -> None:
        if self._is_closed:
            return
        if not self._bucket.take(time.monotonic(), len(data)) or len(self._waiting) > INPUT_BURST:
            self._cut("sent too much")
            return
        if len(data) <= SMALL and not (self._waiting or self._is_held):
            self._handle(data)
            return
        self._waiting += data
        self._go_on()

    def _hold_both(self, *, stops: bool) -> None:
        self._is_held = stops
        self._wait_for_reading(stops=stops)
        self._hold(stops=stops)
        self._go_on()

    def _wait_for_reading(self, *, stops: bool) -> None:
        """Cut a client that has read nothing since the last check; check again otherwise."""
        if self._unread is not None:
            self._unread.cancel()
        self._unread = None
        if stops:
            self._unread = asyncio.get_running_loop().call_later(UNREAD, self._judge, self._unwritten())

    def _judge(self, before: int) -> None:
        if self._unwritten() >= before:
            self._cut("nothing read")
        else:
            self._wait_for_reading(stops=True)

    def _unwritten(self) -> int:
        """Return the bytes that wait for the socket."""
        transport: asyncio.WriteTransport | None = self._connection._transport  # noqa: SLF001 -- there is no public method
        return 0 if transport is None else transport.get_write_buffer_size()

    def _go_on(self) -> None:
        if self._waiting and not self._is_held and not self._is_scheduled:
            self._is_scheduled = True
            self._shares.add(self._work)

    def _work(self) -> bool:
        """Handle a slice; return whether there is more."""
        if self._waiting and not self._is_held:
            part = bytes(self._waiting[:SLICE])
            del self._waiting[:SLICE]
            self._handle(part)
        self._is_scheduled = bool(self._waiting) and not self._is_held
        return self._is_scheduled
