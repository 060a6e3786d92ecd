"""Drop items."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.classes import frozen
from roguelike.engine.codecs import any_whole, several
from roguelike.engine.events import CannotDo, Dropped, Reason
from roguelike.engine.kinds.families import Command, named
from roguelike.engine.kinds.heading import MAX_SLOTS
from roguelike.engine.kinds.limits import TURN
from roguelike.engine.rules.carrying import take_off
from roguelike.engine.rules.fixtures import lay_on
from roguelike.engine.rules.identity import described
from roguelike.engine.schema import saved

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.item import Item
    from roguelike.engine.state.world import World


@named("drop")
@frozen
class Drop(Command):
    """Drop the item in `slot` (from 0), and those in the slots of `more` in the same turn.

    A feature underfoot that accepts one of them receives it instead, a single item of a stack.
    """

    slot: int = saved(any_whole())
    more: tuple[int, ...] = saved(several(any_whole(), MAX_SLOTS), default=())

    def perform(self, world: World, actor: Actor) -> int:
        """Drop the items if there is room, which is checked before the items."""
        if not world.ruleset.piles and world.level.items_at(actor.at):
            raise CannotDo(Reason.NO_SPACE)
        slots = sorted({self.slot, *self.more}, reverse=True)  # from the last: a compact inventory closes its gaps
        if any(actor.inventory.at(slot) is None for slot in slots):
            raise CannotDo(Reason.EMPTY_SLOT)
        kept = next((item for slot in slots if (item := actor.inventory.at(slot)) and item.kind.kept), None)
        if kept is not None:
            raise CannotDo(Reason.KEPT, described(world, kept))
        if len(slots) > 1 and not world.ruleset.piles:
            raise CannotDo(Reason.NO_SPACE)
        given = _accepted(world, actor, slots)
        for item in reversed([actor.inventory.remove(slot) for slot in slots if actor.inventory.at(slot) is not given]):
            if item.worn:
                take_off(world, actor, item)
            item.dropped = actor.is_player
            world.emit(Dropped(actor.ref, described(world, item)))
            world.level.put(item, actor.at)
        if given is not None:
            lay_on(world, actor, given)
        return TURN * world.ruleset.turns.drop


def _accepted(world: World, actor: Actor, slots: Iterable[int]) -> Item | None:
    """Return the first item in some slots that the feature underfoot accepts from the player; None without one."""
    feature = world.level.feature_at(actor.at)
    if feature is None or not actor.is_player:
        return None
    items, names = (actor.inventory.at(slot) for slot in sorted(slots)), world.ruleset.thing_names
    return next((item for item in items if item is not None and feature.accepts(item, names[item.kind], actor)), None)
