"""Locks: a game is open in one process at a time."""

from __future__ import annotations

import contextlib
import datetime as dt
import fcntl
import hashlib
import json
import os
import time
from typing import TYPE_CHECKING, Final

from roguelike.local_time import local_time
from roguelike.store.errors import UNREADABLE, StoreError, not_kept
from roguelike.store.sqlite.database import place_of

if TYPE_CHECKING:
    import pathlib
    from collections.abc import Iterator

_FLAGS: Final = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK
_MAX_BYTES: Final = 200
_PAUSES: Final = (0.001, 0.01, 0.05)
"""Seconds between attempts: `being_played` holds a shared lock for a moment, a player holds one for long."""


class Lock:
    """An exclusive lock on a game, held until it is released or the process ends, even by a crash.

    It is a `flock` on a lock file, which also says who holds it and is never deleted.
    """

    def __init__(self, path: pathlib.Path, name: str) -> None:
        """Acquire the lock.

        Raises:
            StoreError: another process holds it, or the file cannot be created.
        """
        self._path = path
        self._name = name
        try:
            self._descriptor = os.open(path, _FLAGS, 0o600)
        except OSError as error:
            raise not_kept(path, error) from None
        try:
            self._take()
        except OSError as error:
            is_played = StoreError(_being_played(name, self._descriptor), UNREADABLE)
            self.release()
            raise (is_played if isinstance(error, BlockingIOError) else not_kept(path, error)) from None
        self._tell()

    def release(self) -> None:
        """Release the lock; a second call does nothing."""
        descriptor, self._descriptor = self._descriptor, -1
        if descriptor >= 0:
            # Even if `close` reports an error, the descriptor is gone, and the lock with it.
            with contextlib.suppress(OSError):
                os.close(descriptor)

    def renew(self) -> None:
        """Reacquire the lock if its file was deleted meanwhile: others would lock a new file.

        Raises:
            StoreError: another process holds it, or the file cannot be created.
        """
        try:
            held = os.fstat(self._descriptor)
        except OSError as error:
            raise not_kept(self._path, error) from None
        if place_of(self._path) != (held.st_dev, held.st_ino):
            fresh = Lock(self._path, self._name)
            self.release()
            self._descriptor = fresh._descriptor

    def mark(self, key: str, number: int) -> None:
        """Record in the lock file how many commands the game with that id has.

        It reveals a game's file that has lost its end or its WAL, which the file itself cannot. No guarantee rests on
        it, so it is not synced, and errors are ignored.
        """
        with contextlib.suppress(OSError):
            os.pwrite(self._descriptor, _mark(key, number), _MAX_BYTES)

    def _take(self) -> None:
        for pause in _PAUSES:
            with contextlib.suppress(BlockingIOError):
                return fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            time.sleep(pause)
        return fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _tell(self) -> None:
        since = dt.datetime.now(dt.UTC).isoformat(timespec="seconds")
        told = json.dumps({"pid": os.getpid(), "since": since}).encode()
        # It is only informative: with a full disk the lock holds without it.
        with contextlib.suppress(OSError):
            os.fchmod(self._descriptor, 0o600)  # whatever the umask is
            os.pwrite(self._descriptor, told.ljust(_MAX_BYTES), 0)


def _being_played(name: str, descriptor: int) -> str:
    """Return a sentence that the game is being played, with the process and the time if the lock file has them."""
    with contextlib.suppress(OSError, ValueError, TypeError, KeyError, OverflowError, RecursionError):
        told = json.loads(os.pread(descriptor, _MAX_BYTES, 0))
        since = local_time(dt.datetime.fromisoformat(told["since"]))
        return f"the game {name} is being played by process {int(told['pid'])} since {since:%Y-%m-%d %H:%M:%S}."
    return f"the game {name} is being played."


def _mark(key: str, number: int) -> bytes:
    return f"{number} {hashlib.blake2b(f'{key} {number}'.encode(), digest_size=16).hexdigest()}".ljust(60).encode()


def marked(path: pathlib.Path, key: str) -> int:
    """Return how many commands the lock file records for the game with that id; 0 if it does not."""
    with contextlib.suppress(OSError, ValueError), _opened(path) as descriptor:
        found = os.pread(descriptor, _MAX_BYTES, _MAX_BYTES)
        number = int(found.split(b" ")[0][:10])
        return number if found == _mark(key, number) else 0
    return 0


def being_played(path: pathlib.Path, name: str) -> str:
    """Return a sentence about the current holder of the lock; empty if there is none."""
    with contextlib.suppress(OSError), _opened(path) as descriptor:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except OSError:
            return _being_played(name, descriptor)
    return ""


@contextlib.contextmanager
def _opened(path: pathlib.Path) -> Iterator[int]:
    """Open a lock file for reading."""
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        yield descriptor
    finally:
        with contextlib.suppress(OSError):
            os.close(descriptor)
