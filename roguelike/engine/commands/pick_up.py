"""Pick up items."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.classes import frozen
from roguelike.engine.codecs import any_whole, several
from roguelike.engine.events import CannotDo, Reason
from roguelike.engine.kinds.families import Command, named
from roguelike.engine.kinds.heading import MAX_SLOTS
from roguelike.engine.kinds.limits import TURN
from roguelike.engine.rules.carrying import take_up
from roguelike.engine.rules.fixtures import take_held_item
from roguelike.engine.rules.identity import described
from roguelike.engine.rules.stealing import take_from_sleeper
from roguelike.engine.schema import saved

if TYPE_CHECKING:
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World


@named("get")
@frozen
class PickUp(Command):
    """Pick up the item that has lain underfoot longest, or all items there if the rule set collects them.

    Items at the positions `leaves` of the pile, from 0 for the lowest, stay there. Without items, it takes that in the
    feature underfoot, or on the belt of an adjacent sleeping monster.
    """

    leaves: tuple[int, ...] = saved(several(any_whole(), MAX_SLOTS), default=())

    def perform(self, world: World, actor: Actor) -> int:
        """Pick up the items for which there is room."""
        if actor.cannot("pick_up"):
            raise CannotDo(Reason.CANNOT_PICK_UP)
        pile = enumerate(world.level.items_at(actor.at))
        portable = [item for place, item in pile if item.kind.portable and place not in self.leaves]
        if not portable:
            if not self.leaves and (take_held_item(world, actor, actor.at) or take_from_sleeper(world, actor)):
                return TURN * world.ruleset.turns.pick_up
            raise CannotDo(Reason.NOTHING_HERE)
        if not world.ruleset.collects:
            portable = portable[:1]
        if not any(map(actor.inventory.has_room, portable)):
            raise CannotDo(Reason.INVENTORY_FULL, described(world, portable[0]))
        take_up(world, actor, portable)
        return TURN * world.ruleset.turns.pick_up
