"""How long things take, in buckets as Prometheus has them."""

from __future__ import annotations

import bisect
from typing import Any, Final

import attrs

from roguelike.classes import define

BOUNDS: Final = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0)
"""Seconds: the upper bounds of the buckets, but for the last."""


@define
class Latency:
    """Counts of durations."""

    counts: list[int] = attrs.field(factory=lambda: [0] * (len(BOUNDS) + 1))
    total: float = 0.0
    """Seconds in all."""

    def count(self, seconds: float) -> None:
        """Count a duration."""
        self.counts[bisect.bisect_left(BOUNDS, seconds)] += 1
        self.total += seconds

    def plain(self) -> dict[str, Any]:
        """Return the counts as plain data."""
        return {"bounds": BOUNDS, "counts": self.counts, "total": round(self.total, 6)}
