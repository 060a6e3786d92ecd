"""Picking up, equipping and recharging items."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.engine.events import BecameReady, Equipped, PickedUp
from roguelike.engine.rules.identity import described

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from roguelike.engine.geometry import Point
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.item import Item
    from roguelike.engine.state.world import World


def take_up(world: World, actor: Actor, items: Iterable[Item]) -> None:
    """Pick up the items under an actor for which its pack has room."""
    for item in items:
        if not actor.inventory.has_room(item):
            continue
        world.level.take(item, actor.at)
        receive(world, actor, item, actor.at)


def receive(world: World, actor: Actor, item: Item, found: Point) -> None:
    """Put an item into an actor's pack, which must have room; equip a weapon if the hand is empty."""
    item.dropped = False
    if item.kind.stays and item.home is None:
        item.home = found
    told = described(world, item)
    world.emit(PickedUp(actor.ref, told, actor.inventory.insert(item)))
    if item.kind.equips == "weapon" and actor.inventory.worn("weapon") is None:
        put_on(world, actor, item)


def gather(world: World, leaves: Collection[int] = ()) -> None:
    """Pick up the items under the player, if the rule set gathers items; never those that the player dropped.

    `leaves` are the positions in the pile, from 0 for the lowest, of further items to leave there.
    """
    player = world.player
    if world.ruleset.gathers and player.is_alive and not player.cannot("pick_up"):
        lying = [item for place, item in enumerate(world.level.items_at(player.at)) if place not in leaves]
        take_up(world, player, [item for item in lying if item.kind.portable and not item.dropped])


def put_on(world: World, actor: Actor, item: Item) -> None:
    """Equip an item in place of the one worn there; it takes effect after its delay."""
    worn = actor.inventory.worn(item.kind.equips)
    if worn is not None:
        take_off(world, actor, worn)
    item.worn = True
    item.ready_on = world.round + item.kind.delay if item.kind.delay else 0
    world.emit(Equipped(actor.ref, described(world, item), is_on=True, rounds=item.kind.delay))


def take_off(world: World, actor: Actor, item: Item) -> None:
    """Unequip an item."""
    item.worn, item.ready_on = False, 0
    world.emit(Equipped(actor.ref, described(world, item), is_on=False))


def spend_charge(world: World, item: Item) -> None:
    """Spend a charge, and begin to recharge unless that is under way."""
    item.charges -= 1
    if item.kind.recharge is not None and not item.ready_on:
        item.ready_on = world.round + item.kind.recharge.rounds(item.plus)


def make_ready(world: World) -> None:
    """Activate the player's equipment and restore charges that are due by the end of this round.

    An item regains the charges of its time on the ground once it is carried again.
    """
    for item in world.player.inventory.slots:
        if item is None or not 0 < item.ready_on <= world.round + 1:
            continue
        if item.worn:
            item.ready_on = 0
            world.emit(BecameReady(described(world, item), is_worn=True))
        else:
            _recharge(world, item)


def _recharge(world: World, item: Item) -> None:
    """Restore the charges of an item that are due by the next round, and schedule the one after."""
    was_empty, recharge = not item.charges, item.kind.recharge
    while recharge is not None and item.charges < item.most_charges and item.ready_on <= world.round + 1:
        item.charges += 1
        item.ready_on += recharge.rounds(item.plus)
    if item.charges == item.most_charges or recharge is None:
        item.ready_on = 0
    if was_empty and item.charges:
        world.emit(BecameReady(described(world, item), is_worn=False))
