"""Go to another level."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from roguelike.classes import frozen
from roguelike.engine.codecs import one_of
from roguelike.engine.events import CannotDo, Reason
from roguelike.engine.kinds.exits import Exit
from roguelike.engine.kinds.families import Command, named
from roguelike.engine.kinds.limits import TURN
from roguelike.engine.rules.climbing import is_locked_in
from roguelike.engine.rules.conditions import breaks_free
from roguelike.engine.schema import saved

if TYPE_CHECKING:
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World


@named("stairs")
@frozen
class TakeStairs(Command):
    """Take the stairs underfoot; those up from the first level lead out of the game."""

    way: Literal["down", "up"] = saved(one_of("down", "up"))

    def perform(self, world: World, actor: Actor) -> int:
        """Leave at the end of the turn, after the others have acted; a stuck player struggles instead."""
        by = Exit(self.way)
        if not actor.is_player or world.level.exit_at(by) != actor.at:
            raise CannotDo(Reason.NO_STAIRS)
        if is_locked_in(world, by):
            raise CannotDo(Reason.NOT_YET)
        if not actor.conditions or breaks_free(world, actor):
            world.leaving = by
        return TURN
