"""How much the sweeping tests try: `make test` a fixed share, `make soak` many times that."""

from __future__ import annotations

import os
from typing import Final

EFFORT: Final = int(os.environ.get("EFFORT", "1"))
"""The number of examples of a sweep is multiplied by this."""


def some(number: int) -> int:
    """Return how many of `number` costly examples are tried: half of them, or `EFFORT` times as many."""
    return max(1, number // 2) if EFFORT == 1 else number * EFFORT
