"""Exact statistics of many games; only bounds of intervals are rounded, to a hundredth of a percent."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from roguelike.classes import frozen

if TYPE_CHECKING:
    from collections.abc import Sequence

Z: Final = Fraction(196, 100)
"""Quantile of a normal distribution for a confidence of 95 %."""
HUNDREDTH: Final = 10_000
"""Number of hundredths of a percent in the whole."""


@frozen
class Interval:
    """A 95 % confidence interval."""

    low: Fraction
    high: Fraction


def wilson(successes: int, games: int) -> Interval:
    """Return the Wilson score interval of a share."""
    if games == 0:
        return Interval(Fraction(0), Fraction(1))
    square = Z * Z
    spread = root(square * square + 4 * square * Fraction(successes * (games - successes), games))
    middle, whole = 2 * successes + square, 2 * (games + square)
    low, high = (middle - spread) / whole, (middle + spread) / whole
    return Interval(
        Fraction(max(0, math.floor(low * HUNDREDTH)), HUNDREDTH),
        Fraction(min(HUNDREDTH, math.ceil(high * HUNDREDTH)), HUNDREDTH),
    )


def mean_interval(values: Sequence[int]) -> Interval:
    """Return the 95 % confidence interval of a mean, by the normal distribution."""
    count = len(values)
    mean = Fraction(sum(values), count)
    variance = sum(((value - mean) ** 2 for value in values), Fraction(0)) / max(1, count - 1)
    half = Z * root(variance / count)
    return Interval(mean - half, mean + half)


def quantile(values: Sequence[int], percent: int) -> int:
    """Return the lowest value that `percent` percent of the values do not exceed."""
    ordered = sorted(values)
    return ordered[max(0, -(-percent * len(ordered) // 100) - 1)]


def root(number: Fraction) -> Fraction:
    """Return the square root, rounded down to a millionth."""
    million = 10**6
    return Fraction(math.isqrt(number.numerator * million**2 // number.denominator), million)
