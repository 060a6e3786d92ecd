"""Equip or unequip an item."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.classes import frozen
from roguelike.engine.codecs import any_whole
from roguelike.engine.events import CannotDo, Reason
from roguelike.engine.kinds.families import Command, named
from roguelike.engine.kinds.limits import TURN
from roguelike.engine.rules.carrying import put_on, take_off
from roguelike.engine.rules.identity import described
from roguelike.engine.schema import saved

if TYPE_CHECKING:
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World


@named("equip")
@frozen
class Equip(Command):
    """Equip the item in `slot` (from 0) instead of the one worn in its place; unequip it if it is worn already."""

    slot: int = saved(any_whole())

    def perform(self, world: World, actor: Actor) -> int:
        """Equip or unequip it in one turn; the item's delay until it takes effect follows."""
        item = actor.inventory.at(self.slot)
        if item is None:
            raise CannotDo(Reason.EMPTY_SLOT)
        if not item.kind.equips:
            raise CannotDo(Reason.NOT_WEARABLE, described(world, item))
        (take_off if item.worn else put_on)(world, actor, item)
        return TURN
