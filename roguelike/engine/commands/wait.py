"""Do nothing for a turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.classes import frozen
from roguelike.engine.kinds.families import Command, named
from roguelike.engine.kinds.limits import TURN
from roguelike.engine.rules.counting import note
from roguelike.engine.rules.noise import do
from roguelike.engine.state.world import Activity

if TYPE_CHECKING:
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World


@named("wait")
@frozen
class Wait(Command):
    """Wait a turn."""

    def perform(self, world: World, actor: Actor) -> int:
        """Do nothing."""
        do(world, actor, Activity.WAIT)
        if actor.is_player:
            note(world, "waits")
        return TURN * world.ruleset.turns.wait
