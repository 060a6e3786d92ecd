"""The whole program on a pseudo-terminal, with a glass in front of it; nobody answers its questions."""

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
import tempfile
import termios
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

import psutil

from tests.bench.glass import Glass, GlassStream
from tests.forked import Forked, needs_a_start

if TYPE_CHECKING:
    import signal
    from collections.abc import Callable, Iterable, Sequence

ROOT: Final = Path(__file__).parents[1]
PATIENCE: Final = 60.0
"""Seconds after which a program that should have answered counts as stuck, on a busy machine."""

QUIET: Final = 0.06
"""Seconds without output after which a frame, and whatever flies, is complete."""
FULL: Final = 0.05
"""Seconds without room after which a terminal is full: the system moves what is written to the other end in steps."""
QUIET_AT_MOST: Final = 1.0
"""Seconds after which a key counts as one that shows nothing."""

NO_WHEEL: Final = "no wheel"
"""A mode that most terminals have on from the start: 1007, by which the wheel sends cursor keys."""

SETTINGS: Final = 'rules = "classic"'
"""One level, which stays as it is when the main game changes."""

START: Final = """
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execv(sys.argv[1], sys.argv[1:])
"""
"""Makes the pseudo-terminal the program's own, as a login does."""

GAME: Final = (sys.executable, "-m", "roguelike")
"""What a player's `roguelike` stands for, where the start itself matters."""


def _settings_in(folder: str) -> str:
    """Write settings that are nobody's into a folder; returns where the program looks for them."""
    settings = Path(folder, "settings", "roguelike", "config.toml")
    settings.parent.mkdir(parents=True)
    settings.write_text(SETTINGS)
    return str(settings.parents[1])


class Program:
    """`roguelike`, or another command, with these arguments on a terminal of its own; `screen` is what that shows.

    Without a command it is the game in a process of the fork server, which spares the machine a start each time.
    """

    def __init__(
        self, *arguments: str, command: Sequence[str] = (), size: tuple[int, int] = (80, 24), **environment: str
    ) -> None:
        self.screen = Glass(*size)
        self.raw = b""
        self.frames: list[list[str]] = []
        """What the screen showed each time that something was read, row by row; frames 33 ms apart are read apart."""
        self._stream = GlassStream(self.screen)
        self._master, self._slave = pty.openpty()
        self._resize(*size)
        self.attributes = termios.tcgetattr(self._slave)
        base = {"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/"), "TERM": "xterm-256color"}
        self._kept = tempfile.TemporaryDirectory(prefix="roguelike-test-")
        base["XDG_CONFIG_HOME"] = _settings_in(self._kept.name)
        base["XDG_DATA_HOME"] = self._kept.name  # nobody's games
        whole = {**base, "LANG": "C.UTF-8", "PYTHONPATH": str(ROOT), **environment}
        self._process: subprocess.Popen[bytes] | Forked
        if command or needs_a_start(environment):
            self._process = subprocess.Popen(
                [sys.executable, "-ISc", START, *(command or GAME), *arguments],
                stdin=self._slave,
                stdout=self._slave,
                stderr=subprocess.PIPE,
                env=whole,
                start_new_session=True,
            )
        else:
            self._process = Forked(self._slave, whole, arguments)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()
        if self._process.stderr is not None:
            self._process.stderr.close()
        self.hang_up()
        self._kept.cleanup()

    @property
    def text(self) -> str:
        """What the screen shows now, without the blanks at the ends."""
        return "\n".join(line.rstrip() for line in self.screen.display)

    def type(self, text: str) -> None:
        """Send keys as the terminal would."""
        self.send(text.encode())

    def send(self, answer: bytes) -> None:
        """Send what no keyboard does."""
        while answer:
            answer = answer[os.write(self._master, answer) :]

    def press(self, keys: Iterable[str]) -> None:
        """Send keys one by one, each when the result of the last is shown: keys typed ahead may be dropped."""
        for key in keys:
            self.type(key)
            self._take_in(QUIET_AT_MOST)
            self.place_monsters()

    def glance(self) -> None:
        """Take in what is there to be read at this moment."""
        self._take_in(0)

    def take(self, most: int) -> None:
        """Take in no more than so many bytes of what is there to be read at this moment."""
        self._take_in(0, most)

    def answers(self, seconds: float) -> bool:
        """Return whether there is something to read within `seconds` seconds, which is left unread."""
        return bool(select.select([self._master], [], [], seconds)[0])

    def place_monsters(self) -> None:
        """Take in what the program shows until it is quiet."""
        while self._take_in(QUIET):
            pass

    def signal(self, number: signal.Signals) -> None:
        """Send the program a signal."""
        self._process.send_signal(number)

    def resize(self, columns: int, rows: int) -> None:
        """Change the terminal's size, as dragging its corner does."""
        self._resize(columns, rows)
        self.screen.resize(rows, columns)

    def claim(self, columns: int, rows: int) -> None:
        """Give the program another size than the screen has, through the system."""
        self._resize(columns, rows)

    def hang_up(self) -> None:
        """Close the terminal as a lost connection does."""
        for descriptor in (self._master, self._slave):
            if descriptor >= 0:
                os.close(descriptor)
        self._master = self._slave = -1

    def stall(self) -> None:
        """Fill what the system keeps for a terminal that does not read, with what no terminal shows."""
        fill(self._slave)

    def memory(self) -> int:
        """Return how many kilobytes of memory the program has."""
        return int(psutil.Process(self._process.pid).memory_info().rss) // 1024

    def wait_for(self, text: str) -> None:
        """Watch until `text` is on the screen.

        Raises:
            AssertionError: it did not come in time.
        """
        self.wait_until(lambda: text in self.text, text)

    def wait_until(self, seen: Callable[[], bool], what: str) -> None:
        """Watch until `seen()`; `what` says in words what was expected.

        Raises:
            AssertionError: it did not come in time.
        """
        end = time.monotonic() + PATIENCE
        while not seen():
            left = end - time.monotonic()
            if left <= 0 or not self._take_in(left):
                raise AssertionError(f"never saw: {what}\n--- but:\n{self.text}")

    def end(self) -> int:
        """Wait for the program's end, take in the last of its output, and give its exit code."""
        code = self._wait()
        while self._master >= 0 and self._take_in(0.05):
            pass
        return code

    def end_unread(self, seconds: float) -> int:
        """Wait for the program's end, which must come so soon though nobody reads its output; returns its exit code."""
        return self._process.wait(seconds)

    def first_words(self) -> str:
        """Wait for the program's first output on standard error, and return it."""
        return self._process.stderr.readline().decode() if self._process.stderr is not None else ""

    def errors(self) -> str:
        """Return what the program, which has ended, wrote to standard error."""
        return self._process.stderr.read().decode() if self._process.stderr is not None else ""

    def modes_left_on(self) -> set[str]:
        """Return the private modes that were switched on and not off again."""
        return modes_left_on(self.raw)

    def is_given_back(self) -> bool:
        """Return whether the terminal is as it was: cursor and autowrap on, everything else off, keys cooked again."""
        cooked = self.attributes == termios.tcgetattr(self._slave)
        return cooked and {"7", "25"} == self.modes_left_on() and not self.screen.cursor.hidden

    def is_untouched(self) -> bool:
        """Return whether the program has never changed the terminal."""
        return self.attributes == termios.tcgetattr(self._slave) and not self.modes_left_on()

    @property
    def is_there(self) -> bool:
        """Whether the terminal has not been closed."""
        return self._master >= 0

    def _wait(self) -> int:
        end = time.monotonic() + PATIENCE
        while self._master >= 0 and self._process.poll() is None and time.monotonic() < end:
            self._take_in(0.02)
        return self._process.wait(max(0.1, end - time.monotonic()))

    def _resize(self, columns: int, rows: int) -> None:
        fcntl.ioctl(self._slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def _take_in(self, patience: float, most: int = 65536) -> bool:
        """Take in what the program writes within `patience` seconds, at most `most` bytes; false if that is nothing."""
        if not select.select([self._master], [], [], patience)[0]:
            return False
        got = b""
        with contextlib.suppress(OSError):
            got = os.read(self._master, most)
        self.raw += got
        self._stream.feed(got)
        self.frames.append([line.rstrip() for line in self.screen.display])
        return bool(got)


def wait_until_alike(one: Program, other: Program) -> None:
    """Watch two programs until both screens show the same.

    Raises:
        AssertionError: they did not in time.
    """
    end = time.monotonic() + PATIENCE
    while one.text != other.text:
        if time.monotonic() > end:
            raise AssertionError(f"never alike: {one.text}\n--- and:\n{other.text}")
        for program in (one, other):
            program.answers(0.01)
            program.glance()


def takes_less_than(seconds: float, attempt: Callable[[], None]) -> bool:
    """Return whether an attempt takes less than `seconds`, once in many: a busy machine is slow at most times."""
    end = time.monotonic() + PATIENCE
    while (began := time.monotonic()) < end:
        attempt()
        if time.monotonic() - began < seconds:
            return True
    return False


def modes_left_on(raw: bytes) -> set[str]:
    """Return the private modes that were switched on and not off again by what a program has written.

    `NO_WHEEL` is among them if the wheel was switched off and not on again.
    """
    modes: dict[str, bytes] = {}
    for numbers, state in re.findall(rb"\x1b\[\?([\d;]+)([hlr])", raw):
        modes |= dict.fromkeys(numbers.decode().split(";"), state)
    wheel = modes.pop("1007", b"h")
    return {mode for mode, state in modes.items() if state == b"h"} | ({NO_WHEEL} if wheel == b"l" else set())


def notch(raw: bytes) -> str:
    """Return what a terminal of today sends for a notch of the wheel, after what a program has written."""
    modes = {"1007": b"h"}
    for numbers, state in re.findall(rb"\x1b\[\?([\d;]+)([hl])", raw):
        modes |= dict.fromkeys(numbers.decode().split(";"), state)
    on = {mode for mode, state in modes.items() if state == b"h"}
    if on & {"1000", "1002", "1003"}:
        return "\x1b[<64;40;10M"
    return "\x1b[A" * 3 if {"1049", "1007"} <= on else ""


def fill(terminal: int) -> None:
    """Write NULs to a terminal until the system takes none, even after it has moved some on to the reader."""
    descriptor = os.open(os.ttyname(terminal), os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK)
    try:
        while select.select([], [descriptor], [], FULL)[1]:
            with contextlib.suppress(BlockingIOError):
                while True:
                    os.write(descriptor, b"\0" * 256)
            with contextlib.suppress(BlockingIOError):
                while True:
                    os.write(descriptor, b"\0")
    finally:
        os.close(descriptor)


def flies(program: Program) -> bool:
    """Return whether a fireball is shown in the small rules' level, and not the preview of one."""
    return "AIM" not in program.text and any("*" in row[:32] for row in program.screen.display[:10])
