"""Limits of player names and seeds; the command line needs them before it imports anything else."""

from __future__ import annotations

import re
from typing import Final

NAME_RULE: Final = "1 to 16 letters, digits, _ or -"

SEED_BITS: Final = 64
HIGHEST_SEED: Final = (1 << SEED_BITS) - 1
"""Seeds begin at 0."""


def is_name(text: str) -> bool:
    """Return whether a text is a valid player name, as `NAME_RULE` says."""
    return re.fullmatch("[A-Za-z0-9_-]{1,16}", text) is not None
