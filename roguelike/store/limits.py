"""Limits of player names and seeds; the command line needs them before it imports anything else."""

from __future__ import annotations

import re
from typing import Final

MAX_NAME: Final = 16
NAME_RULE: Final = f"1 to {MAX_NAME} letters, digits, _ or -, not starting with -"

SEED_BITS: Final = 64
MAX_SEED: Final = (1 << SEED_BITS) - 1
"""Seeds begin at 0."""


def is_name(text: str) -> bool:
    """Return whether a text is a valid player name, as `NAME_RULE` says."""
    return is_saved_name(text) and not text.startswith("-")


def is_saved_name(text: str) -> bool:
    """Return whether a saved game may have this name: older releases allowed a leading hyphen."""
    return re.fullmatch(f"[A-Za-z0-9_-]{{1,{MAX_NAME}}}", text) is not None
