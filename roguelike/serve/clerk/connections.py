"""Connections to the database, which are opened again where they were lost."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING, Any, Final

import psycopg

from roguelike.serve.logs import log
from roguelike.toml_file import cut

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

PATIENCE: Final = 30.0
"""Seconds until an operation that the database does not answer is given up."""
_AGAIN: Final = 0.1
"""Seconds until the next attempt to connect."""
_TIMEOUT: Final = 5
"""Seconds to wait for a connection."""
_LOCKED: Final = "1s"
"""How long a statement waits for a lock: a session that is taken over holds none for longer."""
_SIGNS_OF_LIFE: Final[dict[str, Any]] = {
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
"""By these the kernel gives up a database whose machine is gone, within ten seconds or so."""
_PASSING: Final = ("08", "40", "53", "57")
"""The classes of SQLSTATE after which a statement is sent again; the connection may live on."""
_MAX_REASON: Final = 300
"""Characters of what the database says."""

Connection = psycopg.AsyncConnection[Any]
LOST: Final = (psycopg.OperationalError, psycopg.InterfaceError)
"""The connection is gone, or the server ends: whether a statement was done is unknown."""


class NoDatabase(Exception):
    """The database has not answered for too long."""


class Connections:
    """Some connections, each used for one statement at a time; every statement is a transaction of its own."""

    def __init__(self, address: str, count: int) -> None:
        self._address = address
        self._free: asyncio.LifoQueue[Connection | None] = asyncio.LifoQueue()
        for _ in range(count):
            self._free.put_nowait(None)
        self.trouble = ""
        """Why the last attempt to connect failed; empty if it did not."""
        self.sent_again = 0
        """Statements that were sent again, since their connection was lost."""

    async def call(self, function: str, *given: Any) -> list[tuple[Any, ...]]:  # noqa: ANN401 -- values of SQL
        """Return the rows of a function of the schema: hosts may do nothing else.

        It is called again where the connection was lost, and must bear that.

        Raises:
            NoDatabase: there is no answer.
        """
        query = f"SELECT * FROM rl.{function}({', '.join(['%s'] * len(given))})".encode()  # noqa: S608 -- our own names
        loop = asyncio.get_running_loop()
        stop_by = loop.time() + PATIENCE
        while True:
            try:
                async with self._one() as connection:
                    return await (await connection.execute(query, given)).fetchall()
            except psycopg.errors.LockNotAvailable:
                raise
            except LOST as error:
                if error.sqlstate is not None and error.sqlstate[:2] not in _PASSING:
                    raise
                self._note(error)
            if loop.time() > stop_by:
                raise NoDatabase(self.trouble)
            await asyncio.sleep(_AGAIN)
            self.sent_again += 1

    @contextlib.asynccontextmanager
    async def _one(self) -> AsyncIterator[Connection]:
        """Yield a connection that nobody else uses."""
        connection = await self._free.get()
        try:
            if connection is None or connection.closed:
                connection = None
                connection = await self._connected()
            yield connection
        except LOST:
            if connection is not None and not connection.closed and connection.broken:
                await connection.close()
            raise
        finally:
            self._free.put_nowait(connection)

    async def _connected(self) -> Connection:
        connection = await psycopg.AsyncConnection.connect(
            self._address,
            autocommit=True,
            connect_timeout=_TIMEOUT,
            options=f"-c lock_timeout={_LOCKED} -c timezone=UTC",
            prepare_threshold=2,
            **_SIGNS_OF_LIFE,
        )
        self.trouble = ""
        return connection

    def _note(self, error: psycopg.Error) -> None:
        why = cut(str(error).partition("\n")[0], _MAX_REASON)
        if why and not self.trouble:
            log("database", level=logging.ERROR, why=why)
        self.trouble = why or "no connection"

    async def close(self) -> None:
        """Close those that are free."""
        while not self._free.empty():
            connection = self._free.get_nowait()
            if connection is not None:
                await connection.close()
