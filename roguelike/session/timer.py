"""Timers for animations, automations and views with an interval."""

from __future__ import annotations

from roguelike.classes import define

SOON = 0.0005
"""Seconds of tolerance for rounding and for waits that end early."""


@define
class Timer:
    """A periodic timer; with an `interval` of None it never expires."""

    interval: float | None = None
    _due: float = 0.0

    def set(self, now: float, interval: float | None) -> None:
        """Set the interval, and restart the timer if it changes."""
        if interval != self.interval:
            self.interval = interval
            self.restart(now)

    def restart(self, now: float) -> None:
        """Restart the interval at `now`."""
        self._due = now + (self.interval or 0.0)

    def take(self, now: float, most: int = 1) -> int:
        """Return how often the timer has expired, at most `most` times; if it has, schedule the next expiry.

        Further expiries are skipped, but a wait that was slightly too long shortens the next one.
        """
        if self.interval is None or now < self._due - SOON:
            return 0
        missed = int((now + SOON - self._due) / self.interval) if self.interval else 0
        on_time = self._due + (min(missed, most - 1) + 1) * self.interval
        self._due = on_time if on_time > now else now + self.interval
        return min(missed + 1, most)

    def left(self, now: float) -> float | None:
        """Return the seconds until it expires; None if it never does."""
        return None if self.interval is None else max(0.0, self._due - now)
