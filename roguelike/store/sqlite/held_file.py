"""The file of a game that is written: each transaction is synced, and files that were taken away are restored."""

from __future__ import annotations

import contextlib
import sqlite3
from typing import TYPE_CHECKING, Any

from roguelike.store.errors import StoreError, abridged, is_failed_opening, is_failed_sync, not_kept
from roguelike.store.sqlite.data_folder import write_text
from roguelike.store.sqlite.database import (
    copy_confirmed,
    create,
    move_in,
    open_for_writing,
    place_of,
    refuse_unfinished,
    sync_folder,
    wal_of,
)
from roguelike.store.sqlite.migrations import INTO_SNAPSHOTS
from roguelike.store.sqlite.saved import GameFile
from roguelike.store.sqlite.unseen import mark_unseen

if TYPE_CHECKING:
    import pathlib
    from collections.abc import Iterator, Mapping

    from roguelike.store.kept.rows import GameSource
    from roguelike.store.sqlite.data_folder import DataFolder
    from roguelike.store.sqlite.lock import Lock


class HeldFile:
    """The file of one game, open for writing by the process that holds its lock."""

    def __init__(self, folder: DataFolder, path: pathlib.Path, lock: Lock) -> None:
        """Hold the game at `path`, which need not be there yet; `lock` is released with it."""
        self.place = path
        self._folder = folder
        self._lock = lock
        self._key = ""
        """The id of the game; empty where its commands are not counted in the lock file."""
        self._number = 0
        """Committed commands."""
        self._connection: sqlite3.Connection
        self._is_open = False
        self._is_doubtful = False
        """Whether the file must not be trusted: an fsync failed, or the file was deleted or replaced."""
        self._places: dict[pathlib.Path, tuple[int, int] | None] = {}
        """The device and inode of each of its files, by path."""

    def begin(self, about: Mapping[str, str], snapshot: tuple[Any, ...]) -> None:
        """Create the file of a new game, with its first snapshot.

        Raises:
            StoreError: it cannot be created; nothing is left of it.
        """
        create(self.place, about, lambda new: new.execute(f"INSERT {INTO_SNAPSHOTS}", snapshot))
        self.go_on(GameFile(self.place), 0, about["id"])

    def go_on(self, game: GameSource, number: int, key: str) -> None:
        """Continue a file after `number` commands; it is not opened before the first write.

        Raises:
            StoreError: the path cannot be examined.
        """
        self.place, self._number, self._key = game.place, number, key
        self._places = {self.place: place_of(self.place)}

    def add_command(self, row: tuple[Any, ...]) -> None:
        """Insert the row of a command."""
        self._connection.execute("INSERT INTO commands VALUES (?, ?, ?, ?, ?, ?)", row)
        self._number = row[0]

    def add_snapshot(self, row: tuple[Any, ...]) -> None:
        """Insert the row of a snapshot."""
        self._connection.execute(f"INSERT OR REPLACE {INTO_SNAPSHOTS}", row)

    def add_annotation(self, row: tuple[Any, ...]) -> None:
        """Insert the row of an annotation."""
        self._connection.execute("INSERT INTO annotations VALUES (?, ?, ?)", row)

    def drop_witnesses(self, seen: str) -> None:
        """Make every snapshot no witness any more; `seen` is what the newest one is witnessed with instead."""
        self._connection.execute("UPDATE snapshots SET witness = ''")
        self._connection.execute(
            "UPDATE snapshots SET witness = ? WHERE number = (SELECT max(number) FROM snapshots)", (seen,)
        )

    def archive(self, key: str, account: str | None) -> GameFile:
        """Move the file to the finished games; the account, and a mark that its end is unseen, are written first.

        Raises:
            StoreError: that failed.
        """
        goal = self._folder.finished / f"{key}.game"
        if account is not None:
            write_text(goal.with_suffix(".txt"), account)
            mark_unseen(goal)
        self.move(goal)
        return GameFile(goal)

    def settle(self) -> None:
        """Make the move to the finished games durable.

        Raises:
            StoreError: that failed.
        """
        try:
            sync_folder(self._folder.finished)
            sync_folder(self._folder.games)
        except OSError as error:
            raise not_kept(self.place, error) from None

    def restore(self) -> str:
        """Restore the file if it was deleted; return why that failed, in a sentence."""
        try:
            self._check_place()
        except StoreError as trouble:
            try:
                self._reopen()
            except StoreError:
                return str(trouble)
        return ""

    def release(self) -> None:
        """Close the file, and release the lock; never raises."""
        self.close()
        self._lock.release()

    def move(self, goal: pathlib.Path) -> None:
        """Checkpoint the WAL, close the file and rename it.

        Raises:
            StoreError: that failed; the file keeps its old name.
        """
        self._reopen()
        self._check_place()
        try:
            move_in(self._connection)
            self.close()
            refuse_unfinished(self.place)
            self.place.rename(goal)
        except sqlite3.Error as error:
            self._note_failure(error)
            raise not_kept(self.place, error) from None
        except OSError as error:
            raise not_kept(goal, error) from None
        self.place, self._places = goal, {}

    def _check_place(self) -> None:
        """Check that the path still names the open file: writes to a deleted file are lost.

        Raises:
            StoreError: it was deleted or replaced.
        """
        for path, place in self._places.items():
            if place is None or place_of(path) != place:
                self._is_doubtful = True
                raise self._taken_away(path)

    def _reopen(self) -> None:
        """Open the file if it is closed; replace it by a copy of the committed data if it must not be trusted.

        Raises:
            StoreError: that failed.
        """
        if self._is_doubtful:
            # Before anything is written to a path whose file was deleted, the lock file of now is to be locked.
            self._lock.renew()
        if self._is_open and self._is_doubtful:
            if place_of(self.place) not in {None, self._places[self.place]}:
                raise self._taken_away(self.place)
            try:
                copy_confirmed(self._connection, self.place, self._number)
            finally:
                self._places[self.place] = place_of(self.place)  # even if only the fsync of the folder failed
            self.close()
        if not self._is_open:
            self._check_place()
            self._connection = open_for_writing(self.place)
            self._is_open, self._is_doubtful = True, False
            self._places = {each: place_of(each) for each in (self.place, wal_of(self.place))}

    def close(self) -> None:
        """Close the file; never raises."""
        if self._is_open:
            self._is_open = False
            self._places.pop(wal_of(self.place), None)
            with contextlib.suppress(sqlite3.Error):
                self._connection.close()

    def _taken_away(self, path: pathlib.Path) -> StoreError:
        what = f"{path.name} no longer exists" if place_of(path) is None else "another file replaced it"
        return StoreError(f"{abridged(self.place)} cannot be written: {what}.")

    @contextlib.contextmanager
    def transaction(self) -> Iterator[None]:
        """Run a transaction: commit at the end, roll back on any exception; a nested one joins the outer one.

        Raises:
            StoreError: that failed.
        """
        self._reopen()
        if self._connection.in_transaction:
            yield
            return
        before = self._number
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            yield
            self._check_place()
            self._connection.execute("COMMIT")
        except BaseException as error:
            self._roll_back()
            self._number = before
            if isinstance(error, sqlite3.Error):
                self._note_failure(error)
                raise not_kept(self.place, error) from None
            raise
        if self._key and self._number != before:
            self._lock.mark(self._key, self._number)

    def _note_failure(self, error: sqlite3.Error) -> None:
        """Distrust the file after a failed fsync; close the connection if it was opened read-only."""
        self._is_doubtful = is_failed_sync(error)
        if is_failed_opening(error):
            self.close()

    def _roll_back(self) -> None:
        with contextlib.suppress(sqlite3.Error):
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
        if self._is_open and self._connection.in_transaction:
            self.close()
