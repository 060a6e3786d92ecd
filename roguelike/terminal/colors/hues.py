"""Classification of colours: hue and saturation."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from roguelike.cells.color import Color


class Hue(enum.IntEnum):
    """The hues that palettes distinguish."""

    GREY = 0
    RED = 1
    ORANGE = 2
    YELLOW = 3
    GREEN = 4
    CYAN = 5
    BLUE = 6
    VIOLET = 7


_LIMITS: Final = (
    (20, Hue.RED),
    (46, Hue.ORANGE),
    (70, Hue.YELLOW),
    (165, Hue.GREEN),
    (200, Hue.CYAN),
    (265, Hue.BLUE),
    (345, Hue.VIOLET),
    (360, Hue.RED),
)
"""The upper limit of each hue in degrees."""
_DARK: Final = 40
_MIN_SATURATION: Final = 30


def hue_of(color: Color) -> Hue:
    """Return the hue of `color`; pale and nearly black colours count as grey."""
    if max(color) < _DARK or saturation(color) <= _MIN_SATURATION:
        return Hue.GREY
    degrees = _degrees(color)
    return next(hue for limit, hue in _LIMITS if degrees < limit)


def saturation(color: Color) -> int:
    """Return how far from grey a colour is, 0 to 100."""
    high = max(color)
    return (high - min(color)) * 100 // high if high else 0


def _degrees(color: Color) -> int:
    """Return the hue of a colour other than grey in degrees; red is 0."""
    red, green, blue = color
    high, spread = max(color), max(color) - min(color)
    if high == red:
        return 60 * (green - blue) // spread % 360
    if high == green:
        return 60 * (blue - red) // spread + 120
    return 60 * (red - green) // spread + 240
