"""The database of accounts: its tables, and how it is opened."""

from __future__ import annotations

import contextlib
import datetime as dt
import sqlite3
from typing import TYPE_CHECKING, Final

from roguelike.store.errors import report_failure

if TYPE_CHECKING:
    import pathlib
    from collections.abc import Iterator

VERSION: Final = 1
"""Of the tables, in `user_version`."""
_TABLES: Final = """
CREATE TABLE accounts (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, name_key TEXT NOT NULL UNIQUE, created TEXT NOT NULL,
    seen TEXT NOT NULL, flags TEXT NOT NULL DEFAULT '') STRICT;
CREATE TABLE keys (
    fingerprint TEXT PRIMARY KEY, account INTEGER NOT NULL REFERENCES accounts, kind TEXT NOT NULL,
    added TEXT NOT NULL, used TEXT NOT NULL, label TEXT NOT NULL DEFAULT '') STRICT, WITHOUT ROWID;
CREATE TABLE links (
    hash TEXT PRIMARY KEY, account INTEGER NOT NULL REFERENCES accounts, until TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE bans (
    kind TEXT NOT NULL, value TEXT NOT NULL, until TEXT NOT NULL DEFAULT '', reason TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (kind, value)) STRICT, WITHOUT ROWID;
CREATE TABLE guests (count INTEGER NOT NULL) STRICT;
INSERT INTO guests VALUES (0);
CREATE TABLE audit (at TEXT NOT NULL, who TEXT NOT NULL, what TEXT NOT NULL) STRICT;
"""
_PATIENCE: Final = 5.0
"""Seconds to wait while another process writes."""


class AccountError(Exception):
    """Something cannot be done with an account; the message is one sentence for the player."""


def make_database(path: pathlib.Path) -> None:
    """Make the database where there is none.

    Raises:
        AccountError: there are players, whose accounts are missing: new ones would have their games.
    """
    if not path.exists() and any(each.name.isdigit() for each in path.parent.glob("players/*")):
        raise AccountError(f"{path} is missing, and there are players: restore it from a backup, or move players away.")
    with contextlib.closing(_connected(path, "rwc")) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("BEGIN IMMEDIATE")
        if connection.execute("PRAGMA user_version").fetchone()[0] == 0:
            for statement in _TABLES.split(";\n"):
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version={VERSION}")
        connection.execute("COMMIT")
    path.chmod(0o600)


def read_only(path: pathlib.Path) -> sqlite3.Connection:
    """Return a connection that never writes, and never waits for who does."""
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=0)


class KnownFile:
    """The database as the front reads it: opened again when another file has come in its place, as by a restore."""

    def __init__(self, path: pathlib.Path) -> None:
        self._path = path
        self._connection: sqlite3.Connection | None = None
        self._inode = (0, 0)

    def connection(self) -> sqlite3.Connection:
        """Return a connection to the file that is there now.

        Raises:
            sqlite3.Error: there is none, or it cannot be opened.
        """
        try:
            found = self._path.stat()
        except OSError as error:
            raise sqlite3.OperationalError(f"{self._path.name}: {error.strerror} (restore it from a backup)") from None
        if self._connection is None or self._inode != (found.st_dev, found.st_ino):
            self.close()
            self._connection = read_only(self._path)
            self._inode = (found.st_dev, found.st_ino)
        return self._connection

    def close(self) -> None:
        """Close the database."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None


@contextlib.contextmanager
def reading(path: pathlib.Path) -> Iterator[sqlite3.Connection]:
    """Open the database to read it.

    Raises:
        AccountError: it cannot be read.
    """
    try:
        with contextlib.closing(_connected(path)) as connection:
            yield connection
    except sqlite3.Error as error:
        raise _failed(f"The accounts cannot be read: {error}.") from None


@contextlib.contextmanager
def writing(path: pathlib.Path) -> Iterator[sqlite3.Connection]:
    """Open a transaction, which is committed unless something is raised in it.

    Raises:
        AccountError: the database cannot be written.
    """
    try:
        with contextlib.closing(_connected(path)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
            except BaseException:
                connection.execute("ROLLBACK")
                raise
            connection.execute("COMMIT")
    except sqlite3.Error as error:
        raise _failed(f"The accounts cannot be written: {error}.") from None


def _failed(sentence: str) -> AccountError:
    report_failure(sentence)
    return AccountError(sentence)


def note(connection: sqlite3.Connection, who: str, what: str) -> None:
    """Write into the audit who has done what."""
    connection.execute("INSERT INTO audit VALUES (?, ?, ?)", (moment(), who, what))


def audit(path: pathlib.Path, who: str, what: str) -> None:
    """Write into the audit who has done what that changed nothing else here.

    Raises:
        AccountError: it cannot be written.
    """
    with writing(path) as connection:
        note(connection, who, what)


def moment(after: dt.timedelta = dt.timedelta()) -> str:
    """Return a moment after now as the tables have it; later ones are greater texts."""
    return (dt.datetime.now(dt.UTC) + after).isoformat(timespec="seconds")


def _connected(path: pathlib.Path, mode: str = "rw") -> sqlite3.Connection:
    """Return a connection to a database, which is not made where it is missing: it would be an empty one."""
    address = f"{path.absolute().as_uri()}?mode={mode}"
    connection = sqlite3.connect(address, uri=True, timeout=_PATIENCE, isolation_level=None)
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA foreign_keys=ON")
    return connection
