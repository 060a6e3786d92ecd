"""Push someone back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.events import Harm
from roguelike.engine.geometry import direction_to
from roguelike.engine.kinds.limits import MOST_HIT_POINTS
from roguelike.engine.kinds.parts import Effect, named
from roguelike.engine.preview import harmed, on_actor, put_at
from roguelike.engine.rules.damage import hurt
from roguelike.engine.rules.displacing import push
from roguelike.engine.rules.foreseen import from_fixed

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.observation import Observation
    from roguelike.engine.preview import Preview
    from roguelike.engine.state.cause import Cause
    from roguelike.engine.state.world import World


@named("push")
@frozen
class Push(Effect):
    """Push whoever is there one cell away from where the effect comes from; against a wall it does `damage`."""

    damage: int = attrs.field(default=4, validator=[ge(0), le(MOST_HIT_POINTS)])

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Push them into whatever is behind."""
        victim = world.level.actor_at(at)
        if victim is None or not victim.is_alive or at == cause.origin:
            return
        if not push(world, victim, direction_to(cause.origin, at)):
            hurt(world, victim, self.damage, Harm.OTHER, cause)

    def preview(self, seen: Observation, at: Point) -> Preview:
        """Return the damage, where something is behind."""
        actor = seen.level.actor_at(at)
        if actor is None or at == seen.me.at:
            return on_actor(at, actor)
        goal = at.step(direction_to(seen.me.at, at))
        if seen.level.is_walkable(goal) and seen.level.actor_at(goal) is None:
            return attrs.evolve(put_at(seen, actor, goal), area=(at,))
        return harmed(actor, from_fixed(seen.ruleset, actor, Harm.OTHER, self.damage))
