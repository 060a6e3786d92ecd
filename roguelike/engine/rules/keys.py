"""Keys: they open locks, and never leave their level."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.engine.events import CannotDo, Reason, Returned, Unlocked
from roguelike.engine.rules.areas import firm_cell
from roguelike.engine.rules.identity import described
from roguelike.engine.state.cause import Cause

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.item import Item
    from roguelike.engine.state.world import World


def unlock(world: World, actor: Actor, at: Point) -> bool:
    """Open the lock on a cell with its key, which is used up, and return whether there is a lock.

    Raises:
        CannotDo: the actor has no such key; nothing has changed.
    """
    terrain = world.level.terrain_at(at)
    lock = terrain.lock
    if lock is None:
        return False
    kind, slots = world.ruleset.items[lock.key], actor.inventory.slots
    slot = next((number for number, item in enumerate(slots) if item is not None and item.kind is kind), None)
    if slot is None:
        raise CannotDo(Reason.LOCKED, kind)
    actor.inventory.take_one(slot)
    world.emit(Unlocked(actor.ref, kind, terrain, at))
    world.level.set_terrain(at, world.level.code(lock.to))
    for effect in lock.opened:
        effect.apply(world, Cause(None, at, terrain), at)
    return True


def leave_behind(world: World, actor: Actor) -> None:
    """Take the items that stay on the level from an actor that leaves it."""
    slots = actor.inventory.slots
    for item in [item for item in slots if item is not None and item.kind.stays]:
        go_home(world, actor.inventory.remove(slots.index(item)), actor.at)
    if actor.carries is not None and actor.carries.kind.stays:
        item, actor.carries = actor.carries, None
        go_home(world, item, actor.at)


def go_home(world: World, item: Item, at: Point) -> None:
    """Return an item to where it was found, or to the altar that held it; near `at` if it was never picked up."""
    level, home = world.level, at if item.home is None else item.home
    feature = level.feature_at(home)
    if feature is not None and feature.holds is None and feature.state:
        feature.holds = item
    else:
        level.put(item, firm_cell(level, home) or home)
    if item.home is not None:
        world.emit(Returned(described(world, item)))
