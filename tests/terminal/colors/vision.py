"""What eyes make of colours: simulated colour blindness, and how different two colours look.

The matrices are those of G. M. Machado, M. M. Oliveira and L. A. F. Fernandes, "A Physiologically-based Model for
Simulation of Color Vision Deficiency", IEEE Transactions on Visualization and Computer Graphics 15 (2009), for a
severity of 1.0; they apply to linear RGB. The difference is CIEDE2000 (CIE 142-2001), with all weights 1 and the white
of D65.
"""

from __future__ import annotations

import functools
import math
from typing import Final

Color = tuple[int, int, int]
Vector = tuple[float, float, float]
Matrix = tuple[Vector, Vector, Vector]

NORMAL: Final[Matrix] = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
PROTANOPIA: Final[Matrix] = (
    (0.152286, 1.052583, -0.204868),
    (0.114503, 0.786281, 0.099216),
    (-0.003882, -0.048116, 1.051998),
)
DEUTERANOPIA: Final[Matrix] = (
    (0.367322, 0.860646, -0.227968),
    (0.280085, 0.672501, 0.047413),
    (-0.011820, 0.042940, 0.968881),
)
TRITANOPIA: Final[Matrix] = (
    (1.255528, -0.076749, -0.178779),
    (-0.078411, 0.930809, 0.147602),
    (0.004733, 0.691367, 0.303900),
)

_TO_XYZ: Final[Matrix] = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_WHITE: Final[Vector] = (0.95047, 1.0, 1.08883)


def _times(matrix: Matrix, vector: Vector) -> Vector:
    first, second, third = (sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
    return first, second, third


def linear(color: Color) -> Vector:
    """Return the linear light of a colour, 0 to 1 a channel."""
    red, green, blue = (
        share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4
        for share in (channel / 255 for channel in color)
    )
    return red, green, blue


def lab(color: Color, vision: Matrix = NORMAL) -> Vector:
    """Return the colour in CIELAB as somebody with that vision sees it; light that no screen can send is cut off."""
    red, green, blue = (min(1.0, max(0.0, channel)) for channel in _times(vision, linear(color)))
    x, y, z = (
        _cube_root(value / white) for value, white in zip(_times(_TO_XYZ, (red, green, blue)), _WHITE, strict=True)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _cube_root(value: float) -> float:
    return value ** (1 / 3) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116


@functools.cache
def difference(one: Color, other: Color, vision: Matrix = NORMAL) -> float:
    """Return how different two colours look, in CIEDE2000: 1 can just be seen side by side, 100 is black and white."""
    return ciede2000(lab(one, vision), lab(other, vision))


def ciede2000(one: Vector, other: Vector) -> float:
    """Return the difference of two colours in CIELAB."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    stretch = 1.5 - 0.5 * _weight((math.hypot(a1, b1) + math.hypot(a2, b2)) / 2)
    a1, a2 = a1 * stretch, a2 * stretch
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1, h2 = math.degrees(math.atan2(b1, a1)) % 360, math.degrees(math.atan2(b2, a2)) % 360
    turn = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0.0
    hue = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))
    middle, chroma = (h1 + turn / 2) % 360 if c1 * c2 else h1 + h2, (c1 + c2) / 2
    off = ((l1 + l2) / 2 - 50) ** 2
    tone = 1.0 + sum(
        weight * math.cos(math.radians(times * middle + shift))
        for weight, times, shift in ((-0.17, 1, -30), (0.24, 2, 0), (0.32, 3, 6), (-0.2, 4, -63))
    )
    light = (l2 - l1) / (1 + 0.015 * off / math.sqrt(20 + off))
    colour = (c2 - c1) / (1 + 0.045 * chroma)
    shade = hue / (1 + 0.015 * chroma * tone)
    bend = -math.sin(math.radians(60 * math.exp(-(((middle - 275) / 25) ** 2)))) * 2 * _weight(chroma)
    return math.sqrt(max(0.0, light**2 + colour**2 + shade**2 + bend * colour * shade))


def _weight(chroma: float) -> float:
    return math.sqrt(chroma**7 / (chroma**7 + 25.0**7))


def wcag(one: Color, other: Color) -> float:
    """Return the contrast of two colours as WCAG 2 defines it, 1 to 21."""
    one_light, other_light = (
        0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05 for red, green, blue in (linear(one), linear(other))
    )
    return max(one_light, other_light) / min(one_light, other_light)
