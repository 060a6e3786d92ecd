"""Copying the files of a database byte by byte, without SQLite."""

from __future__ import annotations

import contextlib
import os
import pathlib
import stat
from typing import TYPE_CHECKING, Final

from roguelike.store.errors import UNREADABLE, StoreError, abridged, unreadable

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_BYTES: Final = 128 << 20
"""The largest file: half a kilobyte per command of the longest game, three times what it takes."""
_PART: Final = 1 << 20
_BESIDE: Final = ("", "-wal")
"""The suffixes of the files of one database: itself and its write-ahead log (WAL)."""
_WAL_HEADER: Final = 32
"""Bytes of the header of a WAL, which gets new salts whenever the WAL is restarted."""
_TRIES: Final = 10


def copy_files(path: pathlib.Path, copy: pathlib.Path) -> None:
    """Copy a file and its WAL, if they are regular files of an acceptable size.

    A rollback journal is refused: SQLite would apply it, and a forged one can make it delete any file.

    Raises:
        StoreError: one cannot be read, or there is none.
        OSError: the copy cannot be written.
    """
    place = os.path.realpath(path)  # SQLite puts the WAL beside the file, not beside a link to it
    if os.path.lexists(f"{place}-journal"):
        raise unreadable(path, f"{abridged(path.name)}-journal, beside it, is not from this program")
    for ending in _BESIDE:
        try:
            descriptor = _open(f"{place}{ending}")
        except FileNotFoundError as error:
            if not ending and os.path.lexists(path):
                raise unreadable(path, error) from None
            if not ending:
                raise StoreError(f"no such file: {abridged(path)}.", UNREADABLE) from None
            continue
        except (OSError, ValueError) as error:
            raise unreadable(path, error if isinstance(error, OSError) else "it is not a regular file") from None
        with _closing(descriptor):
            if (size := _size_of(path, descriptor)) > MAX_BYTES:
                raise unreadable(path, "it is too large for a saved game")
            _copy_bytes(path, descriptor, pathlib.Path(f"{copy}{ending}"), size)


def copy_while_played(path: pathlib.Path, copy: pathlib.Path) -> int:
    """Copy the file of a game and its WAL while another process may play it; returns the inode of the file.

    The copy has every command that was committed before. SQLite cannot read a game that is being played, since its
    process holds an exclusive lock, so the bytes are copied. At worst a checkpoint changes the database meanwhile,
    and the WAL still has all those pages until it is restarted. Then the copies do not fit, and are made again.

    Raises:
        StoreError: they cannot be read, or there are none.
        OSError: the copy cannot be written.
    """
    for _ in range(_TRIES):
        before = _state(path)
        pathlib.Path(f"{copy}-wal").unlink(missing_ok=True)
        copy_files(path, copy)
        if _state(path) == before:
            return before[1]
    raise unreadable(path, "it changes too fast to be copied")


def copy_file(path: pathlib.Path, copy: pathlib.Path) -> None:
    """Copy a regular file up to its current length.

    Raises:
        StoreError: it cannot be read.
        OSError: the copy cannot be written.
    """
    try:
        descriptor = _open(path)
    except OSError as error:
        raise unreadable(path, error) from None
    with _closing(descriptor):
        _copy_bytes(path, descriptor, copy, _size_of(path, descriptor))


def _state(path: pathlib.Path) -> tuple[int, int, bytes, int]:
    """Return device and inode, and values that change when the WAL is restarted or deleted.

    Where there is no WAL, there has been none meanwhile if the database was not written.
    """
    try:
        found = path.stat()
        header = _wal_header(path)
    except OSError as error:
        raise unreadable(path, error) from None
    return found.st_dev, found.st_ino, header, 0 if header else found.st_mtime_ns


def _wal_header(path: pathlib.Path) -> bytes:
    try:
        descriptor = _open(f"{os.path.realpath(path)}-wal")
    except FileNotFoundError:
        return b""
    with _closing(descriptor):
        return os.pread(descriptor, _WAL_HEADER, 0)


def _open(path: str | pathlib.Path) -> int:
    return os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOCTTY)


@contextlib.contextmanager
def _closing(descriptor: int) -> Iterator[None]:
    try:
        yield
    finally:
        with contextlib.suppress(OSError):  # opened for reading: no data can be lost
            os.close(descriptor)


def _size_of(path: pathlib.Path, descriptor: int) -> int:
    try:
        found = os.fstat(descriptor)
    except OSError as error:
        raise unreadable(path, error) from None
    if not stat.S_ISREG(found.st_mode):
        raise unreadable(path, "it is not a regular file")
    return found.st_size


def _copy_bytes(path: pathlib.Path, descriptor: int, goal: pathlib.Path, size: int) -> None:
    """Copy at most `size` bytes: another process may keep appending."""
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
