"""Altars, cages and similar features: taking the item that they hold, and the effects of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.engine.events import CannotDo, FeatureActed, Reason
from roguelike.engine.rules.carrying import receive
from roguelike.engine.rules.identity import described, learn
from roguelike.engine.state.cause import Cause

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World


def take_held_item(world: World, actor: Actor, at: Point) -> bool:
    """Take what the feature of a cell holds, and return whether there is anything of that kind.

    Raises:
        CannotDo: it is shut, or there is no room for it; nothing has changed.
    """
    feature = world.level.feature_at(at)
    if feature is None or feature.hidden or feature.holds is None:
        return False
    item = feature.holds
    if feature.kind.shut:
        raise CannotDo(Reason.SHUT)
    if actor.cannot("pick_up"):
        raise CannotDo(Reason.CANNOT_PICK_UP)
    if not actor.inventory.has_room(item):
        raise CannotDo(Reason.INVENTORY_FULL, described(world, item))
    feature.holds = None
    if feature.kind.shows:
        learn(world, item.kind)
    receive(world, actor, item, at)
    set_off(world, at)
    return True


def take_held_item_here(world: World) -> None:
    """Take the item of the feature underfoot for the player, where items are picked up by walking."""
    player = world.player
    feature = world.level.feature_at(player.at)
    if feature is None or not world.ruleset.gathers or not player.is_alive or player.cannot("pick_up"):
        return
    if feature.offers is not None and player.inventory.has_room(feature.offers):
        take_held_item(world, player, player.at)


def set_off(world: World, at: Point) -> None:
    """Fire a feature's `taken` effects once."""
    feature = world.level.feature_at(at)
    if feature is None or feature.state:
        return
    feature.state, kind = 1, feature.kind
    world.tally.treasuries += kind.treasure
    world.emit(FeatureActed(kind, at))
    for effect in kind.taken:
        effect.apply(world, Cause(None, at, kind), at)
