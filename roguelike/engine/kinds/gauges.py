"""Gauges: what the player has so much of, and how that changes by itself."""

from __future__ import annotations

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.kinds.names import ItemName
from roguelike.engine.schema import added

FULLEST = 1_000_000


@frozen(kw_only=True)
class GaugeThrow:
    """How some of a gauge is thrown, like the oil of a lamp."""

    item: ItemName
    """The item that flies, which nobody carries."""
    amount: int = attrs.field(validator=[ge(1), le(FULLEST)])
    """What a throw takes off; refused unless more than that is left."""


@frozen(kw_only=True)
class Gauge:
    """A number that is shown to the player, like the oil in a lamp."""

    start: int = attrs.field(validator=[ge(0), le(FULLEST)])
    most: int = attrs.field(validator=[ge(1), le(FULLEST)])
    per_round: int = attrs.field(default=0, validator=[ge(-FULLEST), le(FULLEST)])
    """What is added each round, and taken off where it is less than 0."""
    low: int = attrs.field(default=0, validator=[ge(0), le(FULLEST)])
    """At so much, or less, the player is warned."""
    throw: GaugeThrow | None = added(default=None)
    """How the player throws some of it, if it is that of the lamp; not at all unless given."""

    def __attrs_post_init__(self) -> None:
        if self.start > self.most:
            raise ValueError("'start' must not be more than 'most'")
        if self.low > self.most:
            raise ValueError("'low' must not be more than 'most'")

    def starting_with(self, amount: int | None) -> Gauge:
        """Return the gauge with another start; None: the same."""
        return self if amount is None else attrs.evolve(self, start=amount)


@frozen(kw_only=True)
class Arrivals:
    """When a further horde comes to a level, in rounds that the player spends there."""

    first: tuple[int, ...] = (300, 500)
    """The least and the most."""
    later: tuple[int, ...] = (200, 400)
    """The same for those after the first."""

    def __attrs_post_init__(self) -> None:
        for name, span in (("first", self.first), ("later", self.later)):
            if len(span) != 2 or not 1 <= span[0] <= span[1] <= FULLEST:  # noqa: PLR2004 -- least and most
                raise ValueError(f"'{name}' must be the least and the most rounds, from 1 to {FULLEST}")
