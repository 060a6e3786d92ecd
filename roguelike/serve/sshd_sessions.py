"""Sessions behind OpenSSH: a file for each, which its process holds locked, so that others find and end it."""

from __future__ import annotations

import contextlib
import datetime as dt
import fcntl
import json
import os
import pathlib
import signal
import time
from typing import TYPE_CHECKING, Any, Final, Self

import attrs

from roguelike.classes import define
from roguelike.local_time import local_time

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roguelike.serve.accounts import Account
    from roguelike.serve.paths import ServerPaths

_SIZE: Final = 1024
"""Maximum bytes of a file, so that one write replaces all of it."""
_STEPS: Final = ((0.0, signal.SIGHUP), (3.0, signal.SIGTERM), (10.0, signal.SIGKILL))
"""Signals to a session that has not ended, and after how many seconds."""


@attrs.frozen
class SessionFacts:
    """Facts about a session, for other processes."""

    account: int = 0
    """Number of the account; 0 while a new player has no name."""
    name: str = ""
    key: str = ""
    """Fingerprint of the key of the login."""
    address: str = ""
    since: float = 0.0
    """Seconds since the epoch, as all times here."""
    game: str = ""
    at: str = ""
    may_watch: bool = False
    watchers: int = 0
    moved: float = 0.0
    """Time of the player's last action."""


class OwnSession:
    """The session of this process."""

    def __init__(self, places: ServerPaths, facts: SessionFacts) -> None:
        """Register the session, so that other processes find it.

        Raises:
            OSError: the file cannot be made.
        """
        self._path = places.door_session(os.getpid())
        self._facts = facts
        making = self._path.with_suffix(".new")
        self._descriptor = os.open(making, os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
        # Locked before it is linked: an unlocked file counts as that of a dead process.
        fcntl.flock(self._descriptor, fcntl.LOCK_EX)
        self._write()
        making.replace(self._path)

    def change(self, **facts: Any) -> None:  # noqa: ANN401 -- plain data
        """Update the session's file; never raises."""
        self._facts = attrs.evolve(self._facts, **facts)
        self._write()

    def close(self) -> None:
        """End the registration."""
        with contextlib.suppress(OSError):
            self._path.unlink()
        os.close(self._descriptor)

    def _write(self) -> None:
        with contextlib.suppress(OSError):  # a full disk hides a session, but does not end it
            os.pwrite(self._descriptor, json.dumps(attrs.asdict(self._facts)).encode().ljust(_SIZE), 0)


@define
class SshdSession:
    """The session of another process."""

    process: int
    facts: SessionFacts
    _path: pathlib.Path
    _asked_at: float = 0.0
    """Monotonic time of the first request to end; 0 before one."""
    _told: int = 0
    """Number of signals that it was sent."""

    @classmethod
    def read(cls, path: pathlib.Path) -> Self | None:
        """Return the session of a file; None if it has ended, or the file is invalid."""
        with contextlib.suppress(OSError, ValueError, AttributeError), _open(path) as descriptor:
            if _is_locked(descriptor):
                return cls(int(path.stem), _facts(os.pread(descriptor, _SIZE, 0)), path)
        return None

    @property
    def address(self) -> str:
        """Address of the player."""
        return self.facts.address

    @property
    def since(self) -> str:
        """Time of the login."""
        return f"{local_time(dt.datetime.fromtimestamp(self.facts.since, dt.UTC)):%H:%M}"

    def end(self) -> None:
        """Start to end the session; `has_ended` sends further signals."""
        self._asked_at = self._asked_at or time.monotonic()
        self.has_ended()

    def has_ended(self) -> bool:
        """Return whether it has ended; if not, send the next signal when it is due."""
        if self.read(self._path) is None:
            return True
        if self._asked_at and self._told < len(_STEPS):
            after, number = _STEPS[self._told]
            if time.monotonic() >= self._asked_at + after:
                self._told += 1
                self._signal(number)
        return False

    def _signal(self, number: signal.Signals) -> None:
        with contextlib.suppress(OSError):
            handle = os.pidfd_open(self.process)
            try:
                # Read again: only now is the process certain.
                if self.read(self._path) is not None:
                    signal.pidfd_send_signal(handle, number)
            finally:
                os.close(handle)


def sshd_sessions(places: ServerPaths) -> list[SshdSession]:
    """Return the sessions of all other processes, the oldest first; delete the files of dead ones."""
    found = []
    with contextlib.suppress(OSError):
        for path in places.doors.glob("*.json"):
            if path.stem == str(os.getpid()):
                continue
            session = SshdSession.read(path)
            if session is not None:
                found.append(session)
            else:
                _sweep(path, places)
    return sorted(found, key=lambda each: each.facts.since)


def sessions_of(account: Account, places: ServerPaths) -> list[SshdSession]:
    """Return the other sessions of an account."""
    return [each for each in sshd_sessions(places) if each.facts.account == account.id]


def _facts(written: bytes) -> SessionFacts:
    """Return the facts in a file; other releases may write more."""
    known = attrs.fields_dict(SessionFacts)
    return SessionFacts(**{name: told for name, told in json.loads(written).items() if name in known})


def _sweep(path: pathlib.Path, places: ServerPaths) -> None:
    """Delete the files of a dead session."""
    with contextlib.suppress(OSError, ValueError), _open(path) as descriptor:
        if not _is_locked(descriptor):
            path.unlink()
            places.watched(int(path.stem)).unlink()


def _is_locked(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    return False


@contextlib.contextmanager
def _open(path: pathlib.Path) -> Iterator[int]:
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW)
    try:
        yield descriptor
    finally:
        os.close(descriptor)
