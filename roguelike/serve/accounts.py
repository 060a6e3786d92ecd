"""Accounts: who has which keys, in one SQLite database.

The front only reads it; the games of players and the administrator's commands write it.
"""

from __future__ import annotations

import contextlib
import datetime as dt
import sqlite3
from typing import TYPE_CHECKING, Final

from roguelike.classes import frozen
from roguelike.store.limits import NAME_RULE, is_name

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
CREATE TABLE audit (at TEXT NOT NULL, who TEXT NOT NULL, what TEXT NOT NULL) STRICT;
"""
_PATIENCE: Final = 5.0
"""Seconds to wait while another process writes."""
_RESERVED: Final = ("guest", "link", "admin", "root", "server", "bot")
"""What no account's name may begin with."""


class AccountError(Exception):
    """Something cannot be done with an account; the message is one sentence for the player."""


@frozen
class Account:
    """Somebody who has played here."""

    id: int
    name: str


@frozen
class KeyUsed:
    """The public key of a login."""

    fingerprint: str
    """As `ssh-keygen -l` prints it: "SHA256:" and 43 characters."""
    kind: str
    """Such as "ssh-ed25519"."""


def may_be_called(name: str) -> bool:
    """Return whether an account may have that name."""
    return is_name(name) and not name.lower().startswith(_RESERVED)


def make_database(path: pathlib.Path) -> None:
    """Make the database where there is none."""
    with contextlib.closing(_connected(path)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("BEGIN IMMEDIATE")
        if connection.execute("PRAGMA user_version").fetchone()[0] == 0:
            for statement in _TABLES.split(";\n"):
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version={VERSION}")
        connection.execute("COMMIT")
    path.chmod(0o600)


def _connected(path: pathlib.Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=_PATIENCE, isolation_level=None)
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA foreign_keys=ON")
    return connection


class KnownKeys:
    """Finds accounts by their keys; never writes, and never waits for who does."""

    def __init__(self, path: pathlib.Path) -> None:
        self._connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=0)

    def account_of(self, fingerprint: str) -> Account | None:
        """Return whose key that is; None for a key that nobody has.

        Raises:
            sqlite3.Error: the database cannot be read.
        """
        query = "SELECT id, name FROM accounts WHERE id = (SELECT account FROM keys WHERE fingerprint = ?)"
        row = self._connection.execute(query, (fingerprint,)).fetchone()
        return None if row is None else Account(*row)

    def close(self) -> None:
        """Close the database."""
        self._connection.close()


class Accounts:
    """Makes and changes accounts; each call opens the database for itself, so that no process keeps it open."""

    def __init__(self, path: pathlib.Path) -> None:
        self._path = path

    def register(self, name: str, key: KeyUsed) -> Account:
        """Make an account of that name with that key.

        Raises:
            AccountError: it cannot have that name, somebody has it, or the key has an account.
        """
        if not is_name(name):
            raise AccountError(f"A name must be {NAME_RULE}.")
        if not may_be_called(name):
            raise AccountError(f"{name} is reserved: choose another name.")
        now = _now()
        with self._writing() as connection:
            if connection.execute("SELECT 1 FROM keys WHERE fingerprint = ?", (key.fingerprint,)).fetchone():
                raise AccountError("This key has an account already: log in again.")
            try:
                made = connection.execute(
                    "INSERT INTO accounts (name, name_key, created, seen) VALUES (?, ?, ?, ?)",
                    (name, name.lower(), now, now),
                )
            except sqlite3.IntegrityError:
                raise AccountError(f"{name} is taken: choose another name.") from None
            account = Account(int(made.lastrowid or 0), name)
            self._add_key(connection, account, key)
        return account

    def saw(self, account: Account, key: KeyUsed) -> None:
        """Note that the account has logged in with that key."""
        with self._writing() as connection:
            connection.execute("UPDATE accounts SET seen = ? WHERE id = ?", (_now(), account.id))
            connection.execute("UPDATE keys SET used = ? WHERE fingerprint = ?", (_now(), key.fingerprint))

    @staticmethod
    def _add_key(connection: sqlite3.Connection, account: Account, key: KeyUsed) -> None:
        now = _now()
        connection.execute(
            "INSERT INTO keys (fingerprint, account, kind, added, used) VALUES (?, ?, ?, ?, ?)",
            (key.fingerprint, account.id, key.kind, now, now),
        )

    @contextlib.contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """Open a transaction, which is committed unless something is raised in it.

        Raises:
            AccountError: the database cannot be written.
        """
        try:
            with contextlib.closing(_connected(self._path)) as connection:
                connection.execute("BEGIN IMMEDIATE")
                try:
                    yield connection
                except BaseException:
                    connection.execute("ROLLBACK")
                    raise
                connection.execute("COMMIT")
        except sqlite3.Error as error:
            raise AccountError(f"The accounts cannot be written: {error}.") from None


def _now() -> str:
    return dt.datetime.now(dt.UTC).isoformat(timespec="seconds")
