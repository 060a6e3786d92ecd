"""A mind that goes straight towards the player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.classes import frozen
from roguelike.engine.commands import STEP_OR_WAIT, Command, Wait
from roguelike.engine.kinds.families import Mind, named
from roguelike.tutorials.pathing.straight import straight_step

if TYPE_CHECKING:
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World


@named("straight")
@frozen
class Straight(Mind):
    """Step straight towards the player when noticed, and attack from any neighbouring cell."""

    def choose(self, world: World, actor: Actor) -> Command:
        """Step or attack; an obstacle in the way costs the turn."""
        if not world.ruleset.perception.perceives(world, actor):
            return Wait()
        direction = straight_step(world, actor)
        return STEP_OR_WAIT[direction]
