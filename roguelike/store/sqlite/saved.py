"""The file of a game as a source of rows; untrusted, and read through a private copy."""

from __future__ import annotations

import contextlib
import hashlib
import os
import pathlib
import sqlite3
import stat
from typing import TYPE_CHECKING, Any, Final

from roguelike.classes import frozen
from roguelike.store.errors import StoreError, abridged, cause_of, unreadable
from roguelike.store.kept import reader
from roguelike.store.kept.rows import Stamp
from roguelike.store.records import ABOUT, DIGEST, Damage
from roguelike.store.sqlite.copying import MAX_BYTES
from roguelike.store.sqlite.database import open_copy, wal_of
from roguelike.store.sqlite.lock import marked

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from contextlib import AbstractContextManager

    from roguelike.store.kept.reader import GameReader

_MAX_ABOUT: Final = 5 * reader.MAX_TEXT
"""Bytes of a row of metadata: a key and a text in UTF-8."""
_MAX_NOTES: Final = 1000
_ABOUT: Final = "SELECT key, value FROM about LIMIT ?"
_COMMANDS: Final = "SELECT number, command, turn, at, before, chain FROM commands"


class FileRows:
    """The rows in the file of a game, from an open copy of it."""

    def __init__(self, path: pathlib.Path, connection: sqlite3.Connection) -> None:
        self._path = path
        self._connection = connection

    def check(self) -> None:
        """Raise `Damage` if the database is damaged."""
        # Writing to a torn database would let SQLite destroy what is left of it.
        if self._connection.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
            raise Damage("it is damaged")

    def written(self, key: str) -> int:
        """Return the number of commands that its lock file records for the game with the id `key`."""
        return marked(self._path.with_suffix(".lock"), key)

    def about(self) -> dict[Any, Any]:
        """Return the metadata."""
        longest = self._connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _MAX_ABOUT)
        found = dict(self._connection.execute(_ABOUT, (len(ABOUT) + 1,)).fetchall())
        self._connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, longest)
        return found

    def commands(self, after: int) -> Iterable[tuple[Any, ...]]:
        """Return the rows of the commands after number `after`."""
        return self._connection.execute(f"{_COMMANDS} WHERE number > ? ORDER BY number", (after,))

    def command(self, number: int) -> tuple[Any, ...] | None:
        """Return the row of one command."""
        return self._first(f"{_COMMANDS} WHERE number = ?", number)

    def last(self) -> tuple[Any, ...] | None:
        """Return the row of the last command."""
        return self._first(f"{_COMMANDS} ORDER BY number DESC LIMIT 1")

    def snapshot_numbers(self) -> list[Any]:
        """Return the command numbers of the snapshots, the newest first."""
        found = self._connection.execute("SELECT number FROM snapshots ORDER BY number DESC LIMIT 20000")
        return [number for (number,) in found]

    def snapshot(self, number: int) -> tuple[Any, ...] | None:
        """Return the row of one snapshot.

        Raises:
            Damage: it is too long, or the database is damaged there.
        """
        query = "SELECT digest, fingerprint, seal, witness, world FROM snapshots WHERE number = ?"
        try:
            return self._first(query, number)
        except sqlite3.Error:
            raise Damage(f"snapshot {number} was altered") from None

    def annotations(self) -> Iterable[tuple[Any, ...]]:
        """Return the rows of the annotations."""
        query = "SELECT number, note, seal FROM annotations ORDER BY rowid LIMIT ?"
        return self._connection.execute(query, (_MAX_NOTES,))

    def _first(self, query: str, *given: int) -> tuple[Any, ...] | None:
        found: tuple[Any, ...] | None = self._connection.execute(query, given).fetchone()
        return found


@frozen
class GameFile:
    """The file of a game, at any path."""

    place: pathlib.Path

    def stamp(self) -> Stamp:
        """Return size and time of the file and its WAL.

        Raises:
            StoreError: the file cannot be accessed.
        """
        beside = wal_of(self.place)
        try:
            found = [each.stat() for each in (self.place, beside) if each == self.place or each.exists()]
        except OSError as error:
            raise StoreError(f"{abridged(self.place)} cannot be accessed: {cause_of(error)}.") from None
        return Stamp(sum(each.st_size for each in found), max(each.st_mtime_ns for each in found))

    def check_writable(self) -> None:
        """Refuse a symbolic link: files written beside it would not be found again.

        Raises:
            StoreError: it is a link.
        """
        if self.place.is_symlink():
            raise unreadable(self.place, "it is a link, and a game must be a file")

    def digest(self) -> str:
        """Return the digest of the file's contents.

        Raises:
            StoreError: it is not a regular file, too large for a game, or unreadable.
        """
        try:
            descriptor = os.open(self.place, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOCTTY)
            with open(descriptor, "rb") as file:  # noqa: PTH123 -- a descriptor
                found = os.fstat(descriptor)
                if not stat.S_ISREG(found.st_mode) or found.st_size > MAX_BYTES:
                    raise unreadable(self.place, "it is not a saved game")
                return hashlib.file_digest(file, lambda: hashlib.blake2b(digest_size=DIGEST // 2)).hexdigest()
        except OSError as error:
            raise unreadable(self.place, error) from None

    @contextlib.contextmanager
    def open(self) -> Iterator[FileRows]:
        """Open the file for reading.

        Raises:
            StoreError: it is not a saved game, or it is damaged.
        """
        with open_copy(self.place) as connection:
            yield FileRows(self.place, connection)


def read(path: pathlib.Path) -> AbstractContextManager[GameReader]:
    """Open the file of a game for reading with all checks."""
    return reader.read(GameFile(path))
