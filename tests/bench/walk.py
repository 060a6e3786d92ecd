"""Walking with the keys `hjkl`, in classic and in Ember: latency, bytes and processor time of a key.

Beside it, key by key, a loop that does nothing.
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from typing import TYPE_CHECKING

import attrs
import psutil

from tests.bench.keys import BARE_LOOP, GAP, SETTLED
from tests.bench.pseudo import burst, drain, on_terminal, started
from tests.bench.recorded import SIZE
from tests.bench.timing import Line

if TYPE_CHECKING:
    from collections.abc import Sequence

KEYS = 200
WALK = "llljjjhhhkkk"
"""Around in a square, and along walls where there is no room for one."""
SILENCE = 0.3
"""Seconds without a byte after which a key counts as one that shows nothing."""


@attrs.frozen
class Aim:
    """What to reach with a rule set."""

    times_the_floor: float
    """The median from a key to its last byte, in times of the bare loop's."""
    bytes_a_key: float
    slowest: float
    """Milliseconds of the slowest of a hundred keys."""
    milliseconds: float = 1.5
    """Processor time of a key."""


AIMS = {"classic": Aim(5, 125, slowest=3), "ember": Aim(6, 145, slowest=5)}


def measure() -> list[Line]:
    """Measure both."""
    return [line for rules, aim in AIMS.items() for line in _measured(rules, aim)]


def _measured(rules: str, aim: Aim) -> list[Line]:
    command = [sys.executable, "-m", "roguelike", "play", "--new", "--rules", rules, "--seed", "1"]
    ours, floor, sizes = [], [], []
    with on_terminal([sys.executable, "-c", BARE_LOOP], SIZE) as bare, on_terminal(command, SIZE) as terminal:
        started(bare, b"ready", SETTLED)
        started(terminal, b"@", SETTLED)
        program = psutil.Process(os.tcgetpgrp(terminal))
        before = sum(program.cpu_times()[:2])
        for number in range(KEYS):
            floor.append(_press(bare, "x")[1])
            text, milliseconds = _press(terminal, WALK[number % len(WALK)])
            if text:
                ours.append(milliseconds)
                sizes.append(len(text))
        used = sum(program.cpu_times()[:2]) - before
    median = statistics.median(floor)
    return [
        Line(
            name=f"walking in {rules}, key to last byte, median",
            unit="ms",
            ours=statistics.median(ours),
            reach=aim.times_the_floor * median,
            theirs=median,
            whose="a bare blessed loop",
            note=f"{len(ours)} of {KEYS} keys showed something",
        ),
        Line(
            name=f"walking in {rules}, key to last byte, 99 of 100",
            unit="ms",
            ours=_slowest(ours),
            reach=aim.slowest,
            theirs=_slowest(floor),
            whose="a bare blessed loop",
        ),
        Line(name=f"walking in {rules}, a key", unit="bytes", ours=statistics.mean(sizes), reach=aim.bytes_a_key),
        Line(name=f"walking in {rules}, CPU of a key", unit="ms", ours=used / KEYS * 1000, reach=aim.milliseconds),
    ]


def _slowest(milliseconds: Sequence[float]) -> float:
    return statistics.quantiles(milliseconds, n=100)[98]


def _press(terminal: int, key: str) -> tuple[bytes, float]:
    """Press a key when all is quiet; returns what it showed, and the milliseconds to its last byte."""
    drain(terminal, SETTLED)
    began = time.perf_counter()
    os.write(terminal, key.encode())
    try:
        text, last = burst(terminal, GAP, SILENCE)
    except RuntimeError:
        return b"", 0.0
    return text, (last - began) * 1000


if __name__ == "__main__":
    print(*measure(), sep="\n")  # noqa: T201 -- a report
