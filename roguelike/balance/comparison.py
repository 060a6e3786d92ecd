"""The same games played in two ways."""

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
    """How wins and scores of some games differ from those of others on the same seeds."""

    other: str
    """How the others were played."""
    wins: tuple[int, int]
    """Wins of these games and of the others."""
    points: Interval
    """How much lower the share of wins is, in percent points."""
    scores: tuple[Fraction, Fraction]
    """The mean scores."""
    loss: Interval
    """How much lower the mean score is."""

    @property
    def wins_fall(self) -> Fraction | None:
        """How much lower wins are, in percent of the others'; None where these have none."""
        these, others = self.wins
        return Fraction(100 * (others - these), others) if others else None

    @property
    def score_falls(self) -> Fraction | None:
        """The same of the mean scores."""
        these, others = self.scores
        return 100 * (others - these) / others if others else None

    def proves(self, worth: Worth) -> bool:
        """Return whether what was forbidden is worth as much as it should be."""
        falls = ((self.wins_fall, worth.wins_fall), (self.score_falls, worth.score_falls))
        return any(fall is not None and fall >= least for fall, least in falls)


def compare(these: Sequence[Row], others: Sequence[Row], other: str) -> Comparison:
    """Return how games differ from the others, which are of the same seeds in the same order."""
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
