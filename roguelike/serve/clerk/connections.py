"""Connections to the database, which are opened again after a loss."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING, Any, Final

import psycopg

from roguelike.serve.clerk.database import AGAIN, LOST, RAREST, READ_ONLY
from roguelike.serve.logs import log
from roguelike.toml_file import cut

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

    from roguelike.serve.clerk.database import Connection, Database

    Rows = list[tuple[Any, ...]]

PATIENCE: Final = 30.0
"""Seconds until an operation without an answer fails."""
_PASSING: Final = ("08", "25", "40", "53", "57")
"""Classes of SQLSTATE after which a statement is sent again; the connection may stay usable."""
_MAX_REASON: Final = 300
"""Characters of an error of the database."""


class NoDatabase(Exception):
    """The database has not answered in time."""


class Connections:
    """A pool of connections, each for one statement at a time; every statement is a transaction of its own."""

    def __init__(self, database: Database, count: int) -> None:
        self._database = database
        self._free: asyncio.LifoQueue[Connection | None] = asyncio.LifoQueue()
        for _ in range(count):
            self._free.put_nowait(None)
        self._asking: set[asyncio.Task[Rows]] = set()
        self._is_closed = False
        self.trouble = ""
        """Why the last attempt to connect failed; empty after a success."""
        self.sent_again = 0
        """Statements sent again after a lost connection."""

    @property
    def denied(self) -> str:
        """Return the rights that the login lacks, with the remedy; empty if none was refused lately."""
        return self._database.denied

    async def call(self, function: str, *given: Any, waits_for_locks: bool = True) -> Rows:  # noqa: ANN401 -- values of SQL
        """Return the rows of a function of the schema; hosts may call nothing else.

        It is called again after a lost connection or a missing right, and must be idempotent. A call that times out
        goes on with its connection: it may be a commit that waits for a standby.

        Raises:
            NoDatabase: there is no answer in time.
            LockNotAvailable: another session holds a lock, unless `waits_for_locks`.
        """
        if self._is_closed:
            raise NoDatabase("the clerk ends")
        query = f"SELECT * FROM rl.{function}({', '.join(['%s'] * len(given))})".encode()  # noqa: S608 -- our own names
        asking = asyncio.create_task(self._rows(query, given, waits_for_locks=waits_for_locks))
        self._asking.add(asking)
        asking.add_done_callback(self._forget)
        if asking not in (await asyncio.wait((asking,), timeout=PATIENCE))[0]:
            raise NoDatabase(self.trouble)
        return asking.result()

    async def _rows(self, query: bytes, given: Sequence[Any], *, waits_for_locks: bool) -> Rows:
        loop = asyncio.get_running_loop()
        stop_by, pause, user = loop.time() + PATIENCE, AGAIN, "of this host"
        while loop.time() < stop_by:
            try:
                async with self._one() as connection:
                    if loop.time() >= stop_by:
                        break
                    user = connection.info.user
                    connection.is_unreplicated = False
                    found = await (await connection.execute(query, given)).fetchall()
                    if not connection.is_unreplicated:
                        return found
            except psycopg.errors.LockNotAvailable:
                if not waits_for_locks:
                    raise
            except psycopg.errors.InsufficientPrivilege:  # it succeeds once the role is granted
                self._database.deny(user)
                pause = min(2 * pause, RAREST)
            except (*LOST, READ_ONLY) as error:
                if error.sqlstate is not None and error.sqlstate[:2] not in _PASSING:
                    raise
                self._note(error)
            await asyncio.sleep(pause)
            self.sent_again += 1
        raise NoDatabase(self.trouble)

    def _forget(self, asking: asyncio.Task[Rows]) -> None:
        self._asking.discard(asking)
        if not asking.cancelled():
            asking.exception()  # the caller gets it, unless it has timed out

    @contextlib.asynccontextmanager
    async def _one(self) -> AsyncIterator[Connection]:
        """Yield a connection for exclusive use."""
        connection = await self._free.get()
        try:
            if connection is None or connection.closed:
                connection = None
                connection = await self._database.connect()
                self.trouble = ""
            yield connection
        except (*LOST, READ_ONLY) as error:
            if connection is not None and (connection.broken or isinstance(error, READ_ONLY)):
                await connection.close()
            raise
        finally:
            if self._is_closed and connection is not None:
                connection.pgconn.finish()
            self._free.put_nowait(connection)

    def _note(self, error: psycopg.Error) -> None:
        why = cut(str(error).partition("\n")[0], _MAX_REASON)
        if why and not self.trouble:
            log("database", level=logging.ERROR, why=why)
        self.trouble = why or "no connection"

    async def close(self) -> None:
        """Close all connections, and refuse further calls; a statement in progress is not cancelled."""
        self._is_closed = True
        asking = [*self._asking]
        for task in asking:
            task.cancel()
        await asyncio.gather(*asking, return_exceptions=True)
        while not self._free.empty():
            connection = self._free.get_nowait()
            if connection is not None:
                await connection.close()
