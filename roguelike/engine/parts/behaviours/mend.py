"""Heal by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.kinds.limits import MOST_HIT_POINTS, MOST_TURNS
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.kinds.names import TerrainName
from roguelike.engine.kinds.parts import Behaviour, named
from roguelike.engine.rules.damage import heal

if TYPE_CHECKING:
    from roguelike.engine.commands import Command
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World


@named("mend")
@frozen
class Mend(Behaviour):
    """Get `amount` hit points back each round.

    Nowhere but in the terrain of `within`, if that names any; not for `unless_burned` rounds after fire has wounded it.
    """

    amount: int = attrs.field(validator=[ge(1), le(MOST_HIT_POINTS)])
    within: tuple[TerrainName, ...] = ()
    unless_burned: int = attrs.field(default=0, validator=[ge(0), le(MOST_TURNS)])

    moods = frozenset(Mood)

    def act(self, world: World, actor: Actor, foe: Actor | None) -> Command | None:
        """Heal once a round, and leave what to do to the others of its list."""
        if actor.hit_points == actor.max_hit_points or not actor.is_ready(self.name, world.round):
            return None
        burned = actor.burned_on is not None and world.round - actor.burned_on < self.unless_burned
        here = (terrain.name for terrain in world.level.layers_at(actor.at))
        if not burned and (not self.within or any(name in self.within for name in here)):
            actor.cooldowns[self.name] = world.round + 1
            heal(world, actor, self.amount, told=False)
        return None
