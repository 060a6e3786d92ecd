"""The database of accounts: tables and connections."""

from __future__ import annotations

import contextlib
import datetime as dt
import os
import sqlite3
import stat
from typing import TYPE_CHECKING, Final

from roguelike.store.errors import report_failure

if TYPE_CHECKING:
    import pathlib
    from collections.abc import Iterator

VERSION: Final = 1
"""Version of the tables, in `user_version`."""
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
_HEAD: Final = b"SQLite format 3\0"
"""First bytes of a database; a new one is empty."""
_BESIDE: Final = ("-shm", "-wal")
"""Suffixes of the files that SQLite has beside a database."""
_TIMEOUT: Final = 5.0
"""Seconds to wait while another process writes."""


class AccountError(Exception):
    """An operation on an account failed; the message is one sentence for the player."""


def make_database(path: pathlib.Path) -> None:
    """Make the database if it does not exist.

    Raises:
        AccountError: there are players whose accounts are missing: new accounts would get their games.
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
    """Return a connection that never writes, and never waits for a writer."""
    _free_beside(path)
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=0)


def complaint(path: pathlib.Path) -> str:
    """Return why this user's processes cannot read and write a database, with the remedy; empty if they can.

    Opens no file: closing one would drop the locks that SQLite holds on it in this process.
    """
    try:
        found = path.stat()
    except OSError as error:
        return f"{path.name}: {error.strerror} (restore it from a backup)"
    if not stat.S_ISREG(found.st_mode):
        return f"{path.name}: is not a regular file (restore it from a backup)"
    if not _is_ours(path):
        return f"{path.name}: cannot be read and written (make it the server's own: chown, chmod 600)"
    if not os.access(path.parent, os.R_OK | os.W_OK | os.X_OK, effective_ids=True):
        return f"{path.name}: nothing in its folder can be written (make the folder the server's own: chown, chmod 700)"
    return ""


def scores_complaint(path: pathlib.Path) -> str:
    """Return why the scores cannot be read and written, with the remedy; empty if they can, or are being written.

    Only the beginning of the file is read: a compromised game could write a database that keeps its reader busy.
    """
    if found := complaint(path):
        return found
    try:
        with path.open("rb") as file:
            head = file.read(len(_HEAD))
    except OSError as error:
        return f"{path.name}: {error.strerror}"
    return "" if head in {b"", _HEAD} else f"{path.name}: is not a database (restore it from a backup)"


def _is_ours(path: pathlib.Path) -> bool:
    """Return whether this user's processes can read and write a file."""
    return os.access(path, os.R_OK | os.W_OK, effective_ids=True)


def _free_beside(path: pathlib.Path) -> None:
    """Make the files that SQLite has beside a database writable, if the database is.

    SQLite makes them with the mode of the database: made while that was read-only, they would block all writers later.
    """
    for beside in (path.with_name(f"{path.name}{ending}") for ending in _BESIDE):
        if _is_ours(path) and not _is_ours(beside):
            with contextlib.suppress(OSError):
                beside.chmod(0o600)


class KnownFile:
    """The database as the gateway reads it.

    It is opened again after another file has replaced it, as in a restore, and after it has become writable.
    """

    def __init__(self, path: pathlib.Path) -> None:
        self._path = path
        self._connection: sqlite3.Connection | None = None
        self._inode = (0, 0)
        self._was_ours = False
        """Whether the database was writable when it was opened."""

    def connection(self) -> sqlite3.Connection:
        """Return a connection to the current file.

        Raises:
            sqlite3.Error: it does not exist, or cannot be opened.
        """
        try:
            found = self._path.stat()
        except OSError as error:
            raise sqlite3.OperationalError(f"{self._path.name}: {error.strerror} (restore it from a backup)") from None
        is_cured = not self._was_ours and _is_ours(self._path)
        if self._connection is None or is_cured or self._inode != (found.st_dev, found.st_ino):
            self.close()
            self._was_ours = _is_ours(self._path)
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
    """Open a transaction, which is rolled back after an exception.

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
    """Record an action in the audit."""
    connection.execute("INSERT INTO audit VALUES (?, ?, ?)", (moment(), who, what))


def audit(path: pathlib.Path, who: str, what: str) -> None:
    """Record an action in the audit that changed nothing else here.

    Raises:
        AccountError: it cannot be written.
    """
    with writing(path) as connection:
        note(connection, who, what)


def moment(after: dt.timedelta = dt.timedelta()) -> str:
    """Return a time after now as text for the tables; texts sort by time."""
    return (dt.datetime.now(dt.UTC) + after).isoformat(timespec="seconds")


def _connected(path: pathlib.Path, mode: str = "rw") -> sqlite3.Connection:
    """Return a connection to an existing database; a missing one is not made, since it would be empty."""
    _free_beside(path)
    address = f"{path.absolute().as_uri()}?mode={mode}"
    connection = sqlite3.connect(address, uri=True, timeout=_TIMEOUT, isolation_level=None)
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA foreign_keys=ON")
    return connection
