"""The score of a game: measures, and points for each."""

from __future__ import annotations

from typing import Final, Literal

import attrs
from attrs.validators import ge, gt, le, min_len

from roguelike.classes import frozen

_MAX_POINTS: Final = 100_000


Measure = Literal["kills", "deepest", "prize", "climbed", "treasuries", "companions", "victory", "hit points", "lamp"]
"""The measures of a score.

`deepest` is the deepest level seen; `prize` is 1 for a player with the prize of the goal, and `climbed` the number of
levels that it was carried up; `treasuries` those from which an item was taken; `companions` the living allies beside
the player, without summoned ones; `victory` is 1 for a victory. Hit points and the oil left in the lamp count only for
winners.
"""


@frozen(kw_only=True)
class ScoreRow:
    """Gives `points` for every `each` of the measure, up to `most` in all."""

    measure: Measure
    points: int = attrs.field(default=1, validator=[ge(0), le(_MAX_POINTS)])
    each: int = attrs.field(default=1, validator=[gt(0), le(_MAX_POINTS)])
    most: int = attrs.field(default=_MAX_POINTS, validator=[ge(0), le(_MAX_POINTS)])
    told: str = attrs.field(validator=min_len(1))
    """The reason for the points, in a few words."""

    def points_for(self, number: int) -> int:
        """Return the points for a measure of `number`."""
        return min(self.most, number // self.each * self.points)


USUAL_SCORE: Final = (
    ScoreRow(measure="kills", points=10, told="kills"),
    ScoreRow(measure="victory", points=100, told="victory"),
    ScoreRow(measure="hit points", points=1, told="HP left"),
)
"""The score of rule sets without `score`."""
