"""Strike and be off."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.commands import Move
from roguelike.engine.geometry import direction_to, king_distance
from roguelike.engine.kinds.limits import MOST_TURNS
from roguelike.engine.kinds.parts import Behaviour, named
from roguelike.engine.rules.pursuit import step_away

if TYPE_CHECKING:
    from roguelike.engine.commands import Command
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World


@named("swoop")
@frozen
class Swoop(Behaviour):
    """After a blow, keep away from the foe for so many `rounds`, and come back."""

    rounds: int = attrs.field(default=2, validator=[ge(1), le(MOST_TURNS)])

    def act(self, world: World, actor: Actor, foe: Actor | None) -> Command | None:
        """Return the blow, or a step away after one."""
        if foe is None:
            return None
        if not actor.is_ready(self.name, world.round):
            away = step_away(world, actor, foe)
            return None if away is None else Move(away)
        if king_distance(actor.at, foe.at) > 1:
            return None
        direction = direction_to(actor.at, foe.at)
        if direction not in world.directions_of(actor):
            return None
        actor.cooldowns[self.name] = world.round + self.rounds
        return Move(direction)
