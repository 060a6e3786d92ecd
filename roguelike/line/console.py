"""Line input and output on file descriptors: needs no terminal and sends no escape sequences."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import termios
from typing import TYPE_CHECKING, Final

from roguelike.cells.input import HangUp, Notice
from roguelike.cells.text import printable
from roguelike.terminal.drawing.glyphs import shown
from roguelike.terminal.signals import Signals, stop_here

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roguelike.cells.display import Source

LONGEST: Final = 1000
"""Maximum bytes of a line; the rest is ignored."""
_AT_ONCE: Final = 256
"""Bytes that a writable terminal or pipe accepts without blocking."""


class Console:
    """Reads lines from one descriptor and writes them to another, until the input ends or a signal ends the program."""

    def __init__(self, keyboard: int, screen: int, signals: Signals, *, unicode: bool) -> None:
        self._keyboard = keyboard
        self._screen = screen
        self._signals = signals
        self._unicode = unicode
        self._echoes = not os.isatty(keyboard)
        """Whether to write the lines that were read, since no terminal echoes them."""
        self._prompt = ""
        """The last prompt, written again after the process was stopped."""
        self._unread = b""
        self._ended = False
        self._source: Source | None = None

    def listen_to(self, source: Source) -> None:
        """Also wait for a source besides the keyboard: its notices are written, and a hang-up ends the input."""
        self._source = source

    def write(self, lines: Iterable[str]) -> None:
        """Write lines without control characters.

        Raises:
            BrokenPipeError: the reader has gone.
        """
        self._send("".join(f"{self._plain(line)}\n" for line in lines))

    def ask(self, prompt: str) -> str | None:
        """Write a prompt and read a line; None at the end of input, or after a signal to end.

        Raises:
            BrokenPipeError: the reader has gone.
            KeyboardInterrupt: Ctrl-C was pressed.
        """
        self._prompt = prompt
        self._send(self._plain(prompt))
        try:
            line = self._read()
        except KeyboardInterrupt:
            self.write([""])  # the shell's prompt begins a line
            raise
        if self._echoes or line is None:
            self.write(["" if line is None else line])
        return line

    def forget_typed(self) -> None:
        """Discard typed-ahead input of a terminal; input from a pipe stays."""
        if not self._echoes:
            self._unread = b""
            with contextlib.suppress(termios.error):
                termios.tcflush(self._keyboard, termios.TCIFLUSH)

    def _plain(self, line: str) -> str:
        return printable(line) if self._unicode else "".join(shown(char, unicode=False) for char in line)

    def _send(self, text: str) -> None:
        """Write text, waiting until the descriptor accepts it or a signal ends the program."""
        rest = text.encode(errors="replace")
        while rest and not self._is_told_to_end():
            ready = select.select([self._signals.fileno()], [self._screen], [])[1]
            if ready:
                rest = rest[self._put(rest[:_AT_ONCE]) :]

    def _put(self, some: bytes) -> int:
        try:
            return os.write(self._screen, some)
        except BlockingIOError:
            return 0
        except OSError as error:  # the disk is full, or the descriptor is not writable
            raise BrokenPipeError(error.errno, error.strerror) from None

    def _read(self) -> str | None:
        while not self._is_told_to_end() and not self._ended and b"\n" not in self._unread:
            beside = [] if self._source is None else [self._source.fileno()]
            ready = select.select([self._keyboard, self._signals.fileno(), *beside], [], [])[0]
            if self._source is not None and self._source.fileno() in ready:
                self._hear(self._source)
            if self._keyboard in ready:
                self._take_in()
        if self._signals.ended_by is not None or not self._unread:
            return None
        line, _, self._unread = self._unread.partition(b"\n")
        return line[:LONGEST].decode(errors="replace").rstrip("\r")

    def _hear(self, source: Source) -> None:
        taken = source.take()
        if isinstance(taken, Notice):
            self.write(["", taken.text])
            self._send(self._plain(self._prompt))
        elif isinstance(taken, HangUp):
            self._unread, self._ended = b"", True

    def _take_in(self) -> None:
        try:
            some = os.read(self._keyboard, 4096)
        except BlockingIOError:
            return
        except OSError:  # the terminal is gone
            some = b""
        self._ended = not some
        self._unread += some
        if b"\n" not in self._unread:
            self._unread = self._unread[:LONGEST]

    def _is_told_to_end(self) -> bool:
        self._signals.collect()
        if self._signals.take(signal.SIGINT):
            raise KeyboardInterrupt
        if self._signals.take(signal.SIGTSTP):
            stop_here()
            self._put(self._plain(self._prompt).encode(errors="replace"))
        return self._signals.ended_by is not None
