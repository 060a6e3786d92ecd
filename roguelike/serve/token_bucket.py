"""Token buckets, which limit rates."""

from __future__ import annotations

import attrs

from roguelike.classes import define


@define
class TokenBucket:
    """Holds up to `size` tokens, and gains `rate` a second; callers pass in the time, in seconds."""

    size: float
    rate: float
    _level: float = attrs.field(init=False, default=attrs.Factory(lambda self: self.size, takes_self=True))
    _at: float = attrs.field(init=False, default=0.0)

    def take(self, now: float, amount: float = 1.0) -> bool:
        """Take `amount` tokens and return True; take none and return False if there are fewer."""
        self._fill(now)
        if amount > self._level:
            return False
        self._level -= amount
        return True

    def wait(self, now: float, amount: float = 1.0) -> float:
        """Return the seconds until there are `amount` tokens; 0 if there are now."""
        self._fill(now)
        return max(0.0, amount - self._level) / self.rate

    def _fill(self, now: float) -> None:
        self._level = min(self.size, self._level + (now - self._at) * self.rate)
        self._at = now
