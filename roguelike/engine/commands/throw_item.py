"""Throw a carried item."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.classes import frozen
from roguelike.engine.codecs import any_cell, any_whole
from roguelike.engine.events import CannotDo, Reason
from roguelike.engine.geometry import Point
from roguelike.engine.kinds.families import Command, named
from roguelike.engine.kinds.limits import TURN
from roguelike.engine.rules.carrying import take_off
from roguelike.engine.rules.counting import note_use
from roguelike.engine.rules.flight import throw_refusal
from roguelike.engine.rules.identity import described, known_kind
from roguelike.engine.rules.throwing import hurl
from roguelike.engine.schema import saved

if TYPE_CHECKING:
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World


@named("throw_item")
@frozen
class ThrowItem(Command):
    """Throw one of the items in `slot` (from 0) at the cell `target`."""

    slot: int = saved(any_whole())
    target: Point = saved(any_cell())

    def perform(self, world: World, actor: Actor) -> int:
        """Throw it; a worn item is unequipped first, in the same turn."""
        item = actor.inventory.at(self.slot)
        if item is None:
            raise CannotDo(Reason.EMPTY_SLOT)
        reason = throw_refusal(known_kind(world, item.kind), world.level, actor, self.target)
        if reason is not None:
            raise CannotDo(reason, described(world, item))
        note_use(world, actor, item.kind, is_thrown=True)
        if item.worn:
            take_off(world, actor, item)
        hurl(world, actor.inventory.take_one(self.slot), actor, self.target)
        return TURN * world.ruleset.turns.launch
