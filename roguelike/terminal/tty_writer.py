"""The way out to a terminal that may be slow, stuck or gone."""

from __future__ import annotations

import contextlib
import os
import select
import termios
import time
from typing import Final

from roguelike.terminal.signals import is_in_front

_CANCEL: Final = "\x18"
"""Ends a sequence of which the rest will never come."""


class TtyWriter:
    """Gathers text until `flush` sends it, as UTF-8, in one write where the line takes all of it.

    What the line does not take is kept, and goes before anything else: no sequence is ever cut. Nothing waits for a
    slow line, unless it has to `hurry`. It never raises: once the terminal is gone, or stuck even for the last words,
    `gone` is true and what is written is thrown away. blessed is given it as its output stream.
    """

    def __init__(self, descriptor: int) -> None:
        self.gone = False
        self._descriptor = descriptor
        self._waiting: list[str] = []
        self._left = b""
        self._deadline: float | None = None
        self._last_words: bytes | None = None
        """What was sent since the hurry began, as long as it can still be said again."""

    @property
    def is_behind(self) -> bool:
        """Whether the line has not taken all that was sent; `flush` can send more as soon as it is writable."""
        return bool(self._left)

    def fileno(self) -> int:
        """Return the file descriptor."""
        return self._descriptor

    def write(self, text: str) -> int:
        """Add text to what waits."""
        self._waiting.append(text)
        return len(text)

    def flush(self) -> None:
        """Send what is left and then what waits, as much of it as the line takes."""
        text = "".join(self._waiting).encode(errors="replace")
        self._waiting.clear()
        self._left += text
        if self._last_words is not None:
            self._last_words += text
        while self._left and not self.gone:
            try:
                self._left = self._left[os.write(self._descriptor, self._left) :]
            except BlockingIOError:
                if self._deadline is None:
                    return
                self._wait(self._deadline)
            except OSError:
                self.gone = True
        if self.gone:
            self._left = b""

    def hurry(self, seconds: float) -> None:
        """Wait for a slow line from now on, that long in all, then throw away what is in the way of the last words."""
        self.gone = False
        self._deadline = time.monotonic() + seconds
        self._last_words = b""
        self.flush()

    def calm(self) -> None:
        """Stop waiting, and retry if the line was stuck."""
        self._deadline = self._last_words = None
        if self.gone:
            self.gone = False
            self._waiting = [_CANCEL]

    def _wait(self, deadline: float) -> None:
        """Wait until more can be sent; when it is too late for that, make room, and when that was in vain, give up."""
        left = deadline - time.monotonic()
        if left > 0 and select.select([], [self._descriptor], [], left)[1]:
            return
        if self._last_words is None:
            self.gone = True
            return
        self._left, self._last_words = _CANCEL.encode() + self._last_words, None
        if is_in_front(self._descriptor):
            # What the system holds of our frames for a terminal that is stuck: more than enough room.
            with contextlib.suppress(termios.error):
                termios.tcflush(self._descriptor, termios.TCOFLUSH)
