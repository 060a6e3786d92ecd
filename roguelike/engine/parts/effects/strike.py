"""Wound someone as a blow would."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import attrs

from roguelike.classes import frozen
from roguelike.engine.events import Harm, MissileMissed
from roguelike.engine.kinds.limits import HIGHEST_STAT
from roguelike.engine.kinds.parts import Effect, named
from roguelike.engine.kinds.stats import Stats
from roguelike.engine.preview import harmed, on_actor
from roguelike.engine.rules.blows import Terms, on_terms
from roguelike.engine.rules.damage import hurt
from roguelike.engine.rules.foreseen import from_blow
from roguelike.engine.schema import added

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.kinds.parts import CombatModel
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.observation import Observation
    from roguelike.engine.preview import Preview
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.cause import Cause
    from roguelike.engine.state.world import World


@named("strike")
@frozen
class Strike(Effect):
    """Attack the actor on the cell with these `stats`, by the rule set's combat; `per_plus` is added for each plus."""

    stats: Stats
    per_plus: Stats = added(factory=Stats)
    sure: bool = added(default=False)
    """Whether it always hits."""

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Roll the blow."""
        victim = world.level.actor_at(at)
        if victim is None or cause.means is None or not victim.is_alive:
            return
        damage = self._combat(world.ruleset).blow(world.rng, self._stats(cause.plus), victim.stats)
        if damage is None:
            world.emit(MissileMissed(victim.ref, cause.means))
        else:
            hurt(world, victim, damage, Harm.MISSILE, cause)

    def preview(self, seen: Observation, at: Point) -> Preview:
        """Return the mean damage to the actor there."""
        actor = seen.level.actor_at(at)
        if actor is None:
            return on_actor(at, None)
        combat, stats = self._combat(seen.ruleset), self._stats(seen.plus)
        return harmed(actor, from_blow(seen.ruleset, actor, Harm.MISSILE, combat, stats))

    def _combat(self, ruleset: RuleSet) -> CombatModel:
        return on_terms(ruleset.combat, Terms(sure=True)) if self.sure else ruleset.combat

    def _stats(self, plus: int) -> Stats:
        if plus < 1 or self.per_plus == _NO_MORE:
            return self.stats
        both = ((name, getattr(self.stats, name), getattr(self.per_plus, name)) for name in _NAMES)
        return Stats(**{name: min(base + more * plus, HIGHEST_STAT) for name, base, more in both})


_NO_MORE: Final = Stats()
_NAMES: Final = tuple(field.name for field in attrs.fields(Stats))


def stats_thrown(thrower: Actor) -> Stats | None:
    """Return the numbers of the blow that its missile deals; None where it throws nothing that strikes."""
    missile = thrower.kind.missile
    blows = () if missile is None else missile.on_hit
    return next((effect.stats for effect in blows if isinstance(effect, Strike)), None)
