"""The way out to a terminal that may be slow, stuck or gone."""

from __future__ import annotations

import os
import select
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from roguelike.terminal.signals import Signals


class Outlet:
    """Gathers text until `flush` sends all of it, as UTF-8, in one write where the line takes it.

    It never raises: once the terminal is gone, or has been stuck when the program was told to end, `gone` is true
    and what is written is thrown away. blessed is given it as its output stream.
    """

    def __init__(self, descriptor: int, signals: Signals) -> None:
        self.gone = False
        self._descriptor = descriptor
        self._signals = signals
        self._patience: float | None = None
        self._waiting: list[str] = []

    def fileno(self) -> int:
        """Give the file descriptor."""
        return self._descriptor

    def write(self, text: str) -> int:
        """Add text to what waits."""
        self._waiting.append(text)
        return len(text)

    def flush(self) -> None:
        """Send what waits, and wait for a slow line."""
        left = "".join(self._waiting).encode(errors="replace")
        self._waiting.clear()
        while left and not self.gone:
            try:
                left = left[os.write(self._descriptor, left) :]
            except BlockingIOError:
                self.gone = not self._wait()
            except OSError:
                self.gone = True

    def hurry(self, seconds: float) -> None:
        """Wait no longer than that for a stuck line from now on, not even for the next word."""
        self.gone = False
        self._patience = time.monotonic() + seconds

    def calm(self) -> None:
        """Wait for a slow line as long as it takes again."""
        self._patience = None

    def _wait(self) -> bool:
        """Wait until more can be written; tell whether it is worth trying."""
        if self._patience is not None:
            left = self._patience - time.monotonic()
            return left > 0 and bool(select.select([], [self._descriptor], [], left)[1])
        self._signals.collect()
        if self._signals.ended:
            return False
        select.select([self._signals], [self._descriptor], [])
        return True
