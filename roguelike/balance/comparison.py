"""Comparison of two sets of games on the same seeds."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from roguelike.balance.statistics import Interval, mean_interval
from roguelike.classes import frozen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.balance.games import Row
    from roguelike.balance.targets import Worth


@frozen
class Comparison:
    """Differences in wins and scores between games and others on the same seeds."""

    other: str
    """The policy of the other games."""
    wins: tuple[int, int]
    """Wins of these games and of the others."""
    points: Interval
    """Interval of the drop in the share of wins, in percentage points."""
    scores: tuple[Fraction, Fraction]
    """Mean scores of these games and of the others."""
    loss: Interval
    """Interval of the drop in the mean score."""

    @property
    def wins_fall(self) -> Fraction | None:
        """Drop in wins, in percent of the others' wins; None if these are 0."""
        these, others = self.wins
        return Fraction(100 * (others - these), others) if others else None

    @property
    def score_falls(self) -> Fraction | None:
        """Drop in the mean score, in percent of the others'; None if theirs is 0."""
        these, others = self.scores
        return 100 * (others - these) / others if others else None

    def proves(self, worth: Worth) -> bool:
        """Return whether the forbidden feature is worth at least `worth`."""
        falls = ((self.wins_fall, worth.wins_fall), (self.score_falls, worth.score_falls))
        return any(fall is not None and fall >= least for fall, least in falls)


def compare(these: Sequence[Row], others: Sequence[Row], other: str) -> Comparison:
    """Compare games with others, which have the same seeds in the same order."""
    pairs = list(zip(these, others, strict=True))
    points = mean_interval([100 * (other["won"] - one["won"]) for one, other in pairs])
    loss = mean_interval([other["score"] - one["score"] for one, other in pairs])
    return Comparison(
        other,
        (sum(row["won"] for row in these), sum(row["won"] for row in others)),
        points,
        (_mean(these), _mean(others)),
        loss,
    )


def _mean(rows: Sequence[Row]) -> Fraction:
    return Fraction(sum(row["score"] for row in rows), len(rows))
