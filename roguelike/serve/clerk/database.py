"""How a clerk connects to the database: to a primary, and never to one that another has replaced."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final, TypeVar

import psycopg
from psycopg import waiting
from psycopg.conninfo import conninfo_to_dict, make_conninfo

if TYPE_CHECKING:
    from collections.abc import Sequence

    from psycopg.abc import PQGen

Answer = TypeVar("Answer")

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
_INTERVAL: Final = 0.1
"""Seconds after which psycopg looks at a connection in any case."""
_TIMELINE: Final = (
    "SELECT CASE WHEN current_setting('transaction_read_only')::boolean THEN 0 "
    "ELSE ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int END"
)
"""The timeline of a primary, which each promotion raises; 0 for a standby, or a primary that may not write."""
_WAITS_FOR_STANDBY: Final = "SyncRepWaitForLSN"
"""The function of PostgreSQL in which a commit waits for a standby."""
LOST: Final = (psycopg.OperationalError, psycopg.InterfaceError)
"""The connection is gone, or the server ends: whether a statement was done is unknown."""
READ_ONLY: Final = psycopg.errors.ReadOnlySqlTransaction
"""The server has become a standby, or its administrator lets nobody write, as while its disk is full."""


class OldServer(psycopg.OperationalError):
    """A server that answers is no primary, or another has replaced it."""


class Connection(psycopg.AsyncConnection[Any]):
    """A connection that never cancels a statement.

    A commit that waits for a standby would count as done then, though it is lost with the primary.
    """

    is_unreplicated = False
    """Whether somebody else has cancelled the wait of the last commit."""

    async def wait(
        self,
        gen: PQGen[Answer],
        interval: float = _INTERVAL,
        timeout: float | None = None,  # noqa: ASYNC109 -- psycopg's
    ) -> Answer:
        """Wait for an answer; if that is cancelled, close the connection."""
        try:
            return await waiting.wait_async(gen, self.pgconn.socket, interval, timeout)
        except asyncio.CancelledError:
            self.pgconn.finish()
            raise

    def hear(self, notice: psycopg.errors.Diagnostic) -> None:
        """Note that the wait for a standby was cancelled."""
        self.is_unreplicated |= notice.source_function == _WAITS_FOR_STANDBY


class Database:
    """The servers that an address names, of which the primary is used."""

    def __init__(self, address: str) -> None:
        self._servers = servers_in(address)
        self._timeline = 0
        """The newest that was seen: a primary with an older one was replaced."""

    async def connect(self) -> Connection:
        """Connect to the primary; each statement is a transaction.

        Raises:
            psycopg.OperationalError: it cannot be reached.
        """
        trouble: psycopg.Error = OldServer("no server")
        for server in self._servers:
            try:
                return await self._connected(server)
            except LOST as error:
                trouble = error
        raise trouble

    async def _connected(self, server: str) -> Connection:
        connection = await Connection.connect(
            server,
            autocommit=True,
            connect_timeout=_TIMEOUT,
            options=f"-c lock_timeout={_LOCKED} -c timezone=UTC",
            prepare_threshold=2,
            **_SIGNS_OF_LIFE,
        )
        connection.add_notice_handler(connection.hear)
        try:
            await self._check(connection)
        except BaseException:
            await connection.close()
            raise
        return connection

    async def _check(self, connection: Connection) -> None:
        """Check that a server is the primary.

        Raises:
            OldServer: it is not.
        """
        ((timeline,),) = await (await connection.execute(_TIMELINE)).fetchall()
        if not timeline:
            raise OldServer(f"{connection.info.host} is a standby, or read-only")
        if timeline < self._timeline:
            raise OldServer(
                f"{connection.info.host} was replaced: its timeline is {timeline}, and {self._timeline} exists"
            )
        self._timeline = timeline


def servers_in(address: str) -> Sequence[str]:
    """Return an address for each server that an address names."""
    told = conninfo_to_dict(address)
    lists = {name: str(told[name]).split(",") for name in ("host", "hostaddr", "port") if told.get(name)}
    count = max((len(values) for values in lists.values()), default=1)
    each = [{name: values[number % len(values)] for name, values in lists.items()} for number in range(count)]
    return [make_conninfo(address, **server) for server in each]
