"""A game's file: one SQLite database of a few tables, opened with care."""

from __future__ import annotations

import contextlib
import errno
import itertools
import os
import pathlib
import secrets
import sqlite3
import stat
import urllib.parse
from typing import TYPE_CHECKING, Final

from roguelike.store.errors import UNREADABLE, StoreError, abridged, not_kept, unreadable
from roguelike.store.sqlite.migrations import ABOUT, ANNOTATIONS, COMMANDS, SNAPSHOTS, STEPS, bring_up

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

FORMAT: Final = 2
"""Raised with every change of the tables or of what they hold; `migrations` brings older files up to it."""
APPLICATION: Final = 0x52474C31

TABLES: Final = {"about": ABOUT, "commands": COMMANDS, "snapshots": SNAPSHOTS, "annotations": ANNOTATIONS}
"""Every table, by its name; a file with anything else in it is none of ours."""

MOST_BYTES: Final = 128 << 20
"""Half a kilobyte for each command of the longest game, three times as much as they take."""
_MOST_TEXT: Final = 1 << 20
"""The longest value that is read."""
_MOST_STEPS: Final = 20_000_000
"""Of SQLite's machine, after which a strange file is given up: about a second; the longest games need a tenth of it."""
_SCHEMA_STEPS: Final = 10_000
"""The same until its tables are known to be ours: nobody gets far with a million tables."""
_STEP: Final = 1000
_PART: Final = 1 << 20
_NO_COPY: Final = "no copy can be made to look at it: "
_BESIDE: Final = ("", "-wal")
"""What belongs to a file: itself, and what was committed to it and has not been moved in yet."""


def create(
    path: pathlib.Path, about: Mapping[str, str], fill: Callable[[sqlite3.Connection], object] = lambda _: None
) -> None:
    """Make a new game's file with what `fill` writes into it.

    It appears under its name, which must be free, only when all of it is on the disk; where that fails it does not.

    Raises:
        StoreError: it cannot be written.
    """
    try:
        _put_aside(path)
        with _replacing(path) as connection:
            _prepare(connection)
            connection.execute("BEGIN")
            for table in TABLES.values():
                connection.execute(table)
            connection.execute(f"PRAGMA application_id={APPLICATION}")
            connection.execute(f"PRAGMA user_version={FORMAT}")
            connection.executemany("INSERT INTO about VALUES (?, ?)", sorted(about.items()))
            fill(connection)
            connection.execute("COMMIT")
    except (sqlite3.Error, OSError) as error:
        raise not_kept(path, error) from None
    try:
        sync_folder(path.parent)
    except OSError as error:
        with contextlib.suppress(OSError):
            path.unlink()
        raise not_kept(path, error) from None


def open_for_writing(path: pathlib.Path) -> sqlite3.Connection:
    """Open a game's file that has been looked at and is locked by this process.

    Raises:
        StoreError: it cannot be opened.
    """
    connection = None
    try:
        connection = connect(path)
        _prepare(connection)
        bring_up(connection, FORMAT)
    except (sqlite3.Error, OSError) as error:
        if connection is not None:
            connection.close()
        raise not_kept(path, error) from None
    return connection


def copy_confirmed(source: sqlite3.Connection, path: pathlib.Path, number: int) -> None:
    """Put a new file in the place of one that the system failed to keep, with all that was confirmed and no more.

    `source` is its writer, who sees what was confirmed, `number` commands, and nothing of what failed. The new file
    has the same pages, so that what stands beside the old one does no harm if the program ends in between.

    Raises:
        StoreError: what was confirmed cannot be read any more, or the new file cannot be written; the old one stays.
    """
    try:
        with _replacing(path) as goal:
            source.backup(goal, progress=_give_up)
            _prepare(goal)
            if goal.execute("SELECT ifnull(max(number), 0) FROM commands").fetchone()[0] != number:
                raise unreadable(path, "the system has lost a part of it")
        _remove(path, "-wal")
        sync_folder(path.parent)
    except (sqlite3.Error, OSError) as error:
        raise not_kept(path, error) from None


def _give_up(status: int, *_: int) -> None:
    """Stop a copy that cannot go on: it would wait for ever."""
    if status in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        raise BlockingIOError(errno.EACCES, "another program uses it")


def move_in(connection: sqlite3.Connection) -> None:
    """Have everything in the file itself, and nothing beside it when the connection is closed.

    Raises:
        sqlite3.Error: that cannot be done now.
    """
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def sweep(path: pathlib.Path) -> None:
    """Take away what was begun to take a file's place, if that was not ended; never raises."""
    with contextlib.suppress(OSError):
        _remove(_making(path))


def refuse_unfinished(path: pathlib.Path) -> None:
    """Refuse to move a file that was closed, but not all of which is in it.

    Raises:
        OSError: a part of it is beside it still.
    """
    if wal_of(path).exists():
        raise OSError(errno.EIO, os.strerror(errno.EIO))


@contextlib.contextmanager
def open_copy(path: pathlib.Path) -> Iterator[sqlite3.Connection]:
    """Open a private copy of a file that may be anybody's: whatever is wrong with it, the file stays as it is.

    Raises:
        StoreError: it is no saved game of a format that is known, or damaged.
    """
    with _place_for_a_copy(path) as folder:
        copy = folder / "game"
        _copy(path, copy)
        try:
            with contextlib.closing(connect(copy)) as connection:
                # Without memory to be shared: where its locks fail, SQLite asks for them again for ten seconds.
                connection.execute("PRAGMA locking_mode=EXCLUSIVE")
                limit(connection, _SCHEMA_STEPS)
                _check_kind(path, connection)
                limit(connection, _MOST_STEPS)
                connection.execute("PRAGMA synchronous=OFF")  # it is thrown away: no disk need be waited for
                bring_up(connection, FORMAT)
                connection.execute("PRAGMA query_only=ON")
                # It is open: from now on nothing of it stays behind, even if the program is killed.
                _forget(folder)
                yield connection
        except (sqlite3.Error, OverflowError, UnicodeDecodeError) as error:
            # SQLite's messages name tables, and a damaged name is no text.
            raise unreadable(path, error if isinstance(error, sqlite3.Error) else "it is damaged") from None


def place_of(path: pathlib.Path) -> tuple[int, int] | None:
    """Return which file is at a path, so that it can be told from another one; None where there is none.

    Raises:
        StoreError: nobody can tell now.
    """
    try:
        found = os.stat(path, follow_symlinks=False)  # noqa: PTH116 -- asked with every key
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise not_kept(path, error) from None
    return found.st_dev, found.st_ino


def wal_of(path: pathlib.Path) -> pathlib.Path:
    """Return where what was committed to a file lies until it is moved in."""
    return path.with_name(f"{path.name}-wal")


def sync_folder(folder: pathlib.Path) -> None:
    """Make sure that the names in a folder are on the disk."""
    _sync(folder, os.O_DIRECTORY)


def make_private(path: pathlib.Path) -> int:
    """Make a file that only its owner can read, where there is none; returns its descriptor, for writing."""
    descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_CLOEXEC, 0o600)
    try:
        os.fchmod(descriptor, 0o600)  # whatever the mask takes away
    except OSError:
        os.close(descriptor)
        raise
    return descriptor


@contextlib.contextmanager
def _replacing(path: pathlib.Path) -> Iterator[sqlite3.Connection]:
    """Have what is written within take a file's place when all of it is on the disk; nothing of it stays if not."""
    making = _making(path)
    try:
        _make_empty(making)
        with contextlib.closing(connect(making)) as connection:
            yield connection
            move_in(connection)
        refuse_unfinished(making)
        _sync(making)
        making.replace(path)
    except BaseException:
        sweep(path)
        raise


def _making(path: pathlib.Path) -> pathlib.Path:
    return path.with_suffix(".new")


def _make_empty(path: pathlib.Path) -> None:
    """Make an empty file that only its owner can read, in the place of what was begun there and not ended."""
    _remove(path)
    os.close(make_private(path))


def _remove(path: pathlib.Path, *endings: str) -> None:
    for ending in endings or ("", "-wal", "-journal"):
        pathlib.Path(f"{path}{ending}").unlink(missing_ok=True)


def _put_aside(path: pathlib.Path) -> None:
    """Keep what is left beside a file that somebody has taken away: it is no part of the next one of that name."""
    for ending in ("-wal", "-journal"):
        left = pathlib.Path(f"{path}{ending}")
        if os.path.lexists(left):
            left.rename(f"{left}.{secrets.token_hex(4)}")


def _sync(path: pathlib.Path, flags: int = 0) -> None:
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | flags)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _prepare(connection: sqlite3.Connection) -> None:
    """Have every change on the disk when it is confirmed, and everybody else kept out."""
    # From the beginning: with no other kind of journal beside it, whatever lies there is none of ours.
    connection.execute("PRAGMA locking_mode=EXCLUSIVE")
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")


def connect(path: pathlib.Path, patience: float = 0.0) -> sqlite3.Connection:
    """Open a database that is there; `patience` is for how many seconds to wait while somebody else writes it."""
    # With an empty authority, or a path that begins with two slashes would name one.
    where = f"file://{urllib.parse.quote(os.fsencode(path.absolute()))}?mode=rw"
    connection = sqlite3.connect(where, uri=True, isolation_level=None, timeout=patience, check_same_thread=False)
    try:
        connection.execute("PRAGMA trusted_schema=OFF")
        connection.execute("PRAGMA cell_size_check=ON")
    except BaseException:
        connection.close()
        raise
    return connection


def limit(connection: sqlite3.Connection, most_steps: int, longest: int = _MOST_TEXT) -> None:
    """Bound what reading may cost, and read what is no text as something that surely fails every check.

    It may take so many steps of SQLite's machine, and meet no value or row of more bytes than `longest`.
    """
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, longest)
    connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
    calls = itertools.count(1)
    connection.set_progress_handler(lambda: next(calls) * _STEP >= most_steps, _STEP)
    connection.text_factory = lambda raw: raw.decode(errors="replace")


def _check_kind(path: pathlib.Path, connection: sqlite3.Connection) -> None:
    if connection.execute("PRAGMA application_id").fetchone()[0] != APPLICATION:
        raise unreadable(path, "it is no saved game")
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version > FORMAT:
        raise unreadable(path, f"its format, {version}, is newer than this program, which knows formats up to {FORMAT}")
    if version < FORMAT and version not in STEPS:
        raise unreadable(path, f"its format, {version}, is none that there ever was")
    tables = TABLES if version == FORMAT else STEPS[version].tables
    found = connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_master LIMIT 20").fetchall()
    if set(found) != {("table", name, name, table) for name, table in tables.items()} or len(found) != len(tables):
        raise unreadable(path, "its tables are not those of a saved game")


@contextlib.contextmanager
def _place_for_a_copy(path: pathlib.Path) -> Iterator[pathlib.Path]:
    import tempfile  # noqa: PLC0415 -- hardly ever needed, and half a megabyte with all that it imports

    try:
        folder = tempfile.mkdtemp(prefix="roguelike-")
    except OSError as error:
        raise unreadable(path, error, _NO_COPY) from None
    try:
        yield pathlib.Path(folder)
    finally:
        _forget(pathlib.Path(folder))


def _forget(folder: pathlib.Path) -> None:
    """Take a private copy away, if that can be done."""
    import shutil  # noqa: PLC0415 -- likewise

    # `rmtree` ignores most errors if it is asked to, but not those of closing a folder.
    with contextlib.suppress(OSError):
        shutil.rmtree(folder, ignore_errors=True)


def _copy(path: pathlib.Path, copy: pathlib.Path) -> None:
    """Copy a file and what belongs to it, if they are files of a fitting size.

    SQLite would believe a journal of the other kind, and can be told by one to take any file away.
    """
    place = os.path.realpath(path)  # SQLite writes beside the file, not beside a link to it
    if os.path.lexists(f"{place}-journal"):
        raise unreadable(path, f"{abridged(path.name)}-journal, which lies beside it, is none of ours")
    for ending in _BESIDE:
        try:
            descriptor = os.open(f"{place}{ending}", os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOCTTY)
        except FileNotFoundError as error:
            if not ending and os.path.lexists(path):
                raise unreadable(path, error) from None
            if not ending:
                raise StoreError(f"there is no file {abridged(path)}.", UNREADABLE) from None
            continue
        except (OSError, ValueError) as error:
            raise unreadable(path, error if isinstance(error, OSError) else "it is no file") from None
        try:
            size = _check_size(path, os.fstat(descriptor))
            _copy_bytes(path, descriptor, pathlib.Path(f"{copy}{ending}"), size)
        except OSError as error:
            raise unreadable(path, error) from None
        finally:
            with contextlib.suppress(OSError):  # nothing was written there
                os.close(descriptor)


def _copy_bytes(path: pathlib.Path, descriptor: int, goal: pathlib.Path, size: int) -> None:
    """Copy that many bytes and no more: somebody may be writing there without end."""
    try:
        with goal.open("wb") as file:
            while size > 0:
                try:
                    part = os.read(descriptor, min(size, _PART))
                except OSError as error:
                    raise unreadable(path, error) from None
                if not part:
                    break
                file.write(part)
                size -= len(part)
    except OSError as error:
        raise unreadable(path, error, _NO_COPY) from None


def _check_size(path: pathlib.Path, found: os.stat_result) -> int:
    if not stat.S_ISREG(found.st_mode):
        raise unreadable(path, "it is no file")
    if found.st_size > MOST_BYTES:
        raise unreadable(path, "it is too large for a saved game")
    return found.st_size
