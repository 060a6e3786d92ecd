"""What a connection may send, and how much of it is worked off at once.

asyncssh handles all that has arrived before it lets anybody else have a turn, and takes as much as it gets; so its
`data_received` is replaced on each connection. Its `pause_writing` does nothing, so that is replaced too: without it,
a client that stops reading would make the server keep all that is written for it.
"""

from __future__ import annotations

import asyncio
import functools
import time
from typing import TYPE_CHECKING, Final, Protocol

from roguelike.serve.front.limits import INPUT, INPUT_RATE, Bucket

if TYPE_CHECKING:
    from collections.abc import Callable

    import asyncssh

SLICE: Final = 2 << 10
"""Bytes that are handled before others have their turn."""


class Hold(Protocol):
    """What stops writing to a connection, or goes on."""

    def __call__(self, *, stops: bool) -> None:
        """Stop or go on."""


class InputBudget:
    """Stands between a connection's socket and asyncssh."""

    def __init__(
        self,
        connection: asyncssh.SSHServerConnection,
        cut: Callable[[str], None],
        hold: Hold,
    ) -> None:
        """Take over the hooks of a connection.

        Args:
            connection: the connection.
            cut: called with the reason when it has sent more than it may.
            hold: called with whether to stop writing to it, as its socket takes no more.
        """
        self._bucket = Bucket(INPUT, INPUT_RATE)
        self._handle = connection.data_received
        self._cut = cut
        self._hold = hold
        self._waiting = bytearray()
        self._is_scheduled = False
        self._is_held = False
        """Whether the client reads nothing: answers to what it sends would wait in memory, so that is not handled."""
        self._is_closed = False
        self._loop = asyncio.get_running_loop()
        # These are the names of asyncio's own protocols, by which its transport calls them.
        hooks = {
            "data_received": self._receive,
            "pause_writing": functools.partial(self._hold_both, stops=True),
            "resume_writing": functools.partial(self._hold_both, stops=False),
        }
        for name, hook in hooks.items():
            setattr(connection, name, hook)

    def close(self) -> None:
        """Handle nothing any more."""
        self._is_closed = True
        self._waiting.clear()

    def _receive(self, data: bytes, _datatype: int | None = None) -> None:
        if self._is_closed:
            return
        if not self._bucket.take(time.monotonic(), len(data)) or len(self._waiting) > INPUT:
            self._cut("sent too much")
            return
        self._waiting += data
        self._go_on()

    def _hold_both(self, *, stops: bool) -> None:
        self._is_held = stops
        self._hold(stops=stops)
        self._go_on()

    def _go_on(self) -> None:
        if self._waiting and not self._is_held and not self._is_scheduled:
            self._is_scheduled = True
            self._loop.call_soon(self._work)

    def _work(self) -> None:
        self._is_scheduled = False
        if self._is_held or not self._waiting:
            return
        part = bytes(self._waiting[:SLICE])
        del self._waiting[:SLICE]
        self._handle(part)
        self._go_on()
