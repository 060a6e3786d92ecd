"""Wound someone as a blow would."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.classes import frozen
from roguelike.engine.events import Harm, MissileMissed
from roguelike.engine.kinds.parts import Effect, named
from roguelike.engine.kinds.stats import Stats
from roguelike.engine.preview import NOTHING, on_actor
from roguelike.engine.rules.damage import hurt

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.observation import Observation
    from roguelike.engine.preview import Preview
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.cause import Cause
    from roguelike.engine.state.world import World


@named("strike")
@frozen
class Strike(Effect):
    """Attack the actor on the cell with these `stats`, by the rule set's combat."""

    stats: Stats

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Roll the blow."""
        victim = world.level.actor_at(at)
        if victim is None or cause.means is None or not victim.is_alive:
            return
        damage = world.ruleset.combat.blow(world.rng, self.stats, victim.stats)
        if damage is None:
            world.emit(MissileMissed(victim.ref, cause.means))
        else:
            hurt(world, victim, damage, Harm.MISSILE, cause)

    def preview(self, seen: Observation, at: Point) -> Preview:
        """Return the mean damage to the actor there."""
        actor = seen.level.actor_at(at)
        if actor is None:
            return on_actor(at, None)
        chances = seen.ruleset.combat.chances(self.stats, actor.stats, actor.hit_points)
        deadly = actor.hit_points * (1 - sum(chances, NOTHING))
        return on_actor(at, actor, damage=sum((dealt * chance for dealt, chance in enumerate(chances)), deadly))


def stats_thrown(thrower: Actor) -> Stats | None:
    """Return the numbers of the blow that its missile deals; None where it throws nothing that strikes."""
    missile = thrower.kind.missile
    blows = () if missile is None else missile.on_hit
    return next((effect.stats for effect in blows if isinstance(effect, Strike)), None)
