"""Busy time of the gateway's event loop, in which no client is served."""

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
class LoopStats:
    """Busy time of the iterations of an event loop, each from one `select` to the next."""

    durations: Latency = attrs.field(factory=Latency)
    longest: float = 0.0
    """Seconds of the longest iteration."""
    busy: float = 0.0
    """CPU seconds of the busiest iteration: in the rest of a long one other processes ran."""

    def count(self, seconds: float, busy: float) -> None:
        """Count an iteration."""
        self.durations.count(seconds)
        self.longest = max(self.longest, seconds)
        self.busy = max(self.busy, busy)

    def plain(self) -> dict[str, Any]:
        """Return the counts as JSON values."""
        return {**self.durations.plain(), "longest": round(self.longest, 6), "busy": round(self.busy, 6)}


class _TimedSelector(selectors.DefaultSelector):
    """A selector that counts the time between two calls of `select`."""

    def __init__(self, loop_stats: LoopStats) -> None:
        super().__init__()
        self._loop_stats = loop_stats
        self._began: tuple[float, float] | None = None

    def select(self, timeout: float | None = None) -> Sequence[tuple[selectors.SelectorKey, int]]:  # type: ignore[override]
        """Wait for events."""
        if self._began is not None:
            wall, busy = self._began
            self._loop_stats.count(time.perf_counter() - wall, time.thread_time() - busy)
        found = super().select(timeout)
        self._began = time.perf_counter(), time.thread_time()
        return found


def timed_loop(loop_stats: LoopStats) -> asyncio.AbstractEventLoop:
    """Return a new event loop whose iterations are counted."""
    return asyncio.SelectorEventLoop(_TimedSelector(loop_stats))
