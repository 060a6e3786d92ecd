"""The connection of a game to the clerk of its host."""

from __future__ import annotations

import contextlib
import socket
import time
from typing import TYPE_CHECKING, Any, Final

from roguelike.store.errors import StoreError
from roguelike.store.remote.wire import LENGTH, BadMessage, length_of, packed, unpacked

if TYPE_CHECKING:
    import pathlib
    from collections.abc import Callable

    from roguelike.store.remote.wire import Message

PATIENCE: Final = 30.0
"""Seconds until an operation that has no answer is given up."""
SLOW: Final = 2.0
"""Seconds until the player is told that their key waits."""
_AGAIN: Final = 0.05
"""Seconds until the next attempt to connect."""
NO_ANSWER: Final = "The database does not answer. Your last turn was saved: log in again."
SEAT_LOST: Final = "You continued from another place."


class SeatLost(StoreError):
    """Another session of the account has its seat: nothing more can be written here."""

    def __init__(self) -> None:
        super().__init__(SEAT_LOST)


class ClerkLink:
    """Asks the clerk on behalf of one session, and again where a clerk died before it answered.

    Every operation may be repeated: what it has done already is not done twice.
    """

    def __init__(self, path: pathlib.Path, hello: Message, on_wait: Callable[[], None] = lambda: None) -> None:
        """Take the socket of the clerk, and what says who asks; `on_wait` is called when an answer takes long."""
        self._path = path
        self._hello = hello
        self._on_wait = on_wait
        self._socket: socket.socket | None = None

    def ask(self, operation: str, **given: Any) -> Any:  # noqa: ANN401 -- plain data
        """Return the answer to an operation.

        Raises:
            StoreError: the clerk refuses it, or does not answer.
        """
        started = time.monotonic()
        has_told = False
        request = packed({"do": operation, **given})
        while (waited := time.monotonic() - started) < PATIENCE:
            if waited >= SLOW and not has_told:
                has_told = True
                self._on_wait()
            try:
                return self._answer(request, (PATIENCE if has_told else SLOW) - waited)
            except (OSError, BadMessage):
                self.close()
                time.sleep(_AGAIN)
        raise StoreError(NO_ANSWER)

    def close(self) -> None:
        """Close the connection; the next operation opens another."""
        if self._socket is not None:
            with contextlib.suppress(OSError):
                self._socket.close()
            self._socket = None

    def _answer(self, request: bytes, patience: float) -> Any:  # noqa: ANN401 -- plain data
        if self._socket is None:
            self._socket = self._connected(patience)
        self._socket.settimeout(max(_AGAIN, patience))
        self._socket.sendall(request)
        return _value(self._receive(self._socket))

    def _connected(self, patience: float) -> socket.socket:
        connection = socket.socket(socket.AF_UNIX)
        try:
            connection.settimeout(max(_AGAIN, patience))
            connection.connect(str(self._path))
            connection.sendall(packed(self._hello))
            _value(self._receive(connection))
        except BaseException:
            connection.close()
            raise
        return connection

    @staticmethod
    def _receive(connection: socket.socket) -> Message:
        return unpacked(_exactly(connection, length_of(_exactly(connection, LENGTH.size))))


def _value(answer: Message) -> Any:  # noqa: ANN401 -- plain data
    """Return the value in an answer.

    Raises:
        StoreError: it is a refusal.
    """
    if "lost" in answer:
        raise SeatLost
    if "refused" in answer:
        raise StoreError(str(answer["refused"]))
    return answer.get("value")


def _exactly(connection: socket.socket, count: int) -> bytes:
    parts = bytearray()
    while len(parts) < count:
        part = connection.recv(count - len(parts))
        if not part:
            raise ConnectionResetError
        parts += part
    return bytes(parts)
