"""Thrown items: they fly, land, hit, break or shatter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.engine.dice import percent
from roguelike.engine.events import Harm, ItemBroke, MissileMissed, Shattered, Threw
from roguelike.engine.rules.blows import surprise_thrown, with_modifiers
from roguelike.engine.rules.damage import hurt
from roguelike.engine.rules.identity import described, known_kind, learn
from roguelike.engine.rules.trajectory import line_of_flight
from roguelike.engine.state.cause import Cause
from roguelike.engine.state.projectile import Projectile

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.kinds.items import Thrown
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.item import Item
    from roguelike.engine.state.world import World


def hurl(world: World, item: Item, thrower: Actor, target: Point) -> None:
    """Put an item into the air above its thrower; it moves with the next tick."""
    world.emit(Threw(thrower.ref, described(world, item)))
    path = line_of_flight(None, thrower.at, target, world.level if world.ruleset.clearing else None)
    world.level.projectiles.append(Projectile(None, thrower.ref, thrower.at, path, item))


def land(world: World, flight: Projectile, hit: Actor | None) -> None:
    """End the flight of an item: attack the actor in its path, apply its effects, and drop it unless it broke."""
    item, at = flight.item, flight.at
    if item is None or (thrown := item.kind.thrown) is None:
        return
    if thrown.shatters:
        if item.kind.portable:
            world.emit(Shattered(known_kind(world, item.kind), at))
        if world.level.is_visible(at):
            learn(world, item.kind)
    cause = Cause(flight.thrower, at, known_kind(world, item.kind), item.plus)
    has_struck = hit is not None and hit.is_alive and _strike(world, thrown, cause, hit)
    for effect in (*(thrown.hit if hit is not None and hit.is_alive else ()), *thrown.land):
        effect.apply(world, cause, at)
    if has_struck and not thrown.shatters and thrown.breaks and percent(world.rng, thrown.breaks):
        world.emit(ItemBroke(described(world, item), at))
    elif not thrown.shatters:
        world.level.put(item, at)


def _strike(world: World, thrown: Thrown, cause: Cause, victim: Actor) -> bool:
    """Roll the attack of a thrown item, if it has one, and return whether it hit."""
    if thrown.stats is None or cause.means is None:
        return False
    by_player = cause.who is not None and cause.who.is_player
    modifiers = surprise_thrown(world.ruleset, world.player, victim) if by_player else None
    combat = world.ruleset.combat if modifiers is None else with_modifiers(world.ruleset.combat, modifiers)
    damage = combat.blow(world.rng, thrown.stats, victim.stats)
    if damage is None:
        world.emit(MissileMissed(victim.ref, cause.means))
    else:
        hurt(world, victim, damage, Harm.MISSILE, cause)
    return damage is not None
