"""Heartbeats: how often the processes of a server report to their supervisor, and when one counts as hanging."""

from __future__ import annotations

from typing import Final

from roguelike.classes import define

HEARTBEAT_INTERVAL: Final = 1.0
"""Seconds between two heartbeats."""
HEARTBEAT_TIMEOUT: Final = 10.0
"""Seconds without a heartbeat after which a process counts as hanging."""


@define
class Silence:
    """Time without a heartbeat of a process while its supervisor was awake.

    On a machine that was suspended, the supervisor may wake first: missed heartbeats then mean nothing.
    """

    seconds: float = 0.0
    _looked_at: float = 0.0

    def end(self) -> None:
        """Restart the count: the process has sent a heartbeat."""
        self.seconds = 0.0

    def is_too_long(self, now: float) -> bool:
        """Count the time since the last call, two heartbeats at most; return whether the process counts as hanging."""
        self.seconds += min(now - self._looked_at, 2 * HEARTBEAT_INTERVAL)
        self._looked_at = now
        return self.seconds > HEARTBEAT_TIMEOUT
