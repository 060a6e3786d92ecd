"""Pick something up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.classes import frozen
from roguelike.engine.commands.command import Command
from roguelike.engine.events import CannotDo, PickedUp, Reason
from roguelike.engine.kinds.limits import TURN
from roguelike.engine.kinds.parts import named

if TYPE_CHECKING:
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World


@named("get")
@frozen
class PickUp(Command):
    """Put the item that has lain longest underfoot into the first free slot."""

    def perform(self, world: World, actor: Actor) -> int:
        """Take it, unless there is none or no room for it."""
        if actor.cannot("pick_up"):
            raise CannotDo(Reason.CANNOT_PICK_UP)
        portable = [item for item in world.level.items_at(actor.at) if item.kind.portable]
        if not portable:
            raise CannotDo(Reason.NOTHING_HERE)
        item = portable[0]
        if actor.inventory.is_full:
            raise CannotDo(Reason.INVENTORY_FULL, item.kind)
        world.level.take(item, actor.at)
        item.dropped = False
        slot = actor.inventory.insert(item)
        world.emit(PickedUp(actor.ref, item.kind, slot))
        return TURN * world.ruleset.turns.pick_up
