"""Plays streams of noise into the whole program, as many as are asked for, and ends each with Ctrl-C: `make soak`.

Whatever was begun, the program leaves within two seconds, without a message, and the terminal is as it was before. Time
that it waits for a processor, because other processes have them, does not count.
"""

from __future__ import annotations

import collections
import contextlib
import fcntl
import os
import pty
import select
import signal
import struct
import sys
import tempfile
import termios
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

from roguelike import __main__, cli, session
from roguelike.content import loader
from roguelike.store.sqlite import sqlite_store
from roguelike.terminal import terminal
from tests.noise import INTERRUPT, QUIT, make_stream
from tests.pty_program import modes_left_on

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MANY: Final = 2000
AT_ONCE: Final = 12
SLOWEST: Final = 2.0
"""Seconds within which Ctrl-C leaves; who takes longer among others is tried once more, alone."""
STUCK: Final = 15.0
"""Seconds after which a program counts as stuck."""
LOADED: Final = (cli, session, loader, sqlite_store, terminal)
"""What each program would load by itself."""
READY: Final = b"\x1b[?2004h"
"""The last mode that the program sets before it draws, and reads."""


class Life:
    """The program on a terminal of its own, forked off this one, which has everything loaded."""

    def __init__(self, number: int, folder: Path) -> None:
        self.number = number
        self.stream = make_stream(number)
        self.raw = b""
        self.interrupted: float | None = None
        """When Ctrl-C was sent."""
        self.code: int | None = None
        self.ended = 0.0
        self._crowded_out = 0.0
        self._errors = folder / f"errors-{number}"
        self._errors.touch()
        self._master, self._slave = pty.openpty()
        fcntl.ioctl(self._slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self._before = termios.tcgetattr(self._slave)
        self._process = os.fork()
        if not self._process:
            _play(self._slave, self._errors, folder / str(number), number)
        os.set_blocking(self._master, False)
        self._born = time.monotonic()
        self._due = 0.0
        self._to_come = self._pieces()
        self._next: bytes | None = None

    def fileno(self) -> int:
        """Return the file descriptor of the terminal's other end."""
        return self._master

    def go_on(self, now: float) -> None:
        """Read what is shown, send what is due, and notice the end."""
        with contextlib.suppress(BlockingIOError):
            self.raw += os.read(self._master, 65536)
        if READY in self.raw:
            self._send(now)
        if os.waitid(os.P_PID, self._process, os.WEXITED | os.WNOHANG | os.WNOWAIT):
            self._crowded_out += _waited_for_a_processor(self._process)
            _, status = os.waitpid(self._process, 0)
            self.code, self.ended = os.waitstatus_to_exitcode(status), now
            with contextlib.suppress(BlockingIOError):
                while True:
                    self.raw += os.read(self._master, 65536)
        elif now > self._born + STUCK:
            os.kill(self._process, signal.SIGKILL)

    def _pieces(self) -> Iterator[tuple[float, bytes]]:
        yield from ((piece.pause, piece.received) for piece in self.stream.pieces)
        yield 0.0, INTERRUPT
        yield from ((piece.pause, piece.received) for piece in self.stream.after)

    def _send(self, now: float) -> None:
        """Send one piece, if it is time, or as much of it as the line takes."""
        if self._next is None and (piece := next(self._to_come, None)) is not None:
            self._due, self._next = now + piece[0], piece[1]
        if self._next is None or now < self._due:
            return
        with contextlib.suppress(BlockingIOError):
            sent = os.write(self._master, self._next)
            if self._next == INTERRUPT and self.interrupted is None:
                self.interrupted = now
                self._crowded_out = -_waited_for_a_processor(self._process)
            self._next = self._next[sent:] or None

    @property
    def took(self) -> float:
        """How many seconds it took to leave after Ctrl-C, with a processor; nothing where it had left before."""
        return 0.0 if self.interrupted is None else self.ended - self.interrupted - self._crowded_out

    def wrong(self) -> list[str]:
        """Return what is wrong with how it ended; the time is checked elsewhere."""
        errors = self._errors.read_text(encoding="utf-8", errors="replace")
        found = [f"says {errors!r}"] if errors else []
        # A Ctrl-C that comes when the terminal is given back already ends it by the signal, as any program, and so
        # does a Ctrl-\\ after a Ctrl-Z.
        good = {0, 130, -signal.SIGINT}
        if any(QUIT in piece.received for piece in self.stream.pieces):
            good |= {131, -signal.SIGQUIT}
        if self.code not in good:
            found.append(f"ended with {self.code}")
        if modes_left_on(self.raw) != {"7", "25"} or self._before != termios.tcgetattr(self._slave):
            found.append(f"left the terminal with {modes_left_on(self.raw)}")
        return found

    def close(self) -> None:
        """Close the terminal."""
        os.close(self._master)
        os.close(self._slave)


def _waited_for_a_processor(process: int) -> float:
    """Return for how many seconds a process was ready and had no processor; 0 where the system does not count it."""
    try:
        return int(Path(f"/proc/{process}/schedstat").read_text(encoding="ascii").split()[1]) / 1e9
    except OSError:
        return 0.0


def _play(slave: int, errors: Path, folder: Path, number: int) -> None:
    """Be the program, and never come back."""
    code = 1
    try:
        os.setsid()
        fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
        os.dup2(slave, 0)
        os.dup2(slave, 1)
        os.dup2(os.open(errors, os.O_WRONLY), 2)
        where = [["play", "--seed", "1"], ["--name", "ada"], ["play", "--rules", "chargrid"]][number // 3 % 3]
        sys.argv = ["roguelike", *where, "--data-dir", str(folder)]
        code = __main__.main()
    finally:
        os._exit(code)


def live(numbers: Iterable[int], folder: Path, at_once: int) -> Iterator[Life]:
    """Live the lives of those numbers, so many at once; each is closed when the next is asked for."""
    waiting, alive = iter(numbers), list[Life]()
    while True:
        alive += [Life(number, folder) for _, number in zip(range(at_once - len(alive)), waiting, strict=False)]
        if not alive:
            return
        select.select(alive, [], [], 0.003)
        now = time.monotonic()
        for life in alive:
            life.go_on(now)
        over = [life for life in alive if life.code is not None]
        alive = [life for life in alive if life.code is None]
        for life in over:
            yield life
            life.close()


def main() -> int:
    """Live them all, print what was seen, and return 1 if anything was wrong."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else MANY
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    found, kinds, slowest = [], collections.Counter[str](), 0.0
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        os.environ |= {"TERM": "xterm-256color", "LANG": "C.UTF-8", "XDG_CONFIG_HOME": os.devnull}
        slow = list[int]()
        for life in live(range(first, first + count), folder, AT_ONCE):
            kinds[life.stream.kind] += 1
            found += [f"{life.number} ({life.stream.kind}): {what}" for what in life.wrong()]
            slowest = max(slowest, life.took)
            slow += [life.number] if life.took > SLOWEST else []
        for life in live(slow, Path(tempfile.mkdtemp(dir=folder)), 1):
            found += [f"{life.number} ({life.stream.kind}): took {life.took:.2f} s"] if life.took > SLOWEST else []
    print(f"{kinds.total()} streams {dict(kinds)}: Ctrl-C took {slowest:.2f} s at most, {len(slow)} tried again")  # noqa: T201
    print("\n".join(found))  # noqa: T201
    return min(len(found), 1)


if __name__ == "__main__":
    sys.exit(main())
