"""What a person can choose of how the game is shown, by the names that options and settings share."""

from __future__ import annotations

import re
from typing import Final

PALETTES: Final = ("default", "deuteranopia", "protanopia", "tritanopia", "high-contrast")
"""The palettes."""

COLORS: Final = {"0": 0, "8": 8, "16": 16, "256": 256, "24bit": 1 << 24}
"""How many colours to use."""

BACKGROUNDS: Final = ("black", "terminal")
"""What is behind the game: painted black, or what the terminal has there by itself."""

MOUSE_REPORTS: Final = ("off", "drag", "motion")
"""What the mouse reports: nothing, presses and drags, or every movement."""

NAME_RULE: Final = "1 to 16 letters, digits, _ or -"

HIGHEST_SEED: Final = (1 << 64) - 1
"""Seeds begin at 0."""


def is_name(text: str) -> bool:
    """Return whether a player can be called that, which is what `NAME_RULE` says."""
    return re.fullmatch("[A-Za-z0-9_-]{1,16}", text) is not None
