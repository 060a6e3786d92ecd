"""Histograms of durations, as Prometheus has them."""

from __future__ import annotations

import bisect
from typing import Any, Final

import attrs

from roguelike.classes import define

BOUNDS: Final = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0)
"""Upper bounds of the buckets in seconds; the last bucket has none."""
TURNS: Final = (10.0, 30.0, 100.0, 300.0, 1000.0, 3000.0, 10_000.0, 30_000.0)
"""Upper bounds in turns, for the length of games."""


@define
class Latency:
    """Counts of durations, which are in seconds unless other bounds are given."""

    bounds: tuple[float, ...] = BOUNDS
    counts: list[int] = attrs.Factory(lambda self: [0] * (len(self.bounds) + 1), takes_self=True)
    total: float = 0.0
    """Sum of all durations."""

    def count(self, duration: float) -> None:
        """Count a duration."""
        self.counts[bisect.bisect_left(self.bounds, duration)] += 1
        self.total += duration

    def plain(self) -> dict[str, Any]:
        """Return the counts as JSON values."""
        return {"bounds": self.bounds, "counts": self.counts, "total": round(self.total, 6)}
