"""The journal of a game: every command is committed and synced before it is performed."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from typing import TYPE_CHECKING, Any, Final

from roguelike.engine.commands.plain import encode
from roguelike.engine.snapshot import snapshot
from roguelike.store.errors import StoreError, abridged, is_failed_opening, is_failed_sync, not_kept
from roguelike.store.records import MAX_COMMANDS, Row, first_link, next_link, sealed, snapshot_row
from roguelike.store.sqlite.database import (
    copy_confirmed,
    create,
    move_in,
    open_for_writing,
    place_of,
    refuse_unfinished,
    wal_of,
)
from roguelike.store.sqlite.migrations import INTO_SNAPSHOTS

if TYPE_CHECKING:
    import pathlib
    from collections.abc import Iterator, Mapping

    from roguelike.engine.commands import Command
    from roguelike.engine.state.world import World

EVERY: Final = 100
"""Commands between two snapshots."""


class Journal:
    """The file of one game, open for writing; only the process that holds the game's lock may have one."""

    def __init__(self, path: pathlib.Path, number: int, chain: str, at: int, key: bytes = b"") -> None:
        """Continue a file after `number` commands; it is not opened before the first write.

        `key` is the data folder's if all commands are known to have been performed here: snapshots get a witness then.
        """
        self.path = path
        self.key = key
        self.unspoiled = False
        """Whether the game was begun here and has never been looked into, as far as the key proves."""
        self.number = number
        """Commands in the journal."""
        self.at = at
        """Milliseconds of play at the last of them."""
        self.snapshot_number = -1
        """The command number of the newest snapshot; -1 while unknown."""
        self._connection: sqlite3.Connection
        self._chain = chain
        self._is_open = False
        self.is_doubtful = False
        """Whether the file must not be trusted: an fsync failed, or the file was deleted or replaced."""
        self._places = {path: place_of(path)}
        """The device and inode of each of its files, by path."""

    @classmethod
    def begin(cls, path: pathlib.Path, about: Mapping[str, str], world: World, key: bytes) -> Journal:
        """Create the file of a new game, with its first snapshot.

        Raises:
            StoreError: it cannot be created; nothing is left of it.
        """
        link = first_link(about)
        row = snapshot_row(snapshot(world), world.ruleset.fingerprint, 0, link, key, unspoiled=True)
        create(path, about, lambda new: new.execute(f"INSERT {INTO_SNAPSHOTS}", row))
        journal = cls(path, 0, link, 0, key)
        journal.snapshot_number, journal.unspoiled = 0, True
        return journal

    def append(self, command: Command, at: int, before: str, world: World) -> None:
        """Append a command that is to be performed now; when this returns it is synced to disk.

        `before` is the digest of `world`, still without the command; every `EVERY` commands a snapshot of it is added.

        Raises:
            StoreError: the transaction failed and was rolled back.
        """
        if self.number >= MAX_COMMANDS:
            raise StoreError(f"{abridged(self.path)} is full: a game has {MAX_COMMANDS} commands at most.")
        plain = encode(command)
        number = self.number + 1
        chain = next_link(self._chain, Row(number, plain, world.turn, at, before))
        with self.transaction() as connection:
            if self.number and self.number % EVERY == 0:
                self._insert_snapshot(connection, world)
            row = (number, json.dumps(plain, separators=(",", ":")), world.turn, at, before, chain)
            connection.execute("INSERT INTO commands VALUES (?, ?, ?, ?, ?, ?)", row)
        self.number, self.at, self._chain = number, at, chain

    def put_snapshot(self, world: World, note: Mapping[str, Any] | None = None) -> None:
        """Add a snapshot of the world, and optionally an annotation, in one transaction.

        Raises:
            StoreError: the transaction failed and was rolled back.
        """
        with self.transaction() as connection:
            self._insert_snapshot(connection, world)
            self._insert_note(connection, note)

    def annotate(self, note: Mapping[str, Any]) -> None:
        """Add an annotation about the file itself, as plain data."""
        with self.transaction() as connection:
            self._insert_note(connection, note)

    def spoil(self, note: Mapping[str, Any], seen: str) -> None:
        """Write down that the game was looked into: then no snapshot witnesses any more that it was not.

        `seen` is what the newest one is witnessed with instead.
        """
        with self.transaction() as connection:
            connection.execute("UPDATE snapshots SET witness = ''")
            connection.execute(
                "UPDATE snapshots SET witness = ? WHERE number = (SELECT max(number) FROM snapshots)", (seen,)
            )
            self._insert_note(connection, note)

    def move(self, goal: pathlib.Path) -> None:
        """Checkpoint the WAL, close the file and rename it.

        Raises:
            StoreError: that failed; the file keeps its old name.
        """
        self.reopen()
        self.check_place()
        try:
            move_in(self._connection)
            self.close()
            refuse_unfinished(self.path)
            self.path.rename(goal)
        except sqlite3.Error as error:
            self._note_failure(error)
            raise not_kept(self.path, error) from None
        except OSError as error:
            raise not_kept(goal, error) from None
        self.path, self._places = goal, {}

    def check_place(self) -> None:
        """Check that the path still names the open file: writes to a deleted file are lost.

        Raises:
            StoreError: it was deleted or replaced.
        """
        for path, place in self._places.items():
            if place is None or place_of(path) != place:
                self.is_doubtful = True
                raise self._taken_away(path)

    def reopen(self) -> None:
        """Open the file if it is closed; replace it by a copy of the committed data if it must not be trusted.

        Raises:
            StoreError: that failed.
        """
        if self._is_open and self.is_doubtful:
            if place_of(self.path) not in {None, self._places[self.path]}:
                raise self._taken_away(self.path)
            try:
                copy_confirmed(self._connection, self.path, self.number)
            finally:
                self._places[self.path] = place_of(self.path)  # even if only the fsync of the folder failed
            self.close()
        if not self._is_open:
            self.check_place()
            self._connection = open_for_writing(self.path)
            self._is_open, self.is_doubtful = True, False
            self._places = {each: place_of(each) for each in (self.path, wal_of(self.path))}

    def close(self) -> None:
        """Close the file; never raises."""
        if self._is_open:
            self._is_open = False
            self._places.pop(wal_of(self.path), None)
            with contextlib.suppress(sqlite3.Error):
                self._connection.close()

    def _insert_snapshot(self, connection: sqlite3.Connection, world: World) -> None:
        told = (world.ruleset.fingerprint, self.number, self._chain, self.key)
        row = snapshot_row(snapshot(world), *told, unspoiled=self.unspoiled)
        connection.execute(f"INSERT OR REPLACE {INTO_SNAPSHOTS}", row)
        self.snapshot_number = self.number

    def _insert_note(self, connection: sqlite3.Connection, note: Mapping[str, Any] | None) -> None:
        if note is not None:
            text = json.dumps(dict(note))
            row = (self.number, text, sealed(self._chain, self.number, text))
            connection.execute("INSERT INTO annotations VALUES (?, ?, ?)", row)

    def _taken_away(self, path: pathlib.Path) -> StoreError:
        what = f"{path.name} no longer exists" if place_of(path) is None else "another file replaced it"
        return StoreError(f"{abridged(self.path)} cannot be written: {what}.")

    @contextlib.contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Run a transaction: commit at the end, roll back on any exception; a nested one joins the outer one.

        Raises:
            StoreError: that failed.
        """
        self.reopen()
        if self._connection.in_transaction:
            yield self._connection
            return
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            yield self._connection
            self.check_place()
            self._connection.execute("COMMIT")
        except BaseException as error:
            self._roll_back()
            if isinstance(error, sqlite3.Error):
                self._note_failure(error)
                raise not_kept(self.path, error) from None
            raise

    def _note_failure(self, error: sqlite3.Error) -> None:
        """Distrust the file after a failed fsync; close the connection if it was opened read-only."""
        self.is_doubtful = is_failed_sync(error)
        if is_failed_opening(error):
            self.close()

    def _roll_back(self) -> None:
        with contextlib.suppress(sqlite3.Error):
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
        if self._is_open and self._connection.in_transaction:
            self.close()
