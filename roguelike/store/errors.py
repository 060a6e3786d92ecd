"""Errors of the store, each with a sentence for the player."""

from __future__ import annotations

import errno
import os
import resource  # before it is needed: then no more files may be opened
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import pathlib
    import sqlite3
    from collections.abc import Callable

FAILURE: Final = 1
UNREADABLE: Final = 3
"""The exit code for a save that cannot be read or is locked by another process."""


class StoreError(Exception):
    """Something cannot be saved or read; the text is one sentence that names the file and the cause."""

    def __init__(self, sentence: str, code: int = FAILURE, *, permanent: bool = False) -> None:
        super().__init__(sentence)
        self.code = code
        self.permanent = permanent
        """Whether the file itself is damaged, so that a retry cannot help."""


LISTENERS: Final[list[Callable[[str], None]]] = []
"""Called with the sentence of each failed write, such as on a full disk, and of scores that cannot be read.

A server logs it.
"""
_LONGEST: Final = 200
"""The longest untrusted text, such as a path, that is quoted in full."""
BESIDE: Final = ("-wal", "-journal")
"""The suffixes of the files that SQLite keeps beside a database: its write-ahead log, or its rollback journal."""
_CAUSES: Final = {
    "SQLITE_FULL": os.strerror(errno.ENOSPC),
    "SQLITE_READONLY": os.strerror(errno.EROFS),
    "SQLITE_CANTOPEN": "it cannot be opened",
    "SQLITE_PERM": os.strerror(errno.EACCES),
    "SQLITE_AUTH": os.strerror(errno.EACCES),
    "SQLITE_IOERR": os.strerror(errno.EIO),
    "SQLITE_NOMEM": os.strerror(errno.ENOMEM),
    "SQLITE_BUSY": "it is in use by another program",
    "SQLITE_LOCKED": "it is in use by another program",
    "SQLITE_CORRUPT": "it is damaged",
    "SQLITE_NOTADB": "it is not a saved game",
}
_PERMANENT: Final = ("SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_TOOBIG", "SQLITE_INTERRUPT")
"""Errors caused by the contents of the file; any other may be a passing failure of the system."""


def abridged(text: object) -> str:
    """Return an untrusted text, such as a path, for a sentence; a long one keeps its beginning and its end."""
    whole = str(text)
    return whole if len(whole) <= _LONGEST else f"{whole[: _LONGEST // 2]}...{whole[3 - _LONGEST // 2 :]}"


def cause_of(error: sqlite3.Error | OSError) -> str:
    """Return the cause in a few words, which never quote the contents of a file."""
    if isinstance(error, OSError):
        return error.strerror or type(error).__name__
    name = getattr(error, "sqlite_errorname", "")
    return next((words for prefix, words in _CAUSES.items() if name.startswith(prefix)), "it is damaged")


def report_failure(sentence: str) -> None:
    """Pass the sentence of a failure to all listeners."""
    for listener in LISTENERS:
        listener(sentence)


def is_failed_sync(error: sqlite3.Error) -> bool:
    """Return whether an fsync failed.

    The kernel may have dropped the dirty pages and reports the error only once, so the open file must not be
    trusted again.
    """
    return "FSYNC" in getattr(error, "sqlite_errorname", "")


def is_failed_opening(error: sqlite3.Error) -> bool:
    """Return whether a file could not be opened for writing.

    SQLite then treats it as read-only for the rest of the connection, even if it becomes writable again.
    """
    return getattr(error, "sqlite_errorname", "").startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN"))


def not_kept(path: pathlib.Path, error: sqlite3.Error | OSError) -> StoreError:
    """Return the error for a file that could not be written."""
    cause = os.strerror(errno.EFBIG) if has_reached_limit(path, error) else cause_of(error)
    sentence = f"{abridged(path)} cannot be written: {cause}."
    report_failure(sentence)
    return StoreError(sentence)


def has_reached_limit(path: pathlib.Path, error: sqlite3.Error | OSError) -> bool:
    """Return whether SQLite could not write because a file has reached a size limit, such as that of `ulimit -f`.

    SQLite reports the same error as for a failing disk, after it has filled the file up to the limit.
    """
    if getattr(error, "sqlite_errorname", "") != "SQLITE_IOERR_WRITE":
        return False
    most, _ = resource.getrlimit(resource.RLIMIT_FSIZE)
    files = (path.with_name(f"{path.name}{ending}") for ending in ("", *BESIDE))
    return most != resource.RLIM_INFINITY and any(_size(file) >= most for file in files)


def _size(path: pathlib.Path) -> int:
    try:
        return path.stat().st_size
    except (OSError, ValueError):
        return 0


def unreadable(path: pathlib.Path, why: str | sqlite3.Error | OSError, what: str = "") -> StoreError:
    """Return the error for a file that cannot be read, which is left unchanged; `what` is a prefix for the cause."""
    cause = why if isinstance(why, str) else what + cause_of(why)
    permanent = isinstance(why, str) or getattr(why, "sqlite_errorname", "").startswith(_PERMANENT)
    return StoreError(
        f"{abridged(path)} cannot be read: {cause}. The file is unchanged; see docs/saves.md.",
        UNREADABLE,
        permanent=permanent,
    )
