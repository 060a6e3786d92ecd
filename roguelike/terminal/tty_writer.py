"""Output to a terminal that may be slow, stuck or gone."""

from __future__ import annotations

import contextlib
import os
import select
import termios
import time
from typing import Final

from roguelike.terminal.signals import is_in_front

_CANCEL: Final = "\x18"
"""Cancels a sequence whose rest will never arrive."""


class TtyWriter:
    """Buffers text until `flush` sends it, as UTF-8, in one write if the line accepts all of it.

    Unsent bytes are kept and sent first: no sequence is ever cut. Nothing waits for a
    slow line, except after `hurry`. It never raises: once the terminal is gone, or stuck until the last deadline,
    `gone` is true and all text is discarded. It is blessed's output stream.
    """

    def __init__(self, descriptor: int) -> None:
        self.gone = False
        self._descriptor = descriptor
        self._waiting: list[str] = []
        self._left = b""
        self._deadline: float | None = None
        self._last_words: bytes | None = None
        """Bytes written since `hurry`, while they can still be sent again."""

    @property
    def is_behind(self) -> bool:
        """Whether bytes are unsent; `flush` can send more once the descriptor is writable."""
        return bool(self._left)

    def fileno(self) -> int:
        """Return the file descriptor."""
        return self._descriptor

    def write(self, text: str) -> int:
        """Add text to the buffer."""
        self._waiting.append(text)
        return len(text)

    def flush(self) -> None:
        """Send unsent bytes and then the buffer, as much as the line accepts."""
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
        """Start waiting for a slow line, `seconds` in all; then discard unsent bytes that block the final ones."""
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
        """Wait until more can be sent; after the deadline discard unsent bytes, and if that fails, give up."""
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
