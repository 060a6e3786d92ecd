"""The whole program in a pseudo-terminal: how soon it is there, how much it takes, what it does when nobody plays."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import statistics
import struct
import sys
import tempfile
import termios
import time

import psutil

from tests.bench.timing import Line

STARTS = 9
QUIET = 0.1
"""Seconds of silence after which the first frame is complete."""
IDLE = 3.0
BARE = """
import blessed
term = blessed.Terminal()
with term.fullscreen(), term.cbreak(), term.hidden_cursor():
    print(term.home + term.clear + "ready", end="", flush=True)
    while term.inkey() != "q":
        pass
"""
"""The least that a program on blessed does before it can be used."""
GAME = [sys.executable, "-m", "roguelike"]
NEW = "start to the first frame of a new game"
STARTED = {
    "start to the title": ([*GAME], b"New game"),
    NEW: ([*GAME, "play", "--new", "--seed", "1"], b"@"),
    "start to the first frame of a saved game": ([*GAME, "play", "--name", "saved", "--seed", "1"], b"@"),
}
"""Commands, and what their first frames show."""
CURSOR = b"\x1b[6n"
"""Where the cursor is, which blessed asks by itself when it is not kept from it."""
ENVIRONMENT = {"TERM": "xterm-256color", "LANG": "C.UTF-8", "PATH": os.environ["PATH"], "HOME": os.environ["HOME"]}
ENVIRONMENT["XDG_DATA_HOME"] = tempfile.mkdtemp(prefix="roguelike-bench-")  # nobody's games


def measure() -> list[Line]:
    """Start everything several times in turn, so that a slow moment hits all, and watch it from outside."""
    bare: list[float] = []
    taken: dict[str, list[float]] = {name: [] for name in STARTED}
    peaks: list[float] = []
    for turn in range(STARTS + 1):  # the first fills the caches of the system
        began = _started([sys.executable, "-c", BARE], b"ready")[0]
        figures = {name: _started(*how) for name, how in STARTED.items()}
        if turn:
            bare.append(began)
            for name, (milliseconds, _) in figures.items():
                taken[name].append(milliseconds)
            peaks.append(figures[NEW][1])
    least = statistics.median(bare)
    return [
        *(
            Line(
                name=name,
                unit="ms",
                ours=statistics.median(each),
                reach=2.2 * least,
                theirs=least,
                whose="a bare blessed loop",
            )
            for name, each in taken.items()
        ),
        Line(name="peak memory, playing", unit="MB", ours=statistics.median(peaks), reach=36),
        Line(name="CPU when idle", unit="%", ours=_idle_load(), reach=0),
    ]


def _started(command: list[str], shown: bytes) -> tuple[float, float]:
    """Return how long a program took to its first frame, in milliseconds, and its memory until then, in MB."""
    began = time.perf_counter()
    child, terminal = _spawn(command)
    try:
        return (_last_byte(terminal, shown) - began) * 1000, _peak_memory(child)
    finally:
        _end(child, terminal)


def _spawn(command: list[str]) -> tuple[int, int]:
    child, terminal = pty.fork()
    if child == 0:
        os.execve(command[0], command, ENVIRONMENT)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    return child, terminal


def _end(child: int, terminal: int) -> None:
    os.kill(child, signal.SIGTERM)
    os.waitpid(child, 0)
    os.close(terminal)


def _last_byte(terminal: int, shown: bytes) -> float:
    """Read until something is shown and all is quiet; returns when the last byte came."""
    seen = b""
    last = time.perf_counter()
    while select.select([terminal], [], [], QUIET if shown in seen else 10)[0]:
        seen += (text := os.read(terminal, 65536))
        last = time.perf_counter()
        if CURSOR in text:
            os.write(terminal, b"\x1b[1;1R")
    if shown not in seen:
        raise RuntimeError(f"no {shown!r} was shown: {seen[:200]!r}")
    return last


def _peak_memory(child: int) -> float:
    with open(f"/proc/{child}/status", encoding="ascii") as status:  # noqa: PTH123 -- no path of ours
        peak = next(line for line in status if line.startswith("VmHWM"))
    return int(peak.split()[1]) / 1024


def _idle_load() -> float:
    child, terminal = _spawn(STARTED[NEW][0])
    try:
        _last_byte(terminal, b"@")
        process = psutil.Process(child)
        before = sum(process.cpu_times()[:2])
        time.sleep(IDLE)
        used: float = sum(process.cpu_times()[:2]) - before
        return used / IDLE * 100
    finally:
        _end(child, terminal)
