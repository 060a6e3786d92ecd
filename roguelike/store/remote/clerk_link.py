"""The connection of a game to the clerk of its host."""

from __future__ import annotations

import contextlib
import math
import socket
import time
from typing import TYPE_CHECKING, Any, Final

from roguelike.store.errors import StoreError
from roguelike.store.remote.wire import LARGEST, LENGTH, TOO_LARGE, BadMessage, length_of, packed, unpacked

if TYPE_CHECKING:
    import pathlib
    from collections.abc import Callable

    from roguelike.store.remote.wire import Message

PATIENCE: Final = 30.0
"""Seconds until an operation without an answer fails."""
SLOW: Final = 2.0
"""Seconds until the player is informed that saving takes long."""
_AGAIN: Final = 0.05
"""Seconds until the next attempt to connect."""
NO_ANSWER: Final = "The database does not answer. Your last turn was saved: connect again."
SEAT_LOST: Final = "You continued in another session."


class SessionOver(Exception):
    """The session can no longer write: it must end, with this sentence for its player.

    Not a `StoreError`, since the game cannot continue after it.
    """


class SeatLost(SessionOver):
    """Another session of the account has taken its seat."""

    def __init__(self) -> None:
        super().__init__(SEAT_LOST)


class ClerkLink:
    """Sends operations of one session to the clerk, and repeats them if a clerk died before it answered.

    Every operation is idempotent.
    """

    def __init__(
        self,
        path: pathlib.Path,
        hello: Message,
        on_wait: Callable[[], None] = lambda: None,
        *,
        patience: float = PATIENCE,
        no_answer: str = NO_ANSWER,
    ) -> None:
        """Prepare to connect to the clerk's socket, with the identity of the session.

        `on_wait` is called when an answer takes long; after `patience` seconds an operation fails with the
        sentence `no_answer`.
        """
        self._no_answer = no_answer
        self._patience = patience
        self._path = path
        self._hello = hello
        self._on_wait = on_wait
        self._socket: socket.socket | None = None

    def ask(self, operation: str, **given: Any) -> Any:  # noqa: ANN401 -- plain data
        """Return the answer to an operation, joining the parts of a long list.

        Raises:
            StoreError: the clerk refuses it, or does not answer.
            SeatLost: another session has the seat.
        """
        answer = self._ask({"do": operation, **given})
        found: Any = answer.get("value")
        while "more" in answer:
            answer = self._ask({"do": operation, "skip": len(found), **given})
            found += answer["value"]
        return found

    def _ask(self, question: Message) -> Message:
        request = packed(question)
        if len(request) > LARGEST:
            raise StoreError(TOO_LARGE)
        wait = _Wait(self._patience, self._on_wait)
        while True:
            try:
                return self._answer(request, wait)
            except TimeoutError:
                self.close()
                raise StoreError(self._no_answer) from None
            except (OSError, BadMessage):
                self.close()
                time.sleep(_AGAIN)

    def close(self) -> None:
        """Close the connection; the next operation opens another."""
        if self._socket is not None:
            with contextlib.suppress(OSError):
                self._socket.close()
            self._socket = None

    def _answer(self, request: bytes, wait: _Wait) -> Message:
        if self._socket is None:
            self._socket = self._connected(wait)
        self._socket.settimeout(wait.rest())
        self._socket.sendall(request)
        return _checked(_receive(self._socket, wait))

    def _connected(self, wait: _Wait) -> socket.socket:
        connection = socket.socket(socket.AF_UNIX)
        try:
            connection.settimeout(wait.left())
            connection.connect(str(self._path))
            connection.sendall(packed(self._hello))
            _checked(_receive(connection, wait))
        except BaseException:
            connection.close()
            raise
        return connection


class _Wait:
    """The time that an operation has waited for its answer."""

    def __init__(self, patience: float, on_wait: Callable[[], None]) -> None:
        now = time.monotonic()
        self._stop_by = now + patience
        self._slow_at = now + SLOW
        self._on_wait = on_wait

    def rest(self) -> float:
        """Return the seconds until the timeout.

        Raises:
            TimeoutError: it is over.
        """
        if (rest := self._stop_by - time.monotonic()) <= 0:
            raise TimeoutError
        return rest

    def left(self) -> float:
        """Return the seconds until the next deadline; inform the player once if the wait is long.

        Raises:
            TimeoutError: the wait was too long.
        """
        if time.monotonic() >= self._slow_at:
            self._slow_at = math.inf
            self._on_wait()
        return min(max(_AGAIN, self._slow_at - time.monotonic()), self.rest())


def _receive(connection: socket.socket, wait: _Wait) -> Message:
    """Return the next message.

    Raises:
        TimeoutError: it has not come in time.
        OSError: the connection is gone.
        BadMessage: it is invalid.
    """
    return unpacked(_exactly(connection, length_of(_exactly(connection, LENGTH.size, wait)), wait))


def _checked(answer: Message) -> Message:
    """Return an answer that has a value.

    Raises:
        StoreError: it is a refusal.
        SeatLost: another session has the seat.
    """
    if "lost" in answer:
        raise SeatLost
    if "refused" in answer:
        raise StoreError(str(answer["refused"]))
    return answer


def _exactly(connection: socket.socket, count: int, wait: _Wait) -> bytes:
    parts = bytearray()
    while len(parts) < count:
        connection.settimeout(wait.left())
        try:
            part = connection.recv(count - len(parts))
        except TimeoutError:
            continue
        if not part:
            raise ConnectionResetError
        parts += part
    return bytes(parts)
