"""The rows of a database that move to a data folder or come from one."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any, Final

import psycopg

from roguelike.serve.clerk.beats import SILENT
from roguelike.serve.clerk.games import GAME_DIGEST
from roguelike.serve.listening import ListenError, ServerLock
from roguelike.serve.ported import KINDS, PortedGame
from roguelike.serve.postgres.migrating import DatabaseError, complaint, connected, reason
from roguelike.store.kept.contents import GameContents
from roguelike.store.sqlite.data_folder import DataFolder
from roguelike.store.sqlite.database import make_private, sync_folder
from roguelike.store.sqlite.lock import being_played

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roguelike.serve.paths import ServerPaths
    from roguelike.serve.ported import Rows, Table, Texts

    Connection = psycopg.Connection[Any]

_LOCK: Final = int.from_bytes(b"rl/port")
"""The key of the advisory lock of imports and exports."""
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
def idle_database(address: str) -> Iterator[Connection]:
    """Yield a connection to a database that no host serves, whose schema fits; its failures become one sentence.

    Raises:
        DatabaseError: there is none such, another import or export is running, or it fails later.
    """
    if why := complaint(address):
        raise DatabaseError(f"database: {why}.")
    try:
        with connected(address) as connection:
            if connection.execute("SELECT pg_try_advisory_lock(%s)", (_LOCK,)).fetchall() == [(False,)]:
                raise DatabaseError("another import or export of this database is running.")
            refuse_served(connection)
            yield connection
    except psycopg.Error as error:
        raise DatabaseError(f"the database failed: {reason(error)}.") from None


def refuse_served(connection: Connection) -> None:
    """Refuse a database that a host serves.

    Raises:
        DatabaseError: it is such.
    """
    for (name,) in connection.execute(_HOSTS, (SILENT,)):
        raise DatabaseError(f"the host {name} serves this database: drain it first.")


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
    """Return the digest by which a proof knows a game."""
    ((digest,),) = connection.execute(f"SELECT {GAME_DIGEST} FROM rl.games WHERE id = %s".encode(), (number,))  # noqa: S608 -- our own names
    return str(digest)


def table_in(connection: Connection, table: Table) -> Rows:
    """Return the rows of a table of accounts as a file has them."""
    query = f"SELECT {', '.join(_told(table, each) for each in table.columns)} FROM rl.{table.name} ORDER BY "  # noqa: S608 -- our own names
    return connection.execute(f"{query}{table.number or '1, 2'}".encode()).fetchall()


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
    """Return the expression that gives a column as a file has it."""
    if column in table.moments:
        return f"coalesce(rl.plain({column}), '')"
    return f"encode({column}, 'hex')" if column in table.hashes else column
