"""A mind that takes the shortest path around other actors."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.commands import STEP_OR_WAIT, Command, Wait
from roguelike.engine.kinds.families import Mind, named
from roguelike.tutorials.pathing.approach import approach
from roguelike.tutorials.pathing.occupancy import MAX_STEPS
from roguelike.tutorials.pathing.straight import straight_step

if TYPE_CHECKING:
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World


@named("assault")
@frozen
class Assault(Mind):
    """Take the shortest path when the player is noticed, if it has fewer than `longest` steps; else a straight step.

    Diagonal steps cost 1.41. It attacks from any neighbouring cell, as the shortest path from there is one step.
    """

    longest: int = attrs.field(default=25, validator=[ge(1), le(MAX_STEPS + 1)])

    def effort(self, cells: int) -> int:
        """Return the effort of a search of all cells within `longest` steps."""
        return 1 + min(self.longest**2, cells) // 250

    def choose(self, world: World, actor: Actor) -> Command:
        """Step or attack; wait if even the straight step is blocked."""
        if not world.ruleset.perception.perceives(world, actor):
            return Wait()
        direction = approach(world, actor, self.longest - 1) or straight_step(world, actor)
        return STEP_OR_WAIT[direction]
