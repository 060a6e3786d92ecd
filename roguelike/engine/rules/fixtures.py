"""Altars, cages and similar features: taking or laying the item that they hold, and the effects."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from roguelike.engine.events import CannotDo, FeatureActed, Laid, Reason
from roguelike.engine.rules.carrying import receive, take_off
from roguelike.engine.rules.chains import react
from roguelike.engine.rules.identity import described, learn
from roguelike.engine.rules.noise import do
from roguelike.engine.state.cause import Cause
from roguelike.engine.state.feature import GIVEN, TAKEN, toll_refusal
from roguelike.engine.state.world import Activity

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roguelike.engine.geometry import Point
    from roguelike.engine.kinds.families import Effect
    from roguelike.engine.kinds.features import FeatureKind
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.item import Item
    from roguelike.engine.state.world import World


def take_held_item(world: World, actor: Actor, at: Point) -> bool:
    """Take the item that the feature of a cell holds, and return whether there is one.

    Raises:
        CannotDo: the feature is shut, or the actor cannot take the item; nothing has changed.
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
    """Take the item that the feature under the player offers, if the rule set gathers items."""
    player = world.player
    feature = world.level.feature_at(player.at)
    if feature is None or not world.ruleset.gathers or not player.is_alive or player.cannot("pick_up"):
        return
    if feature.offers is not None and player.inventory.has_room(feature.offers):
        take_held_item(world, player, player.at)


def pay_toll(world: World, actor: Actor, at: Point) -> bool:
    """Pay the toll of the feature on a cell, or one turn of it, and return whether there is one.

    Raises:
        CannotDo: the gauge holds too little, or paying would have no effect; nothing has changed.
    """
    feature, level = world.level.feature_at(at), world.level
    if feature is None or feature.hidden or feature.kind.toll is None:
        return False
    kind, toll = feature.kind, feature.kind.toll
    if not feature.worked and (reason := toll_refusal(level, actor, toll)) is not None:
        raise CannotDo(reason)
    if toll.amount and not feature.worked:
        actor.gauges[toll.gauge] -= toll.amount
    if toll.turns > 1:
        do(world, actor, Activity.WORK)
    if feature.worked + 1 < toll.turns:
        feature.worked += 1
        world.emit(FeatureActed(kind, at))
        return True
    paid = attrs.evolve(feature, kind=world.ruleset.features[toll.into], worked=0)
    level.set_feature(level.grid.index(at), paid)
    _act(world, kind, toll.effects, at)
    for effect in toll.payer:
        effect.apply(world, Cause(actor.ref, actor.at, kind), actor.at)
    return True


def set_off(world: World, at: Point) -> None:
    """Fire a feature's `taken` effects once."""
    feature = world.level.feature_at(at)
    if feature is None or feature.state & TAKEN:
        return
    feature.state |= TAKEN
    world.tally.treasuries += feature.kind.treasure
    _act(world, feature.kind, feature.kind.taken, at)


def lay_on(world: World, actor: Actor, item: Item) -> None:
    """Lay one of an actor's items on the feature underfoot, which accepts it, and fire its `given` effects."""
    feature = world.level.features[actor.cell]
    if item.worn:
        take_off(world, actor, item)
    slot = actor.inventory.slots.index(item)
    feature.holds, feature.state = actor.inventory.take_one(slot), feature.state | GIVEN
    world.emit(Laid(actor.ref, described(world, feature.holds), feature.kind))
    _act(world, feature.kind, feature.kind.given, actor.at, feature.holds)


def act_when_due(world: World) -> None:
    """Trigger the features that are due by the end of this round, by rising cells."""
    level = world.level
    for cell in sorted(cell for cell, each in level.features.items() if 0 < each.due <= world.round + 1):
        feature, at = level.features[cell], level.grid.point(cell)
        feature.due, feature.hidden = 0, False
        world.emit(FeatureActed(feature.kind, at))
        react(world, feature.kind.triggered, Cause(None, at, feature.kind), at)


def _act(world: World, kind: FeatureKind, effects: Iterable[Effect], at: Point, laid: Item | None = None) -> None:
    world.emit(FeatureActed(kind, at))
    for effect in effects:
        effect.apply(world, Cause(None, at, kind, chosen=laid), at)
