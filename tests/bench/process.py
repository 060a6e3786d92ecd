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
NEW = [*GAME, "play", "--new", "--seed", "1"]
STARTED = {
    "start to the title": ([*GAME], b"New game", 1.9),
    "start to the first frame of a new game of classic": ([*NEW, "--rules", "classic"], b"@", 2.8),
    "start to the first frame of a new game of Ember": (NEW, b"@", 3.9),
    "start to the first frame of a saved game": ([*GAME, "play", "--name", "saved", "--seed", "1"], b"@", 3.9),
}
"""Commands, what their first frames show, and what to reach in times of the bare loop."""
PEAKS = {
    "peak memory, playing classic": ("start to the first frame of a new game of classic", 41),
    "peak memory, playing Ember": ("start to the first frame of a new game of Ember", 45),
}
"""What to reach, in MB."""
READY = 1.5
"""Seconds at the title before a key: as long as a player takes at least to read it."""
CURSOR = b"\x1b[6n"
"""Where the cursor is, which blessed asks by itself when it is not kept from it."""
ENVIRONMENT = {"TERM": "xterm-256color", "LANG": "C.UTF-8", "PATH": os.environ["PATH"], "HOME": os.environ["HOME"]}
DATA = tempfile.mkdtemp(prefix="roguelike-bench-")
"""Data folders: one with the saved game, and an empty one for each other start."""


def measure() -> list[Line]:
    """Start everything several times in turn, so that a slow moment hits all, and watch it from outside."""
    bare: list[float] = []
    taken: dict[str, list[tuple[float, float]]] = {name: [] for name in STARTED}
    chosen: list[float] = []
    for turn in range(STARTS + 1):  # the first fills the caches of the system
        began = _started([sys.executable, "-c", BARE], b"ready")[0]
        figures = {name: _started(command, shown) for name, (command, shown, _) in STARTED.items()}
        first = _chosen_at_title()
        if turn:
            bare.append(began)
            chosen.append(first)
            for name, each in figures.items():
                taken[name].append(each)
    least = statistics.median(bare)
    return [
        *(
            Line(
                name=name,
                unit="ms",
                ours=statistics.median(milliseconds for milliseconds, _ in each),
                reach=STARTED[name][2] * least,
                theirs=least,
                whose="a bare blessed loop",
            )
            for name, each in taken.items()
        ),
        Line(name="Play Ember on the title to its first frame", unit="ms", ours=statistics.median(chosen), reach=60),
        *(
            Line(name=name, unit="MB", ours=statistics.median(memory for _, memory in taken[start]), reach=reach)
            for name, (start, reach) in PEAKS.items()
        ),
        Line(name="CPU when idle", unit="%", ours=_idle_load(), reach=0),
    ]


def _chosen_at_title() -> float:
    """Return how long the first game takes from the key on the title to its first frame, in milliseconds."""
    child, terminal = _spawn(GAME)
    try:
        _last_byte(terminal, b"New game")
        time.sleep(READY)
        began = time.perf_counter()
        os.write(terminal, b"p\r")
        return (_last_byte(terminal, b"@") - began) * 1000
    finally:
        _end(child, terminal)


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
        folder = DATA if "saved" in command else tempfile.mkdtemp(dir=DATA)
        os.execve(command[0], command, {**ENVIRONMENT, "XDG_DATA_HOME": folder})
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
    child, terminal = _spawn(NEW)
    try:
        _last_byte(terminal, b"@")
        process = psutil.Process(child)
        before = sum(process.cpu_times()[:2])
        time.sleep(IDLE)
        used: float = sum(process.cpu_times()[:2]) - before
        return used / IDLE * 100
    finally:
        _end(child, terminal)
