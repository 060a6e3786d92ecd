"""The listening sockets, which accept every connection."""

from __future__ import annotations

import asyncio
import errno
import logging
import os
from typing import TYPE_CHECKING, Final

from roguelike.serve.addresses import plain_address
from roguelike.serve.front.process import are_short
from roguelike.serve.logs import log
from roguelike.serve.remedies import problem_of

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable, Iterable

_AT_ONCE: Final = 16
"""Connections accepted in a row, before the loop serves others."""
_EXHAUSTED: Final = {errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM}
_LEFT: Final = 8
"""Descriptors reserved for the control socket."""
_ACCEPT_BACKOFF: Final = 0.5
"""Seconds without accepting, after descriptors have run out."""


class Listeners:
    """Accepts connections on sockets until it is closed."""

    def __init__(self, sockets: Iterable[socket.socket], accepted: Callable[[socket.socket, str], None]) -> None:
        """Prepare to accept; `accepted` is called with each connection and its address."""
        self._sockets = list(sockets)
        self._accepted = accepted
        self._loop = asyncio.get_running_loop()
        self.trouble = ""
        """Why no connection can be accepted now; empty if they can."""

    def open(self) -> None:
        """Start to accept connections."""
        for listener in self._sockets:
            listener.settimeout(0)
            self._loop.add_reader(listener.fileno(), self._accept, listener)

    def close(self) -> None:
        """Stop accepting connections; leave the addresses to another server."""
        for listener in self._sockets:
            self._loop.remove_reader(listener.fileno())
            listener.close()
        self._sockets = []

    def _accept(self, listener: socket.socket) -> None:
        for _ in range(_AT_ONCE):
            try:
                _keep_some(listener)
                client, peer = listener.accept()
            except BlockingIOError:
                return
            except OSError as error:
                if error.errno in _EXHAUSTED:
                    self._rest(listener, error)
                return
            if self.trouble:
                self.trouble = ""
                log("accepts again")
            self._accepted(client, plain_address(str(peer[0])))

    def _rest(self, listener: socket.socket, error: OSError) -> None:
        """Pause accepting, rather than fail again and again."""
        if not self.trouble:
            log("cannot accept", level=logging.ERROR, why=problem_of(error))
        self.trouble = problem_of(error)
        self._loop.remove_reader(listener.fileno())
        self._loop.call_later(_ACCEPT_BACKOFF, self._accept_again, listener)

    def _accept_again(self, listener: socket.socket) -> None:
        if listener in self._sockets:
            self._loop.add_reader(listener.fileno(), self._accept, listener)


def _keep_some(listener: socket.socket) -> None:
    """Check that enough descriptors are left.

    Raises:
        OSError: too few are left.
    """
    lowest = os.dup(listener.fileno())
    os.close(lowest)
    if are_short(lowest, _LEFT):
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))
