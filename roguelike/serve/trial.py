"""Trials of settings before they are used, in another process, which reads every file and loads every rule set."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import time
from typing import IO, TYPE_CHECKING, Final

import attrs

from roguelike.classes import define, frozen
from roguelike.serve.settings import ServeSettings
from roguelike.serve.wire import settings_message

if TYPE_CHECKING:
    from roguelike.serve.paths import ServerPaths

TIMEOUT: Final = 60.0
"""Seconds for a trial, such as on a file system that hangs."""


@frozen
class Tried:
    """Result of a trial."""

    setting: str = ""
    """Name of a setting that cannot be used; empty if all can."""
    problem: str = ""
    """The error, with the remedy."""
    fingerprints: tuple[str, ...] = ()
    """Fingerprints of the host keys."""


@define(eq=False)
class Trial:
    """A process that tries settings."""

    settings: ServeSettings
    _process: subprocess.Popen[bytes]
    _answer: IO[bytes]
    _until: float = attrs.Factory(lambda: time.monotonic() + TIMEOUT)

    @classmethod
    def begin(cls, settings: ServeSettings, places: ServerPaths, *, makes_key: bool = False) -> Trial:
        """Start to try settings; make a missing host key when the server starts.

        Raises:
            OSError: no process can be started.
        """
        asked = {"settings": settings_message(settings), "folder": str(places.root), "makes_key": makes_key}
        process = subprocess.Popen(
            [sys.executable, "-m", "roguelike.serve.trying"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
        )
        if process.stdin is None or process.stdout is None:
            raise OSError(0, "no pipes")
        with process.stdin as told:
            told.write(json.dumps(asked).encode())
        return cls(settings, process, process.stdout)

    def fileno(self) -> int:
        """Return the file descriptor that is readable when there is an answer."""
        return self._answer.fileno()

    def result(self) -> Tried:
        """Wait for the answer and return it; return an error after `TIMEOUT`."""
        ready, _, _ = select.select([self], [], [], max(0.0, self._until - time.monotonic()))
        told = os.read(self.fileno(), 64 << 10) if ready else b""
        self.close()
        try:
            setting, problem, fingerprints = json.loads(told)
        except ValueError:
            why = "could not be tried" if ready else f"could not be tried within {TIMEOUT:g} s"
            return Tried("settings", f"{why} (see the log for the reason, and try again)")
        return Tried(setting, problem, tuple(fingerprints))

    @property
    def is_late(self) -> bool:
        """Whether there is no answer after `TIMEOUT`."""
        return time.monotonic() >= self._until

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.wait()
        self._answer.close()
