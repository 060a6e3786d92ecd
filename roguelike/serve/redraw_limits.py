"""Limits on the cells that a game draws when a client resizes its window or requests a redraw."""

from __future__ import annotations

from typing import Final

from roguelike.serve.environment import MAX_SIZE
from roguelike.serve.token_bucket import TokenBucket

REDRAW_BURST: Final = MAX_SIZE[0] * MAX_SIZE[1]
"""Cells in a burst: the largest window once, or a normal one 50 times, as when the player drags its edge."""
REDRAW_RATE: Final = 20_000
"""Cells a second after that."""
REDRAW_RETRY: Final = 0.5
"""Seconds until a redraw that exceeded the rate is tried again."""


def redraw_bucket() -> TokenBucket:
    """Return the bucket of one client, in cells."""
    return TokenBucket(REDRAW_BURST, REDRAW_RATE)
