"""The client of the clerk in the gateway."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Any, Final

from roguelike.store.remote.wire import BadMessage, packed, receive

if TYPE_CHECKING:
    import pathlib

    from roguelike.store.remote.wire import Message

PATIENCE: Final = 8.0
"""Seconds to wait for an answer: a login waits no longer."""
AT_ONCE: Final = 4
"""Requests in progress; the clerk has as many connections to the database for them."""
_AGAIN: Final = 0.05
"""Seconds between two attempts."""


class ClerkError(Exception):
    """The clerk refuses, or does not answer; the message is a sentence."""


class ClerkClient:
    """Sends a few requests at a time; repeats those that a clerk did not answer: all are idempotent."""

    def __init__(self, path: pathlib.Path, token: str) -> None:
        self._path = path
        self._token = token
        self._places = asyncio.Semaphore(AT_ONCE)
        self._idle: list[_Connection] = []
        """Connections without a request."""
        self.trouble = ""
        """Why the last operation had no answer; empty after an answer."""

    async def ask(self, operation: str, **given: Any) -> Any:  # noqa: ANN401 -- plain data
        """Return the answer to an operation; a long list comes in several parts.

        Raises:
            ClerkError: the clerk refuses it, or does not answer.
        """
        answer = await self._ask({"do": operation, **given})
        found: Any = answer.get("value")
        while "more" in answer:
            answer = await self._ask({"do": operation, "skip": len(found), **given})
            found += answer["value"]
        return found

    async def _ask(self, question: Message) -> Message:
        request = packed(question)
        try:
            async with asyncio.timeout(PATIENCE), self._places:
                connection = self._idle.pop() if self._idle else _Connection(self._path, self._token)
                try:
                    answer = await connection.answer(request)
                finally:
                    self._idle.append(connection)
        except TimeoutError:
            self.trouble = "the database does not answer (look in the log for `database`)"
            raise ClerkError(self.trouble) from None
        self.trouble = ""
        if "refused" in answer:
            raise ClerkError(str(answer["refused"]))
        return answer

    def hang_up(self) -> None:
        """Close the idle connections; the next requests open others."""
        for connection in self._idle:
            connection.hang_up()


class _Connection:
    """A connection to the clerk, for one request at a time."""

    def __init__(self, path: pathlib.Path, token: str) -> None:
        self._path = path
        self._token = token
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def answer(self, request: bytes) -> Message:
        """Return the answer to a request; repeat it until a clerk answers."""
        while True:
            try:
                if self._streams is None:
                    self._streams = await asyncio.open_unix_connection(str(self._path))
                    await self._exchange(packed({"server": self._token}))
                return await self._exchange(request)
            except (OSError, asyncio.IncompleteReadError, BadMessage):
                self.hang_up()
                await asyncio.sleep(_AGAIN)

    async def _exchange(self, request: bytes) -> Message:
        if self._streams is None:
            raise ConnectionResetError
        reader, writer = self._streams
        try:
            writer.write(request)
            await writer.drain()
            return await receive(reader)
        except BaseException:  # its answer would be taken for that of the next request
            self.hang_up()
            raise

    def hang_up(self) -> None:
        """Close the connection; the next request opens another."""
        if self._streams is not None:
            with contextlib.suppress(OSError):
                self._streams[1].close()
            self._streams = None
