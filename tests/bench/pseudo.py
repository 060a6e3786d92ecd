"""Programs on pseudo-terminals, watched from the other end without any emulator in the way of the clock."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import tempfile
import termios
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ROOT = Path(__file__).parents[2]
PATIENCE = 10.0
"""Seconds after which a program that should have answered counts as stuck."""
FOLDER = Path(tempfile.mkdtemp(prefix="roguelike-bench-"))
"""An empty data folder, and settings that keep earlier games from changing what is said."""
(FOLDER / "roguelike").mkdir()
(FOLDER / "roguelike" / "config.toml").write_text("hints = false\n", encoding="utf-8")
ENVIRONMENT = {
    "TERM": "xterm-256color",
    "LANG": "C.UTF-8",
    "PATH": os.environ["PATH"],
    "HOME": os.environ.get("HOME", "/"),
    "PYTHONPATH": str(ROOT),
    "XDG_DATA_HOME": str(FOLDER / "data"),
    "XDG_CONFIG_HOME": str(FOLDER),
}
LOGIN = """
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execv(sys.argv[1], sys.argv[1:])
"""
"""Makes the pseudo-terminal the program's own, as a login does."""


@contextlib.contextmanager
def on_terminal(command: Sequence[str], size: tuple[int, int], keep: Sequence[int] = ()) -> Iterator[int]:
    """Run a program on a terminal of `size` in columns and rows, and give the other end's file descriptor.

    The program keeps the file descriptors `keep`. It is killed when the context ends.
    """
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
    child = subprocess.Popen(
        [sys.executable, "-c", LOGIN, *command],
        stdin=slave,
        stdout=slave,
        env=ENVIRONMENT,
        start_new_session=True,
        pass_fds=keep,
    )
    os.close(slave)
    try:
        yield master
    finally:
        child.kill()
        child.wait()
        os.close(master)


def game(seed: int, program: str = "roguelike") -> list[str]:
    """Return the command that goes straight into the game of a seed."""
    return [sys.executable, "-m", program, "play", "--new", "--rules", "classic", "--seed", str(seed)]


def burst(terminal: int, gap: float, patience: float = PATIENCE) -> tuple[bytes, float]:
    """Read until nothing has come for `gap` seconds after the first byte; returns that and the time of the last byte.

    Raises:
        RuntimeError: nothing came for `patience` seconds.
    """
    text = b""
    last = time.perf_counter()
    while select.select([terminal], [], [], gap if text else patience)[0]:
        text += os.read(terminal, 65536)
        last = time.perf_counter()
    if not text:
        raise RuntimeError("the program showed nothing")
    return text, last


def started(terminal: int, mark: bytes, gap: float) -> bytes:
    """Read until `mark` has come and then nothing for `gap` seconds.

    Raises:
        RuntimeError: nothing came any more before it did.
    """
    text = b""
    while mark not in text:
        text += burst(terminal, gap)[0]
    return text


def drain(terminal: int, seconds: float) -> bytes:
    """Read all output of the next `seconds` seconds."""
    text = b""
    end = time.perf_counter() + seconds
    while select.select([terminal], [], [], max(0.0, end - time.perf_counter()))[0]:
        text += os.read(terminal, 65536)
    return text
