"""Connecting to the database: to a primary, and never to one that another has replaced."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from typing import TYPE_CHECKING, Any, Final, TypeVar

import psycopg
from psycopg import waiting
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from roguelike.classes import frozen
from roguelike.serve.clerk.timelines import newest_timelines
from roguelike.serve.logs import log

if TYPE_CHECKING:
    from collections.abc import Sequence

    from psycopg.abc import PQGen

    from roguelike.serve.clerk.timelines import Timelines

Answer = TypeVar("Answer")

_TIMEOUT: Final = 5
"""Seconds to wait for a connection."""
_LOCKED: Final = "1s"
"""Time for which a statement waits for a lock; sessions that are taken over hold locks no longer."""
_SIGNS_OF_LIFE: Final[dict[str, Any]] = {
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
"""TCP options by which the kernel drops a database whose machine is gone, within about ten seconds."""
_INTERVAL: Final = 0.1
"""Seconds after which psycopg checks a connection without an event."""
PLACE: Final = (
    "SELECT (SELECT system_identifier FROM pg_control_system()), "
    "CASE WHEN current_setting('transaction_read_only')::boolean THEN 0 "
    "ELSE ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int END"
)
"""The identifier of a database, and the timeline of a primary, which each promotion raises.

The timeline is 0 for a standby, or a primary that may not write.
"""
AGAIN: Final = 0.1
"""Seconds from a first failure to the next attempt; doubled after each further one."""
RAREST: Final = 2.0
"""Maximum seconds between two attempts."""
_DENIED: Final = 6.0
"""Seconds for which a refusal of rights is reported: longer than any loop pauses."""
_STRAGGLERS: Final = 1.0
"""Seconds for the other servers to answer, after a primary has."""
LOOKS: Final = 5.0
"""Seconds between two checks whether another server has replaced the one in use."""
_WAITS_FOR_STANDBY: Final = "SyncRepWaitForLSN"
"""The function of PostgreSQL in which a commit waits for a standby."""
LOST: Final = (psycopg.OperationalError, psycopg.InterfaceError)
"""Errors of lost connections and stopping servers: whether a statement took effect is unknown."""
READ_ONLY: Final = psycopg.errors.ReadOnlySqlTransaction
"""Error of a server that has become a standby, or refuses writes, as with a full disk."""


class OldServer(psycopg.OperationalError):
    """The server is not a primary, or another server has replaced it."""


class Connection(psycopg.AsyncConnection[Any]):
    """A connection that never cancels a statement.

    A cancelled commit that waits for a standby would count as done, though it is lost with the primary.
    """

    is_unreplicated = False
    """Whether another session has cancelled the wait of the last commit."""
    _waiting: asyncio.Task[Any] | None = None
    """The task that waits for an answer."""
    _is_replaced = False

    async def wait(
        self,
        gen: PQGen[Answer],
        interval: float = _INTERVAL,
        timeout: float | None = None,  # noqa: ASYNC109 -- psycopg's
    ) -> Answer:
        """Wait for an answer; if that is cancelled, close the connection.

        Raises:
            OldServer: another server has replaced this one.
        """
        self._waiting = task = asyncio.current_task()
        try:
            return await waiting.wait_async(gen, self.pgconn.socket, interval, timeout)
        except asyncio.CancelledError:
            self.pgconn.finish()
            if self._is_replaced and task is not None and not task.uncancel():
                raise OldServer("another server has replaced it") from None
            raise
        finally:
            self._waiting = None

    def give_up(self) -> None:
        """Close the connection to a server that was replaced, and stop waiting for its answer."""
        self._is_replaced = True
        if self._waiting is not None:
            self._waiting.cancel()
        else:
            self.pgconn.finish()

    def hear(self, notice: psycopg.errors.Diagnostic) -> None:
        """Note a notice that the wait for a standby was cancelled."""
        self.is_unreplicated |= notice.source_function == _WAITS_FOR_STANDBY


@frozen
class _Primary:
    """A server that accepts writes."""

    connection: Connection
    database: int
    """Its system identifier, which its standbys share."""
    timeline: int


class Database:
    """The servers of an address; the primary with the newest timeline is used."""

    def __init__(self, address: str, timelines: Timelines) -> None:
        self._servers = servers_in(address)
        self._timelines = timelines
        self._in_use: list[_Primary] = []
        """Connections that may be open."""
        self._refused: set[str] = set()
        """Logged reasons to refuse servers."""
        self._pause = 0.0
        """Seconds until the next attempt to connect; 0 after a success."""
        self._turn = asyncio.Lock()
        self._denied = "", -_DENIED
        """The last refused rights, and their time on the monotonic clock."""

    @property
    def denied(self) -> str:
        """Return the rights that the login lacks, with the remedy; empty if none was refused lately."""
        why, at = self._denied
        return why if time.monotonic() - at < _DENIED else ""

    def deny(self, user: str) -> None:
        """Note that a login may not call a function; log it once until it may."""
        why = f"the login {user} may not call the functions for hosts (GRANT rl_host TO {user})"
        if not self.denied:
            log("database", level=logging.ERROR, why=why)
        self._denied = why, time.monotonic()

    async def connect(self) -> Connection:
        """Connect to the primary; each statement is a transaction.

        After a failure, callers connect one after another, with a pause before each attempt.

        Raises:
            psycopg.OperationalError: it cannot be reached.
        """
        if not self._pause:
            return await self._attempt()
        async with self._turn:
            await asyncio.sleep(self._pause)
            return await self._attempt()

    async def _attempt(self) -> Connection:
        longer = min(2 * self._pause or AGAIN, RAREST)
        try:
            found = await self._primary()
        except psycopg.Error:
            self._pause = max(self._pause, longer)
            raise
        self._pause = 0.0
        self._in_use = [each for each in self._in_use if not each.connection.closed] + [found]
        return found.connection

    async def look_out(self) -> None:
        """Close connections to a server as soon as another has replaced it, forever.

        Its administrator may have left it running; commits there are lost, or wait for a standby that it no longer has.
        """
        while len(self._servers) > 1:
            await asyncio.sleep(LOOKS)
            with contextlib.suppress(psycopg.Error):  # callers that need a connection log that
                (await self._primary()).connection.pgconn.finish()
            for primary in self._in_use:
                if primary.timeline < self._timelines.newest(primary.database) and not primary.connection.closed:
                    self._refuse(primary, self._timelines.newest(primary.database))
                    primary.connection.give_up()

    async def _primary(self) -> _Primary:
        """Connect to the primary.

        All servers are asked, since one that was replaced still answers as a primary.
        """
        asking = [asyncio.create_task(_connected(server)) for server in self._servers]
        chosen: _Primary | None = None
        try:
            await _answered(asking)
            chosen = self._chosen([task for task in asking if task.done()])
        finally:  # without waiting: a cancelled caller would leave connections open
            for task in asking:
                task.cancel()
                task.add_done_callback(lambda task: _drop(task, chosen))
        return chosen

    def _chosen(self, answers: Sequence[asyncio.Task[_Primary]]) -> _Primary:
        """Return the first primary that no other has replaced.

        Raises:
            OldServer: all were replaced.
        """
        trouble: BaseException = OldServer("no server")
        primaries = []
        for answer in answers:
            if error := answer.exception():
                trouble = error
            else:
                primaries.append(answer.result())
        newest = newest_timelines(primaries, self._timelines)
        for primary in primaries:
            if primary.timeline == newest[primary.database]:
                self._timelines.note(primary.database, primary.timeline)
                return primary
            trouble = OldServer(self._refuse(primary, newest[primary.database]))
        raise trouble

    def _refuse(self, primary: _Primary, newest: int) -> str:
        """Return that a server was replaced; log it once, with the remedy."""
        info = primary.connection.info
        why = f"another server has replaced it: its timeline is {primary.timeline}, and {newest} exists"
        remedy = f"stop it, and make it a standby; or, if it was restored from a backup, delete {self._timelines.path}"
        refused = f"{info.host}:{info.port}: {why}"
        if refused not in self._refused:
            self._refused.add(refused)
            log("old server", level=logging.ERROR, host=f"{info.host}:{info.port}", why=f"{why} ({remedy})")
        return refused


def _drop(answer: asyncio.Task[_Primary], chosen: _Primary | None) -> None:
    """Close the connection to a server that was not chosen."""
    if not answer.cancelled() and answer.exception() is None and (found := answer.result()) is not chosen:
        found.connection.pgconn.finish()


async def _answered(asking: Sequence[asyncio.Task[_Primary]]) -> None:
    """Wait until all servers have answered, or for some time after the first primary."""
    waiting, has_primary = set(asking), False
    while waiting and not has_primary:
        done, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        has_primary = any(task.exception() is None for task in done)
    if waiting:
        await asyncio.wait(waiting, timeout=_STRAGGLERS)


async def _connected(server: str) -> _Primary:
    """Connect to a server.

    Raises:
        OldServer: it is not a primary.
    """
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
        return await _checked(connection)
    except BaseException:
        await connection.close()
        raise


async def _checked(connection: Connection) -> _Primary:
    ((database, timeline),) = await (await connection.execute(PLACE)).fetchall()
    if not timeline:
        raise OldServer(f"{connection.info.host} is a standby, or read-only")
    return _Primary(connection, database, timeline)


def servers_in(address: str) -> Sequence[str]:
    """Return an address for each server in an address."""
    told = conninfo_to_dict(address)
    lists = {name: str(told[name]).split(",") for name in ("host", "hostaddr", "port") if told.get(name)}
    count = max((len(values) for values in lists.values()), default=1)
    each = [{name: values[number % len(values)] for name, values in lists.items()} for number in range(count)]
    return [make_conninfo(address, **server) for server in each]
