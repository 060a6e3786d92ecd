"""When something that moves by itself is to move next."""

from __future__ import annotations

from roguelike.classes import define

SOON = 0.0005
"""Seconds: sums of floats, and terminals that wait, are no more exact than that."""


@define
class Timer:
    """Comes due again and again, `interval` seconds apart; with None it never does."""

    interval: float | None = None
    _due: float = 0.0

    def set(self, now: float, interval: float | None) -> None:
        """Begin anew, unless the interval stays what it was."""
        if interval != self.interval:
            self.interval = interval
            self.restart(now)

    def restart(self, now: float) -> None:
        """Come due an interval from now."""
        self._due = now + (self.interval or 0.0)

    def take(self, now: float) -> bool:
        """Return whether it is due; if so, it goes on to the next time.

        What was missed is not made up for, but a wait that was a little too long makes the next one shorter.
        """
        if self.interval is None or now < self._due - SOON:
            return False
        on_time = self._due + self.interval
        self._due = on_time if on_time > now else now + self.interval
        return True

    def left(self, now: float) -> float | None:
        """Return the seconds until it is due; None for ever."""
        return None if self.interval is None else max(0.0, self._due - now)
