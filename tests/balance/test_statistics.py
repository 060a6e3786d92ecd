"""Exact figures."""

from __future__ import annotations

from fractions import Fraction

import pytest

from roguelike.balance.statistics import Interval, mean_interval, quantile, root, wilson


@pytest.mark.parametrize(
    ("successes", "games", "low", "high"),
    [(0, 10, 0, 2776), (5, 10, 2365, 7635), (10, 10, 7224, 10_000), (60, 400, 1183, 1884), (0, 0, 0, 10_000)],
)
def test_the_interval_of_a_share_is_that_of_wilson(successes: int, games: int, low: int, high: int) -> None:
    """In hundredths of a percent, as textbooks have it, rounded outwards."""
    found = wilson(successes, games)

    assert low == found.low * 10_000
    assert high == found.high * 10_000


def test_the_interval_of_a_mean_is_two_standard_errors_wide() -> None:
    """Of 2, 4, 4, 4, 5, 5, 7, 9 the mean is 5, and the variance 32/7."""
    found = mean_interval([2, 4, 4, 4, 5, 5, 7, 9])

    assert 5 == (found.low + found.high) / 2
    assert pytest.approx(1.96 * (32 / 7 / 8) ** 0.5, abs=1e-5) == float(found.high - 5)
    assert Interval(Fraction(3), Fraction(3)) == mean_interval([3])


@pytest.mark.parametrize(("percent", "value"), [(50, 3), (95, 5), (100, 5), (1, 1), (20, 1), (21, 2)])
def test_a_quantile_is_one_of_the_values(percent: int, value: int) -> None:
    """The lowest value that `percent` percent do not exceed, in any order."""
    assert value == quantile([5, 3, 1, 4, 2], percent)


def test_a_root_is_rounded_down_to_a_millionth() -> None:
    """Without a float."""
    assert Fraction(1414213, 10**6) == root(Fraction(2))
    assert Fraction(3, 2) == root(Fraction(9, 4))
