"""Display choices, with the names that options and settings share."""

from __future__ import annotations

from typing import Final

Written = str | bool | int | list[str] | None
"""A setting as written in the file; None if it is missing."""

PALETTES: Final = ("default", "deuteranopia", "protanopia", "tritanopia", "high-contrast")
"""The palettes."""

COLORS: Final = {"0": 0, "8": 8, "16": 16, "256": 256, "24bit": 1 << 24}
"""The number of colours to use."""

BACKGROUNDS: Final = ("black", "terminal")
"""The background of the game: painted black, or the terminal's default."""

MOUSE_REPORTS: Final = ("off", "drag", "motion")
"""The mouse mode: no reports, presses and drags, or every movement."""

LIGHTS: Final = ("plain", "rich", "off")
"""The light on the map: of seen cells and glowing things, also of the lamp, or none."""

ANIMATIONS: Final = ("normal", "fast", "off")
"""The speed of projectiles and automation; "off" shows only their end."""
