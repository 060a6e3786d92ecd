"""Restore hit points."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.events import Reason
from roguelike.engine.kinds.limits import MOST_HIT_POINTS
from roguelike.engine.kinds.parts import Effect, named
from roguelike.engine.preview import on_actor
from roguelike.engine.rules.damage import heal

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.observation import Observation
    from roguelike.engine.preview import Preview
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.cause import Cause
    from roguelike.engine.state.level import Level
    from roguelike.engine.state.world import World


@named("heal")
@frozen
class Heal(Effect):
    """Restore up to `amount` hit points of the actor on the cell, never beyond its maximum."""

    amount: int = attrs.field(validator=[ge(0), le(MOST_HIT_POINTS)])
    refused_when_healthy: bool = False

    def refusal(self, level: Level, user: Actor, target: Point | None) -> Reason | None:
        """Refuse to waste it, where the rule set says so."""
        healthy = user.hit_points == user.max_hit_points
        return Reason.FULL_HEALTH if self.refused_when_healthy and healthy else None

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Heal the actor there."""
        if (patient := world.level.actor_at(at)) is not None:
            heal(world, patient, self.amount)

    def preview(self, seen: Observation, at: Point) -> Preview:
        """Return how many hit points the actor there would regain."""
        actor = seen.level.actor_at(at)
        gained = 0 if actor is None else min(self.amount, actor.max_hit_points - actor.hit_points)
        return on_actor(at, actor, healing=Fraction(gained))
