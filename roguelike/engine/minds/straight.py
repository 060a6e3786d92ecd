"""Come as the crow flies."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from roguelike.engine.commands import Command, Move, Wait
from roguelike.engine.parts import Mind, named
from roguelike.engine.rules.pursuit import straight_step

if TYPE_CHECKING:
    from roguelike.engine.instances import Actor
    from roguelike.engine.world import World


@named("straight")
@attrs.frozen
class Straight(Mind):
    """Step straight towards the player when noticed, and strike from any of the neighbouring cells."""

    def choose(self, world: World, actor: Actor) -> Command:
        """Step or strike; whatever is in the way costs it the turn."""
        if not world.ruleset.notice.notices(world, actor):
            return Wait()
        direction = straight_step(world, actor)
        return Wait() if direction is None else Move(direction)
