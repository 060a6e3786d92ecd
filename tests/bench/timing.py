"""Timing calls side by side."""

from __future__ import annotations

import statistics
import time
from typing import TYPE_CHECKING

import attrs

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

ROUNDS = 60


@attrs.frozen(kw_only=True)
class Line:
    """One line of the report."""

    name: str
    unit: str
    ours: float
    reach: float | None = None
    """What was set out for; None where nothing was."""
    theirs: float | None = None
    """The same by something else, measured in turn with ours; None where nothing else does it."""
    whose: str = ""
    """What else."""
    note: str = ""


def timed(
    name: str,
    ours: Sequence[Callable[[], object]],
    tcod: Sequence[Callable[[], object]] = (),
    *,
    reach: float | None = None,
    note: str = "",
    worst: bool = False,
) -> Line:
    """Return the medians in milliseconds of calls made in turn, ours and theirs, so that a slow moment hits both."""
    mine: list[float] = []
    theirs: list[float] = []
    for turn in range(ROUNDS + 5):
        for calls, taken in ((ours, mine), (tcod, theirs)):
            if calls:
                call = calls[turn % len(calls)]
                before = time.perf_counter()
                call()
                taken.append((time.perf_counter() - before) * 1000)
    return Line(
        name=name,
        unit="ms",
        ours=statistics.median(mine[5:]),
        theirs=statistics.median(theirs[5:]) if theirs else None,
        whose="python-tcod" if theirs else "",
        reach=reach,
        note=f"the worst of {ROUNDS}: {max(mine[5:]):.1f}" if worst else note,
    )
