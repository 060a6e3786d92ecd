"""Colour arithmetic on (red, green, blue) triples, 0 to 255 a channel, truncated like integers."""

from __future__ import annotations

Color = tuple[int, int, int]

BLACK: Color = (0, 0, 0)
WHITE: Color = (255, 255, 255)


def grey(level: int) -> Color:
    """Return the grey with `level` in every channel."""
    return (level, level, level)


def scale(color: Color, numerator: int, denominator: int) -> Color:
    """Multiply every channel by a fraction, capped at 255."""
    red, green, blue = color
    return (
        min(255, red * numerator // denominator),
        min(255, green * numerator // denominator),
        min(255, blue * numerator // denominator),
    )


def add(color: Color, other: Color) -> Color:
    """Add two colours, capped at 255."""
    return (min(255, color[0] + other[0]), min(255, color[1] + other[1]), min(255, color[2] + other[2]))


def blend(color: Color, goal: Color, alpha: int) -> Color:
    """Go from `color` towards `goal` by `alpha` of 255."""
    return (
        _towards(color[0], goal[0], alpha),
        _towards(color[1], goal[1], alpha),
        _towards(color[2], goal[2], alpha),
    )


def _towards(channel: int, goal: int, alpha: int) -> int:
    way = (goal - channel) * alpha
    return channel + (way // 255 if way >= 0 else -(-way // 255))
