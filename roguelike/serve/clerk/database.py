"""How a clerk connects to the database: and waits for its answers."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final, TypeVar

import psycopg
from psycopg import waiting

if TYPE_CHECKING:
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
_WAITS_FOR_STANDBY: Final = "SyncRepWaitForLSN"
"""The function of PostgreSQL in which a commit waits for a standby."""
LOST: Final = (psycopg.OperationalError, psycopg.InterfaceError)
"""The connection is gone, or the server ends: whether a statement was done is unknown."""


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
    """A database, by its address."""

    def __init__(self, address: str) -> None:
        self._address = address

    async def connect(self) -> Connection:
        """Connect; each statement is a transaction.

        Raises:
            psycopg.OperationalError: it cannot be reached.
        """
        connection = await Connection.connect(
            self._address,
            autocommit=True,
            connect_timeout=_TIMEOUT,
            options=f"-c lock_timeout={_LOCKED} -c timezone=UTC",
            prepare_threshold=2,
            **_SIGNS_OF_LIFE,
        )
        connection.add_notice_handler(connection.hear)
        return connection
