"""The file of a game: one small SQLite database. Files may come from anyone, so they are opened with care."""

from __future__ import annotations

import contextlib
import errno
import itertools
import os
import pathlib
import secrets
import shutil
import sqlite3
import tempfile
import urllib.parse
from typing import TYPE_CHECKING, Final

from roguelike.store.errors import BESIDE, has_reached_limit, not_kept, unreadable
from roguelike.store.sqlite.copying import copy_files
from roguelike.store.sqlite.migrations import ABOUT, ANNOTATIONS, COMMANDS, SNAPSHOTS, STEPS, bring_up

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

FORMAT: Final = 2
"""Incremented with every change of the schema or its contents; `migrations` upgrades older files."""
APPLICATION: Final = 0x52474C31

TABLES: Final = {"about": ABOUT, "commands": COMMANDS, "snapshots": SNAPSHOTS, "annotations": ANNOTATIONS}
"""The schema: every table by its name. A file with anything else in it is refused."""

_MAX_TEXT: Final = 1 << 20
"""Bytes of the longest value that is read."""
_MAX_STEPS: Final = 20_000_000
"""SQLite VM instructions before an untrusted file is given up: about a second. The longest games need a tenth."""
_SCHEMA_STEPS: Final = 10_000
"""The same until the schema has been checked, so that a file with a million tables fails soon."""
_STEP: Final = 1000
_NO_COPY: Final = "it cannot be copied for reading: "


def create(
    path: pathlib.Path, about: Mapping[str, str], fill: Callable[[sqlite3.Connection], object] = lambda _: None
) -> None:
    """Create the file of a new game, with what `fill` writes into it.

    The file is written under a temporary name, synced and renamed: it appears complete or not at all. Its name must
    be free.

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
    """Open the file of a game for writing; it must have been checked, and be locked by this process.

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
    """Replace a file after a failed fsync with a copy of all committed data and nothing else.

    `source` is the writing connection, which sees the committed transactions, `number` commands, and nothing of the
    failed one. The copy has the same pages, so the WAL of the old file does no harm if the program dies in between.

    Raises:
        StoreError: the committed data cannot be read, or the new file not be written; the old one stays.
    """
    try:
        with _replacing(path) as goal:
            source.backup(goal, progress=_give_up)
            _prepare(goal)
            if goal.execute("SELECT ifnull(max(number), 0) FROM commands").fetchone()[0] != number:
                raise unreadable(path, "part of it is missing")
        _remove(path, "-wal")
        sync_folder(path.parent)
    except (sqlite3.Error, OSError) as error:
        raise not_kept(path, error) from None


def _give_up(status: int, *_: int) -> None:
    """Abort a backup that is blocked: SQLite would retry for ever."""
    if status in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        raise BlockingIOError(errno.EACCES, "it is in use by another program")


def move_in(connection: sqlite3.Connection) -> None:
    """Checkpoint the WAL and truncate it, so that no WAL remains once the connection is closed.

    Raises:
        sqlite3.Error: the checkpoint failed.
    """
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def sweep(path: pathlib.Path) -> None:
    """Remove the temporary file of an interrupted replacement; never raises."""
    with contextlib.suppress(OSError):
        _remove(_making(path))


def refuse_unfinished(path: pathlib.Path) -> None:
    """Refuse to rename a closed file whose WAL still exists.

    Raises:
        OSError: the WAL exists.
    """
    if wal_of(path).exists():
        raise OSError(errno.EIO, os.strerror(errno.EIO))


@contextlib.contextmanager
def open_copy(path: pathlib.Path) -> Iterator[sqlite3.Connection]:
    """Open a private copy of an untrusted file; the file itself is never changed, whatever is wrong with it.

    Raises:
        StoreError: it is not a saved game of a known format, or it is damaged.
    """
    with _place_for_a_copy(path) as folder:
        copy = folder / "game"
        try:
            copy_files(path, copy)
        except OSError as error:
            raise unreadable(path, error, _NO_COPY) from None
        try:
            with contextlib.closing(connect(copy)) as connection:
                # Without shared memory for the WAL: where locks on it fail, SQLite retries for ten seconds.
                connection.execute("PRAGMA locking_mode=EXCLUSIVE")
                limit(connection, _SCHEMA_STEPS)
                _check_kind(path, connection)
                limit(connection, _MAX_STEPS)
                connection.execute("PRAGMA synchronous=OFF")  # a throw-away copy needs no fsync
                bring_up(connection, FORMAT)
                connection.execute("PRAGMA query_only=ON")
                # Unlinked while open, the copy leaves nothing behind, even if the program is killed.
                _forget(folder)
                yield connection
        except (sqlite3.Error, OverflowError, UnicodeDecodeError) as error:
            # SQLite's messages quote table names, which may not be valid text in a damaged file.
            raise unreadable(path, error if isinstance(error, sqlite3.Error) else "it is damaged") from None


def place_of(path: pathlib.Path) -> tuple[int, int] | None:
    """Return the identity of the file at a path, as device and inode; None where there is none.

    Raises:
        StoreError: the path cannot be examined.
    """
    try:
        found = os.stat(path, follow_symlinks=False)  # noqa: PTH116 -- called for every command
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise not_kept(path, error) from None
    return found.st_dev, found.st_ino


def wal_of(path: pathlib.Path) -> pathlib.Path:
    """Return the path of the WAL of a file."""
    return path.with_name(f"{path.name}-wal")


def sync_folder(folder: pathlib.Path) -> None:
    """Fsync a folder, so that renames in it are durable."""
    _sync(folder, os.O_DIRECTORY)


def make_private(path: pathlib.Path) -> int:
    """Create a file that only its owner can read; returns its descriptor, for writing. It must not exist."""
    descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_CLOEXEC, 0o600)
    try:
        os.fchmod(descriptor, 0o600)  # whatever the umask is
    except OSError:
        os.close(descriptor)
        raise
    return descriptor


@contextlib.contextmanager
def _replacing(path: pathlib.Path) -> Iterator[sqlite3.Connection]:
    """Yield a connection to a temporary file; sync and rename it to `path` on success, remove it on failure."""
    making = _making(path)
    try:
        _make_empty(making)
        with contextlib.closing(connect(making)) as connection, _limit_told(making):
            yield connection
            move_in(connection)
        refuse_unfinished(making)
        _sync(making)
        making.replace(path)
    except BaseException:
        sweep(path)
        raise


@contextlib.contextmanager
def _limit_told(path: pathlib.Path) -> Iterator[None]:
    """Report a file that has reached the size limit (RLIMIT_FSIZE) as such: later the cause is unknown."""
    try:
        yield
    except sqlite3.Error as error:
        if has_reached_limit(path, error):
            raise OSError(errno.EFBIG, os.strerror(errno.EFBIG)) from None
        raise


def _making(path: pathlib.Path) -> pathlib.Path:
    return path.with_suffix(".new")


def _make_empty(path: pathlib.Path) -> None:
    """Create an empty private file, in place of what an interrupted attempt left."""
    _remove(path)
    os.close(make_private(path))


def _remove(path: pathlib.Path, *endings: str) -> None:
    for ending in endings or ("", *BESIDE):
        pathlib.Path(f"{path}{ending}").unlink(missing_ok=True)


def _put_aside(path: pathlib.Path) -> None:
    """Rename the WAL or journal left by a deleted database: SQLite would apply it to the next one of that name."""
    for ending in BESIDE:
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
    """Set up WAL mode, an fsync with every commit, and an exclusive lock."""
    # WAL from the start: a file of ours never has a rollback journal, so one beside it is foreign.
    connection.execute("PRAGMA locking_mode=EXCLUSIVE")
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")


def connect(path: pathlib.Path, patience: float = 0.0) -> sqlite3.Connection:
    """Open an existing database; `patience` is how many seconds to wait while another process writes it."""
    # With an empty URI authority: otherwise a path that begins with two slashes would be read as one.
    where = f"file://{urllib.parse.quote(os.fsencode(path.absolute()))}?mode=rw"
    connection = sqlite3.connect(where, uri=True, isolation_level=None, timeout=patience, check_same_thread=False)
    try:
        connection.execute("PRAGMA trusted_schema=OFF")
        connection.execute("PRAGMA cell_size_check=ON")
    except BaseException:
        connection.close()
        raise
    return connection


def limit(connection: sqlite3.Connection, most_steps: int, longest: int = _MAX_TEXT) -> None:
    """Limit what reading may cost, and decode invalid text to something that fails every check.

    The limits are VM instructions, `most_steps`, and bytes of a value or row, `longest`.
    """
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, longest)
    connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
    calls = itertools.count(1)
    connection.set_progress_handler(lambda: next(calls) * _STEP >= most_steps, _STEP)
    connection.text_factory = lambda raw: raw.decode(errors="replace")


def _check_kind(path: pathlib.Path, connection: sqlite3.Connection) -> None:
    if connection.execute("PRAGMA application_id").fetchone()[0] != APPLICATION:
        raise unreadable(path, "it is not a saved game")
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version > FORMAT:
        raise unreadable(path, f"its format, {version}, is newer than this program supports ({FORMAT})")
    if version < FORMAT and version not in STEPS:
        raise unreadable(path, f"its format, {version}, does not exist")
    tables = TABLES if version == FORMAT else STEPS[version].tables
    found = connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_master LIMIT 20").fetchall()
    if set(found) != {("table", name, name, table) for name, table in tables.items()} or len(found) != len(tables):
        raise unreadable(path, "its tables are not those of a saved game")


@contextlib.contextmanager
def _place_for_a_copy(path: pathlib.Path) -> Iterator[pathlib.Path]:
    try:
        folder = tempfile.mkdtemp(prefix="roguelike-")
    except OSError as error:
        raise unreadable(path, error, _NO_COPY) from None
    try:
        yield pathlib.Path(folder)
    finally:
        _forget(pathlib.Path(folder))


def _forget(folder: pathlib.Path) -> None:
    """Remove a private copy, if possible."""
    # `ignore_errors` covers most errors, but not those of closing a folder.
    with contextlib.suppress(OSError):
        shutil.rmtree(folder, ignore_errors=True)
