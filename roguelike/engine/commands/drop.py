"""Put something down."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.classes import frozen
from roguelike.engine.codecs import any_whole
from roguelike.engine.commands.command import Command
from roguelike.engine.events import CannotDo, Dropped, Reason
from roguelike.engine.kinds.limits import TURN
from roguelike.engine.kinds.parts import named
from roguelike.engine.schema import saved

if TYPE_CHECKING:
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World


@named("drop")
@frozen
class Drop(Command):
    """Lay the item in `slot` (from 0) on the floor underfoot."""

    slot: int = saved(any_whole())

    def perform(self, world: World, actor: Actor) -> int:
        """Lay it down where there is room; room is asked for before the item."""
        if not world.ruleset.piles and world.level.items_at(actor.at):
            raise CannotDo(Reason.NO_SPACE)
        if actor.inventory.at(self.slot) is None:
            raise CannotDo(Reason.EMPTY_SLOT)
        item = actor.inventory.remove(self.slot)
        item.dropped = actor.is_player
        world.level.put(item, actor.at)
        world.emit(Dropped(actor.ref, item.kind))
        return TURN * world.ruleset.turns.drop
