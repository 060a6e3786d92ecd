"""Programs played on a real pseudo-terminal, with pyte as the glass in front of it."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import textwrap
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from tests.bench.glass import Glass, GlassStream
from tests.forked import Forked, needs_a_start
from tests.pty_program import fill, modes_left_on

if TYPE_CHECKING:
    import signal
    from collections.abc import Callable, Iterator

PATIENCE: Final = 60.0
"""Seconds after which a program that should have answered counts as stuck."""

ROOT: Final = Path(__file__).parents[2]

PREAMBLE: Final = """
    import fcntl, os, signal, sys, termios, time
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    from roguelike.terminal.terminal import DisplayOptions, open_terminal
    from roguelike.cells.canvas import Canvas, Style
    from roguelike.cells.input import HangUp, Key, Mouse, Paste, Redraw, Resize
    def tell(text):
        os.write(2, (str(text) + "\\n").encode())
"""

READ_ALL: Final = """
    with open_terminal(DisplayOptions()) as terminal:
        tell("ready")
        while (event := terminal.read(None)) != Key("q"):
            tell(event)
            if event == HangUp():
                break
    tell("left")
"""
"""Tells what it reads, until q or the end."""


class Played:
    """A program on a terminal: its screen is in `screen`, its reports on standard error in `told`."""

    def __init__(self, program: str, environment: dict[str, str], size: tuple[int, int]) -> None:
        self.screen = Glass(*size)
        self.raw = b""
        self.told = ""
        self.stalled = False
        """Whether what the program shows is left where it is."""
        self.ended = False
        """Whether the program is known to have ended."""
        self._stream = GlassStream(self.screen)
        self._master, self.slave = pty.openpty()
        self.resize(*size)
        self.attributes = termios.tcgetattr(self.slave)
        base = {"PATH": os.environ["PATH"], "TERM": "xterm-256color", "LANG": "C.UTF-8", "PYTHONPATH": str(ROOT)}
        code = textwrap.dedent(PREAMBLE) + textwrap.dedent(program)
        self._process: subprocess.Popen[bytes] | Forked
        if needs_a_start(environment):
            self._process = subprocess.Popen(
                [sys.executable, "-c", code],
                stdin=self.slave,
                stdout=self.slave,
                stderr=subprocess.PIPE,
                env=base | environment,
                start_new_session=True,
            )
        else:
            self._process = Forked(self.slave, base | environment, code=code)
        assert self._process.stderr is not None
        self.errors = self._process.stderr

    def resize(self, columns: int, rows: int) -> None:
        """Change the terminal's size, as dragging its corner does."""
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def type(self, text: str | bytes) -> None:
        """Send bytes as the terminal would."""
        os.write(self._master, text.encode() if isinstance(text, str) else text)

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to the program."""
        self._process.send_signal(number)

    def until(self, told: str) -> None:
        """Watch until the program has reported something that matches `told`."""
        self.watch(lambda: re.search(told, self.told) is not None)
        assert re.search(told, self.told), f"{told!r} is not in {self.told!r}"

    def watch(self, seen: Callable[[], bool], patience: float = PATIENCE) -> None:
        """Take in the program's output until `seen()`, or `patience` seconds are over."""
        end = time.monotonic() + patience
        sources = {self.errors.fileno()}
        if self._master >= 0 and not self.stalled:
            sources.add(self._master)
        while sources and not seen() and (left := end - time.monotonic()) > 0:
            for source in select.select(sources, [], [], left)[0]:
                got = b""
                with contextlib.suppress(OSError):
                    got = os.read(source, 65536)
                if not got:
                    sources.discard(source)
                    self.ended = self.ended or source != self._master
                elif source == self._master:
                    self.raw += got
                    self._stream.feed(got)
                else:
                    self.told += got.decode()

    def stall(self) -> None:
        """Leave what the program shows where it is from now on, with no room for any more."""
        self.stalled = True
        fill(self.slave)

    def take(self, most: int) -> None:
        """Take in at most so many bytes of what the program has shown."""
        if select.select([self._master], [], [], 0)[0]:
            got = os.read(self._master, most)
            self.raw += got
            self._stream.feed(got)

    def modes_left_on(self) -> set[str]:
        """Return the private modes that were switched on and not off again."""
        return modes_left_on(self.raw)

    def is_given_back(self, *, cooked: bool = True) -> bool:
        """Return whether the terminal is as it was before the program; `cooked`: its settings too."""
        same = not cooked or self.attributes == termios.tcgetattr(self.slave)
        return same and {"7", "25"} == self.modes_left_on() and not self.screen.cursor.hidden

    def hang_up(self) -> None:
        """Close the terminal as a lost connection does."""
        os.close(self.slave)
        os.close(self._master)
        self._master = self.slave = -1

    def end(self) -> int:
        """Wait for the program's end and give its exit status."""
        self.watch(lambda: self.ended)
        self.stalled = False
        self.watch(lambda: not select.select([self._master], [], [], 0)[0] if self._master >= 0 else True)
        return self._process.wait(PATIENCE)

    def close(self) -> None:
        """Make an end of it."""
        self._process.kill()
        self._process.wait()
        self.errors.close()
        for descriptor in (self._master, self.slave):
            if descriptor >= 0:
                os.close(descriptor)


@pytest.fixture
def play() -> Iterator[Callable[..., Played]]:
    """Yield what starts a program on a terminal of its own, with the names of the preamble."""
    with contextlib.ExitStack() as closing:

        def start(program: str = READ_ALL, size: tuple[int, int] = (80, 24), **environment: Any) -> Played:  # noqa: ANN401
            played = Played(program, environment, size)
            closing.callback(played.close)
            return played

        yield start
