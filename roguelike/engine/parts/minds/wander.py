"""Wander until there is someone to chase."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.commands import Command, Move
from roguelike.engine.geometry import Direction
from roguelike.engine.kinds.limits import MOST_TURNS
from roguelike.engine.kinds.parts import Mind, named
from roguelike.engine.parts.minds.chase import pursue
from roguelike.engine.rules.pursuit import is_hunting

if TYPE_CHECKING:
    from roguelike.engine.rng import PCG32
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World

_BY_TOP_BITS = (Direction.NORTH, Direction.SOUTH, Direction.EAST, Direction.WEST)


@named("wander")
@frozen
class Wander(Mind):
    """Chase the player while in sight and for `memory` turns after; step anywhere otherwise."""

    memory: int = attrs.field(default=0, validator=[ge(0), le(MOST_TURNS)])

    def choose(self, world: World, actor: Actor) -> Command:
        """Chase, or take a step in one of the four directions, be it into a wall."""
        return pursue(world, actor) if is_hunting(world, actor, self.memory) else Move(any_direction(world.rng))


def any_direction(rng: PCG32) -> Direction:
    """Return one of the four cardinal directions, by the top two bits of one draw."""
    return _BY_TOP_BITS[rng.next_u32() >> 30]
