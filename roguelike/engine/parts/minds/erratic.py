"""Flit about, and sometimes at the player."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.commands import Command, Move, Wait
from roguelike.engine.dice import percent, roll
from roguelike.engine.kinds.limits import MOST_TURNS
from roguelike.engine.kinds.parts import Mind, named
from roguelike.engine.parts.minds.chase import pursue
from roguelike.engine.rules.pursuit import is_hunting

if TYPE_CHECKING:
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World


@named("erratic")
@frozen
class Erratic(Mind):
    """With a chance of `flits` percent step at random; chase otherwise, or wait when there is no one to chase."""

    flits: int = attrs.field(validator=[ge(0), le(100)])
    memory: int = attrs.field(default=3, validator=[ge(0), le(MOST_TURNS)])

    def choose(self, world: World, actor: Actor) -> Command:
        """Flit or chase."""
        hunting = is_hunting(world, actor, self.memory)
        if percent(world.rng, self.flits):
            directions = world.directions_of(actor)
            return Move(directions[roll(world.rng, 0, len(directions) - 1)])
        return pursue(world, actor) if hunting else Wait()
