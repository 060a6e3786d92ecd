"""Copy a server's files while they are being changed."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import time
from typing import TYPE_CHECKING, Final

from roguelike.classes import frozen
from roguelike.serve.manifest import entry_of
from roguelike.store.errors import StoreError, unreadable
from roguelike.store.sqlite.copying import copy_file, copy_while_played
from roguelike.store.sqlite.data_folder import DataFolder
from roguelike.store.sqlite.database import connect, move_in
from roguelike.store.sqlite.saved import read

if TYPE_CHECKING:
    import pathlib
    from collections.abc import Iterator

    from roguelike.serve.manifest import Entry
    from roguelike.serve.paths import ServerPaths

_PASSING: Final = (".lock", ".new", ".tmp")
"""Suffixes of files that a copy omits: locks, and files that are being written."""
_BESIDE: Final = ("-wal", "-shm", "-journal")
"""Suffixes of files that SQLite has beside a database."""
_GAMES: Final = "games"
"""Folder of games in progress in a player's folder; it is copied first."""
_PAGES: Final = 1024
"""Pages of a database that are copied at once, which takes some milliseconds."""
_TIMEOUT: Final = 5.0
"""Seconds to wait for other processes that write a database."""
_MAX_REST: Final = 0.5


@frozen
class _Game:
    """A game in progress that was copied."""

    id: str
    """Id of the game; empty if it is damaged."""
    inode: int
    """Inode of its file, which is renamed when the game ends."""


class Copier:
    """Copies the files of a server, with pauses as long as its work, so that players do not wait."""

    def __init__(self, places: ServerPaths, goal: pathlib.Path) -> None:
        self._places = places
        self._scores = DataFolder(places.root).scores
        self.goal = goal
        """Folder of the copies."""
        self._since = time.monotonic()
        self._inodes: set[int] = set()
        """Inodes of the other files that were copied."""
        self.playing: dict[pathlib.Path, _Game] = {}
        """Games in progress, by their copies."""
        self.problems: list[str] = []
        """Sentences about files that are damaged or cannot be read."""

    @property
    def in_progress(self) -> int:
        """Number of games in progress."""
        return len(self.playing)

    def copy_all(self) -> None:
        """Copy everything except files of the running server.

        Databases come last, so that they have the score of every finished game, and the account of every player.

        Raises:
            StoreError: a folder cannot be listed, or a database is in use for too long.
            OSError, sqlite3.Error: a copy cannot be written.
        """
        self.copy_files()
        self._copy_scores()
        with self._copied(self._places.accounts):
            pass

    def copy_files(self, *left_out: pathlib.Path) -> None:
        """Copy everything except databases, files of the running server, and what is `left_out`.

        Raises:
            StoreError: a folder cannot be listed.
            OSError, sqlite3.Error: a copy cannot be written.
        """
        databases = {self._scores, self._places.accounts}
        beside = {path.with_name(f"{path.name}{ending}") for path in databases for ending in _BESIDE}
        for path in _entries(self._places.root):
            if path not in {self._places.run, *databases, *beside, *left_out}:
                self._copy(path)
        self._drop_ended()

    def sync(self, path: pathlib.Path) -> Entry:
        """Sync a copy; return its entry in the manifest."""
        with path.open("rb") as file:
            os.fchmod(file.fileno(), 0o600)
            os.fsync(file.fileno())
        entry = entry_of(path)
        self._rest()
        return entry

    def _copy(self, path: pathlib.Path) -> None:
        is_playing = path.parent.name == _GAMES
        if path.is_dir():
            self._to(path).mkdir(mode=0o700)
            for each in _entries(path):
                self._copy(each)
        elif is_playing and path.suffix == ".game":
            self._copy_game(path)
        elif path.suffix not in _PASSING and not (is_playing and path.suffix == ".game-wal"):
            with self._unless_unreadable(path) as goal:
                copy_file(path, goal)
                self._inodes.add(_stamp(path, goal))

    def _copy_game(self, path: pathlib.Path) -> None:
        with self._unless_unreadable(path) as goal:
            inode = copy_while_played(path, goal)
            key = self._tidied(path, goal)
            _stamp(path, goal)
            self.playing[goal] = _Game(key, inode)

    def _tidied(self, path: pathlib.Path, goal: pathlib.Path) -> str:
        """Check the copy of a game, and merge its WAL into its database; return the id of the game."""
        try:
            with read(goal) as saved:
                saved.check()
                key = saved.about["id"]
        except StoreError as error:
            self._note(path, "damaged" if error.permanent else "not checked")
            return ""
        with contextlib.closing(connect(goal)) as connection:
            connection.execute("PRAGMA locking_mode=EXCLUSIVE")
            connection.execute("PRAGMA synchronous=OFF")  # it is synced later
            move_in(connection)
        return key

    @contextlib.contextmanager
    def _unless_unreadable(self, path: pathlib.Path) -> Iterator[pathlib.Path]:
        """Yield where to copy a file; delete the copy if the file cannot be read, or is gone.

        A game in progress that is gone has ended, and is copied later with the finished ones.
        """
        goal = self._to(path)
        try:
            yield goal
        except StoreError as error:
            _remove(goal)
            if os.path.lexists(path):
                self.problems.append(f"{error} It is not in the backup.")
        self._rest()

    def _drop_ended(self) -> None:
        """Delete copies of games in progress that were also copied as finished ones."""
        for goal, game in list(self.playing.items()):
            if game.inode in self._inodes:
                _remove(goal)
                del self.playing[goal]

    def _copy_scores(self) -> None:
        """Copy the scores, except those of games that ended after they were copied."""
        with self._copied(self._scores) as connection:
            if connection and connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'scores'").fetchone():
                ids = [(game.id,) for game in self.playing.values()]
                connection.executemany("DELETE FROM scores WHERE id = ?", ids)

    @contextlib.contextmanager
    def _copied(self, path: pathlib.Path) -> Iterator[sqlite3.Connection | None]:
        """Copy a database; yield a connection to the copy, or None if it is missing or damaged."""
        if not path.exists():
            yield None
            return
        goal = self._to(path)
        goal.touch(mode=0o600)
        with contextlib.closing(connect(goal)) as connection:
            connection.execute("PRAGMA synchronous=OFF")  # it is synced later
            if is_good := _back_up(path, connection):
                yield connection
        if not is_good:
            copy_file(path, goal)
            self._note(path, "damaged")
            yield None
        self._rest()

    def _note(self, path: pathlib.Path, what: str) -> None:
        self.problems.append(f"{path.relative_to(self._places.root)} is {what}, and copied as it is.")

    def _to(self, path: pathlib.Path) -> pathlib.Path:
        return self.goal / path.relative_to(self._places.root)

    def _rest(self) -> None:
        time.sleep(min(time.monotonic() - self._since, _MAX_REST))
        self._since = time.monotonic()


def _entries(folder: pathlib.Path) -> list[pathlib.Path]:
    """Return the entries of a folder, games in progress first; none if it does not exist."""
    try:
        return sorted(folder.iterdir(), key=lambda path: (path.name != _GAMES, path.name))
    except FileNotFoundError:
        return []
    except OSError as error:
        raise unreadable(folder, error) from None


def _remove(goal: pathlib.Path) -> None:
    for ending in ("", *_BESIDE):
        goal.with_name(f"{goal.name}{ending}").unlink(missing_ok=True)


def _stamp(path: pathlib.Path, goal: pathlib.Path) -> int:
    """Set the modification time of a copy to that of the original; return the inode of the original.

    Raises:
        StoreError: it does not exist.
    """
    try:
        found = path.stat()
    except OSError as error:
        raise unreadable(path, error) from None
    os.utime(goal, ns=(found.st_atime_ns, found.st_mtime_ns))
    return found.st_ino


def _back_up(path: pathlib.Path, copy: sqlite3.Connection) -> bool:
    """Copy a database that others may be writing; return whether it is intact.

    Raises:
        StoreError: others write it for too long.
        sqlite3.Error: the copy cannot be written.
    """
    until = time.monotonic() + _TIMEOUT

    def wait(status: int, *_: int) -> None:
        if status in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED} and time.monotonic() > until:
            raise unreadable(path, "it is in use by another program")

    try:
        with contextlib.closing(connect(path, _TIMEOUT)) as source:
            source.backup(copy, pages=_PAGES, progress=wait, sleep=0.05)
        return bool(copy.execute("PRAGMA quick_check(1)").fetchone() == ("ok",))
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorname in {"SQLITE_CORRUPT", "SQLITE_NOTADB"}:
            return False
        raise
