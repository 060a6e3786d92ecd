"""The whole program in a pseudo-terminal: how soon it is there, how much it takes, what it does when nobody plays."""

from __future__ import annotations

import fcntl
import os
import pty
import select
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
COMMAND = [sys.executable, "-m", "roguelike", "play", "--new", "--seed", "1"]
ENVIRONMENT = {"TERM": "xterm-256color", "LANG": "C.UTF-8", "PATH": os.environ["PATH"], "HOME": os.environ["HOME"]}
ENVIRONMENT["XDG_DATA_HOME"] = tempfile.mkdtemp(prefix="roguelike-bench-")  # nobody's games


def measure() -> list[Line]:
    """Start the game several times and watch it from outside."""
    starts: list[float] = []
    peaks: list[float] = []
    loads: list[float] = []
    for _ in range(STARTS):
        began = time.perf_counter()
        child, terminal = _spawn()
        try:
            starts.append((_last_byte(terminal) - began) * 1000)
            process = psutil.Process(child)
            peaks.append(_peak_memory(child))
            loads.append(_idle_load(process) if len(loads) < 1 else loads[0])
        finally:
            os.kill(child, 15)
            os.waitpid(child, 0)
            os.close(terminal)
    return [
        Line(name="start to first frame", unit="ms", ours=statistics.median(starts), reach=250),
        Line(name="peak memory, playing", unit="MB", ours=statistics.median(peaks), reach=40),
        Line(name="CPU when idle", unit="%", ours=loads[0], reach=0),
    ]


def _spawn() -> tuple[int, int]:
    child, terminal = pty.fork()
    if child == 0:
        os.execve(COMMAND[0], COMMAND, ENVIRONMENT)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    return child, terminal


def _last_byte(terminal: int) -> float:
    """Read until the map has been drawn and all is quiet; returns when the last byte came."""
    seen = b""
    last = time.perf_counter()
    while select.select([terminal], [], [], QUIET if b"@" in seen else 10)[0]:
        seen += os.read(terminal, 65536)
        last = time.perf_counter()
    if b"@" not in seen:
        raise RuntimeError(f"the game drew no map: {seen[:200]!r}")
    return last


def _peak_memory(child: int) -> float:
    with open(f"/proc/{child}/status", encoding="ascii") as status:  # noqa: PTH123 -- no path of ours
        peak = next(line for line in status if line.startswith("VmHWM"))
    return int(peak.split()[1]) / 1024


def _idle_load(process: psutil.Process) -> float:
    before = sum(process.cpu_times()[:2])
    time.sleep(IDLE)
    used: float = sum(process.cpu_times()[:2]) - before
    return used / IDLE * 100
