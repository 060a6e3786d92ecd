"""How long the event loop of the gateway is busy at a time: nobody else is served meanwhile."""

from __future__ import annotations

import asyncio
import selectors
import time
from typing import TYPE_CHECKING, Any

import attrs

from roguelike.classes import define
from roguelike.serve.front.latency import Latency

if TYPE_CHECKING:
    from collections.abc import Sequence


@define
class Turns:
    """Turns of an event loop: what it does from one wait for news to the next."""

    durations: Latency = attrs.field(factory=Latency)
    longest: float = 0.0
    """Seconds of the longest turn."""
    busy: float = 0.0
    """Seconds of processor time of the busiest turn: the rest of a long one went to other processes."""

    def count(self, seconds: float, busy: float) -> None:
        """Count a turn."""
        self.durations.count(seconds)
        self.longest = max(self.longest, seconds)
        self.busy = max(self.busy, busy)

    def plain(self) -> dict[str, Any]:
        """Return the counts as plain data."""
        return {**self.durations.plain(), "longest": round(self.longest, 6), "busy": round(self.busy, 6)}


class _TimedSelector(selectors.DefaultSelector):
    """Counts the time between two waits."""

    def __init__(self, turns: Turns) -> None:
        super().__init__()
        self._turns = turns
        self._began: tuple[float, float] | None = None

    def select(self, timeout: float | None = None) -> Sequence[tuple[selectors.SelectorKey, int]]:  # type: ignore[override]
        """Wait for news, as every selector does."""
        if self._began is not None:
            wall, busy = self._began
            self._turns.count(time.perf_counter() - wall, time.thread_time() - busy)
        found = super().select(timeout)
        self._began = time.perf_counter(), time.thread_time()
        return found


def timed_loop(turns: Turns) -> asyncio.AbstractEventLoop:
    """Return a new event loop whose turns are counted."""
    return asyncio.SelectorEventLoop(_TimedSelector(turns))
