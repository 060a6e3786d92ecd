"""Wound someone."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Literal

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.events import Harm
from roguelike.engine.kinds.limits import MOST_HIT_POINTS
from roguelike.engine.kinds.parts import Effect, named
from roguelike.engine.preview import on_actor
from roguelike.engine.rules.damage import hurt

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.observation import Observation
    from roguelike.engine.preview import Preview
    from roguelike.engine.state.cause import Cause
    from roguelike.engine.state.world import World


@named("hurt")
@frozen
class Hurt(Effect):
    """Wound the actor on the cell for `amount`, armour or not; `harm` says by what."""

    amount: int = attrs.field(validator=[ge(0), le(MOST_HIT_POINTS)])
    harm: Literal["fire", "lightning", "missile", "poison", "other"] = "other"

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Wound whoever is there."""
        if (victim := world.level.actor_at(at)) is not None:
            hurt(world, victim, self.amount, Harm(self.harm), cause)

    def preview(self, seen: Observation, at: Point) -> Preview:
        """Return the damage to the actor there, but for what is warded off."""
        actor = seen.level.actor_at(at)
        warded = actor is not None and any(
            each.left and self.harm in each.kind.wards for each in actor.conditions.values()
        )
        return on_actor(at, actor, damage=Fraction(0 if warded else self.amount))
