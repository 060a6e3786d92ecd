"""Raise the maximum of hit points."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import attrs
from attrs.validators import gt, le

from roguelike.classes import frozen
from roguelike.engine.kinds.limits import MOST_HIT_POINTS
from roguelike.engine.kinds.parts import Effect, named
from roguelike.engine.preview import on_actor
from roguelike.engine.rules.damage import heal, strengthen

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.observation import Observation
    from roguelike.engine.preview import Preview
    from roguelike.engine.state.cause import Cause
    from roguelike.engine.state.world import World


@named("gain_max")
@frozen
class GainMax(Effect):
    """Raise the most hit points that the actor on the cell can have by `amount`, and heal it fully."""

    amount: int = attrs.field(validator=[gt(0), le(MOST_HIT_POINTS)])

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Raise it, and heal."""
        if (actor := world.level.actor_at(at)) is not None and actor.is_alive:
            strengthen(world, actor, self.amount)
            heal(world, actor, actor.max_hit_points)

    def preview(self, seen: Observation, at: Point) -> Preview:
        """Return how many hit points the actor there would gain."""
        actor = seen.level.actor_at(at)
        gained = 0 if actor is None else actor.max_hit_points + self.amount - actor.hit_points
        return on_actor(at, actor, healing=Fraction(gained))
