"""Gauges of the player, and the times of wandering hordes."""

from __future__ import annotations

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.kinds.names import ItemName
from roguelike.engine.schema import added

FULLEST = 1_000_000


@frozen(kw_only=True)
class GaugeThrow:
    """How the player throws some of a gauge, like the oil of the lamp."""

    item: ItemName
    """The thrown item, which exists only in flight."""
    amount: int = attrs.field(validator=[ge(1), le(FULLEST)])
    """The amount that a throw takes; it is refused unless more than that is left."""


@frozen(kw_only=True)
class Gauge:
    """A number that the player sees, like the oil in the lamp."""

    start: int = attrs.field(validator=[ge(0), le(FULLEST)])
    most: int = attrs.field(validator=[ge(1), le(FULLEST)])
    per_round: int = attrs.field(default=0, validator=[ge(-FULLEST), le(FULLEST)])
    """The change each round; negative for a loss."""
    low: int = attrs.field(default=0, validator=[ge(0), le(FULLEST)])
    """The amount at or below which the player is warned."""
    throw: GaugeThrow | None = added(default=None)
    """How the player throws some of it, if it is the lamp's gauge; None if they cannot."""

    def __attrs_post_init__(self) -> None:
        if self.start > self.most:
            raise ValueError("'start' must not be more than 'most'")
        if self.low > self.most:
            raise ValueError("'low' must not be more than 'most'")

    def starting_with(self, amount: int | None) -> Gauge:
        """Return the gauge with another start; unchanged for None."""
        return self if amount is None else attrs.evolve(self, start=amount)


@frozen(kw_only=True)
class Arrivals:
    """When wandering hordes come to a level, in rounds that the player spends on it."""

    first: tuple[int, ...] = (300, 500)
    """The least and the most rounds until the first."""
    later: tuple[int, ...] = (200, 400)
    """The least and the most rounds from one to the next."""

    def __attrs_post_init__(self) -> None:
        for name, span in (("first", self.first), ("later", self.later)):
            if len(span) != 2 or not 1 <= span[0] <= span[1] <= FULLEST:  # noqa: PLR2004 -- least and most
                raise ValueError(f"'{name}' must be the least and the most rounds, from 1 to {FULLEST}")
