"""Rows of a database that move to or from a data folder."""

from __future__ import annotations

import contextlib
import uuid
from typing import TYPE_CHECKING, Any, Final

import psycopg
from psycopg.errors import InsufficientPrivilege

from roguelike.serve.clerk.host_heartbeat import HOST_TIMEOUT
from roguelike.serve.listening import ListenError, ServerLock
from roguelike.serve.ported import KINDS, PortedGame
from roguelike.serve.postgres.connecting import DatabaseError, connected, reason
from roguelike.serve.postgres.migrating import complaint
from roguelike.store.kept.contents import GameContents
from roguelike.store.sqlite.data_folder import DataFolder
from roguelike.store.sqlite.database import make_private, sync_folder
from roguelike.store.sqlite.lock import being_played

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roguelike.serve.clerk.timelines import Timelines
    from roguelike.serve.paths import ServerPaths
    from roguelike.serve.ported import Rows, Table, Texts

    Connection = psycopg.Connection[Any]

LOCK: Final = int.from_bytes(b"rl/port")
"""Key of the advisory lock of imports, which exports and backups share."""
_PORTION: Final = 1000
"""Rows that are fetched at a time from large tables."""
_HOSTS: Final = "SELECT name FROM rl.hosts WHERE beat > now() - make_interval(secs => %s) ORDER BY name LIMIT 1"
_GAMES: Final = "SELECT id, key FROM rl.games WHERE account = %s ORDER BY ended NULLS LAST, id"
_GAME: Final = "SELECT key, about, ended, story, unseen FROM rl.games WHERE id = %s"
_COMMANDS: Final = (
    "SELECT number, command, turn, at, encode(before, 'hex'), encode(chain, 'hex') FROM rl.commands "
    "WHERE game = %s ORDER BY number"
)
_SNAPSHOTS: Final = (
    "SELECT number, encode(digest, 'hex'), encode(fingerprint, 'hex'), encode(seal, 'hex'), encode(witness, 'hex'), "
    "world FROM rl.snapshots WHERE game = %s ORDER BY number"
)
_ANNOTATIONS: Final = "SELECT number, note, encode(seal, 'hex') FROM rl.annotations WHERE game = %s ORDER BY id"
_TEXTS: Final = "SELECT kind, name, body FROM rl.texts WHERE account = %s AND kind = ANY(%s) AND body <> ''"


@contextlib.contextmanager
def changed_database(address: str, timelines: Timelines) -> Iterator[Connection]:
    """Yield a connection that may change a database which no host serves; its errors become one sentence.

    `timelines` are those of the host: a primary that was replaced is not used.

    Raises:
        DatabaseError: there is none with a suitable schema, it is in use, or fails later.
    """
    with _opened(address, timelines, "the owner of the schema rl") as connection:
        if connection.execute("SELECT pg_try_advisory_lock(%s)", (LOCK,)).fetchall() == [(False,)]:
            raise DatabaseError("another import, export or backup of this database is running.")
        refuse_served(connection)
        yield connection


@contextlib.contextmanager
def snapshot(address: str, timelines: Timelines, *, may_be_served: bool) -> Iterator[Connection]:
    """Yield a connection that reads a database as of one moment; its errors become one sentence.

    `timelines` are those of the host: a primary that was replaced is not read.

    Raises:
        DatabaseError: there is none with a suitable schema, it is being imported, fails later, or a host serves it,
            unless it `may_be_served`.
    """
    with _opened(address, timelines, "a login with the role rl_backup") as connection:
        if connection.execute("SELECT pg_try_advisory_lock_shared(%s)", (LOCK,)).fetchall() == [(False,)]:
            raise DatabaseError("an import into this database is running.")
        if not may_be_served:
            refuse_served(connection)
        connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        connection.read_only = True
        with connection.transaction():
            yield connection


@contextlib.contextmanager
def _opened(address: str, timelines: Timelines, needed: str) -> Iterator[Connection]:
    """Yield a connection to a database with a suitable schema; its errors become one sentence.

    A sentence about missing rights names the login that is `needed`.
    """
    if why := complaint(address, "rl_backup", timelines):
        raise DatabaseError(f"database: {why}.")
    try:
        with connected(address, timelines) as connection:
            yield connection
    except InsufficientPrivilege as error:
        raise DatabaseError(f"database: {reason(error)} (name {needed} in --database).") from None
    except psycopg.Error as error:
        raise DatabaseError(f"the database failed: {reason(error)}.") from None


def refuse_served(connection: Connection) -> None:
    """Refuse a database that a host serves.

    Raises:
        DatabaseError: a host serves it.
    """
    for (name,) in connection.execute(_HOSTS, (HOST_TIMEOUT,)):
        raise DatabaseError(f"the host {name} serves this database: drain it, then wait for {HOST_TIMEOUT} seconds.")


@contextlib.contextmanager
def idle_folder(places: ServerPaths) -> Iterator[None]:
    """Keep servers out of a data folder, in which no game is being played.

    Raises:
        DatabaseError: it is in use, or is not a data folder.
    """
    if not places.accounts.exists():
        raise DatabaseError(f"{places.root}: not a server data folder.")
    try:
        places.run.mkdir(mode=0o700, exist_ok=True)
        lock = ServerLock(places)
    except ListenError as error:
        raise DatabaseError(str(error)) from None
    except OSError as error:
        raise DatabaseError(f"{places.root} cannot be locked: {error.strerror}.") from None
    try:
        for path in places.players.glob("*/games/*.lock"):
            if told := being_played(path, path.stem):
                raise DatabaseError(told)
        yield
    finally:
        lock.close()


def key_in(places: ServerPaths) -> bytes:
    """Return the key of proofs in a data folder; empty if there is none.

    Raises:
        DatabaseError: it cannot be read.
    """
    path = DataFolder(places.root).key
    try:
        return path.read_bytes() if path.exists() else b""
    except OSError as error:
        raise DatabaseError(f"{path} cannot be read: {error.strerror}.") from None


def put_key(places: ServerPaths, key: bytes) -> None:
    """Write the key of proofs into a data folder that has none.

    Raises:
        DatabaseError: it cannot be written.
    """
    path = DataFolder(places.root).key
    if not key or path.exists():
        return
    try:
        places.root.mkdir(mode=0o700, parents=True, exist_ok=True)
        with open(make_private(path), "wb") as file:  # noqa: PTH123 -- a descriptor
            file.write(key)
        sync_folder(places.root)
    except OSError as error:
        raise DatabaseError(f"{path} cannot be written: {error.strerror}.") from None


def digest_of(connection: Connection, number: int) -> str:
    """Return the digest of a game in proofs."""
    ((digest,),) = connection.execute("SELECT rl.digest_of(%s)", (number,))
    return str(digest)


def rows_of(connection: Connection, query: str) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a query in a transaction, fetching `_PORTION` at a time."""
    with connection.cursor(name=f"rows_{uuid.uuid4().hex}") as cursor:
        cursor.itersize = _PORTION
        yield from cursor.execute(query.encode())


def table_in(connection: Connection, table: Table) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a table of accounts as in a file, within a transaction."""
    query = f"SELECT {', '.join(_told(table, each) for each in table.columns)} FROM rl.{table.name} ORDER BY "  # noqa: S608 -- our own names
    return rows_of(connection, f"{query}{table.number or '1, 2'}")


def games_of(connection: Connection, account: int) -> Rows:
    """Return number and key of each game of an account, in the order in which they ended."""
    return connection.execute(_GAMES, (account,)).fetchall()


def game_in(connection: Connection, number: int) -> PortedGame:
    """Return the game of that number."""
    ((key, about, ended, story, unseen),) = connection.execute(_GAME, (number,))
    commands, snapshots, annotations = (
        connection.execute(query, (number,)).fetchall() for query in (_COMMANDS, _SNAPSHOTS, _ANNOTATIONS)
    )
    return PortedGame(key, GameContents(about, commands, snapshots, annotations), ended, story, unseen)


def texts_of(connection: Connection, account: int) -> Texts:
    """Return the texts of an account."""
    kinds = [kind.name for kind in KINDS]
    return {(kind, name): body for kind, name, body in connection.execute(_TEXTS, (account, kinds))}


def _told(table: Table, column: str) -> str:
    """Return the SQL expression that converts a column for a file."""
    if column in table.moments:
        return f"coalesce(rl.plain({column}), '')"
    return f"encode({column}, 'hex')" if column in table.hashes else column
