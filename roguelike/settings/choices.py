"""What a person can choose of how the game is shown, by the names that options and settings share."""

from __future__ import annotations

from typing import Final

Written = str | bool | int | list[str] | None
"""A setting as the file says it; None where it is left out."""

PALETTES: Final = ("default", "deuteranopia", "protanopia", "tritanopia", "high-contrast")
"""The palettes."""

COLORS: Final = {"0": 0, "8": 8, "16": 16, "256": 256, "24bit": 1 << 24}
"""How many colours to use."""

BACKGROUNDS: Final = ("black", "terminal")
"""What is behind the game: painted black, or what the terminal has there by itself."""

MOUSE_REPORTS: Final = ("off", "drag", "motion")
"""What the mouse reports: nothing, presses and drags, or every movement."""

LIGHTS: Final = ("plain", "rich", "off")
"""How the map is lit: by what is seen and what shines, by the lamp as well, or not at all."""

ANIMATIONS: Final = ("normal", "fast", "off")
"""How fast flights and automation are shown; "off" shows only how they end."""
