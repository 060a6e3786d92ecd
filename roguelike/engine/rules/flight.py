"""Projectiles: checking targets, launching them, and advancing them each tick."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from roguelike.engine.events import Bounced, Launched, Reason
from roguelike.engine.geometry import squared_distance
from roguelike.engine.rules.lamp import spare_fuel, thrown_fuel
from roguelike.engine.rules.throwing import land
from roguelike.engine.rules.trajectory import line_of_flight
from roguelike.engine.state.cause import Cause
from roguelike.engine.state.projectile import Projectile

if TYPE_CHECKING:
    from roguelike.engine.events import ActorRef
    from roguelike.engine.geometry import Point
    from roguelike.engine.kinds.items import ItemKind
    from roguelike.engine.kinds.projectiles import ProjectileKind
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.level import Level
    from roguelike.engine.state.world import World


def target_refusal(level: Level, user: Actor, target: Point, reach: int | None) -> Reason | None:
    """Return why a target is refused: off the map, the user's own cell, or beyond `reach` cells; None if valid."""
    if not level.grid.contains(target):
        return Reason.OUT_OF_RANGE
    if target == user.at:
        return Reason.OWN_CELL
    if reach is not None and squared_distance(user.at, target) > reach * reach:
        return Reason.OUT_OF_RANGE
    return None


def throw_refusal(kind: ItemKind, level: Level, user: Actor, target: Point | None) -> Reason | None:
    """Return why an item of a kind, as the user knows it, cannot be thrown at a target; None if it can."""
    if kind.thrown is None:
        return Reason.NOT_THROWABLE
    if target is None:
        return Reason.NEEDS_TARGET
    if (reason := target_refusal(level, user, target, kind.thrown.range)) is not None:
        return reason
    return None if level.is_visible(target) or not user.is_player else Reason.OUT_OF_SIGHT


def fuel_refusal(ruleset: RuleSet, level: Level, user: Actor, target: Point) -> Reason | None:
    """Return why lamp fuel cannot be thrown at a target: too little is left, or as for an item; None if it can.

    A throw never puts out the lamp.
    """
    fuel = thrown_fuel(ruleset)
    if fuel is None:
        return Reason.NO_LAMP
    if spare_fuel(ruleset, user) is None:
        return Reason.CANNOT_PAY
    return throw_refusal(ruleset.items[fuel.item], level, user, target)


def launch(
    world: World, kind: ProjectileKind, thrower: ActorRef, start: Point, target: Point, *, plus: int = 0
) -> None:
    """Put a projectile into the air above `start`; it moves with the next tick."""
    path = line_of_flight(kind, start, target, world.level if world.ruleset.clearing else None)
    world.level.projectiles.append(Projectile(kind, thrower, start, path, plus=plus))
    world.emit(Launched(attrs.evolve(thrower, at=start), kind))


def advance_projectiles(world: World) -> None:
    """Move every projectile by one cell, then apply the effects of those that have arrived, in order of launch."""
    arrived: list[tuple[Projectile, Actor | None]] = []
    for projectile in world.level.projectiles:
        stopped, hit = _advance(world, projectile)
        if stopped:
            arrived.append((projectile, hit))
    for projectile, _ in arrived:
        world.level.projectiles.remove(projectile)
    for projectile, hit in arrived:
        if projectile.kind is None:
            land(world, projectile, hit)
        else:
            _arrive(world, projectile, projectile.kind, hit)


def _arrive(world: World, projectile: Projectile, kind: ProjectileKind, hit: Actor | None) -> None:
    if hit is not None and "bolts" in hit.kind.immune:
        world.emit(Bounced(hit.ref, kind))
        hit = None
    cause = Cause(projectile.thrower, projectile.at, kind, projectile.plus)
    for effect in kind.on_hit if hit is not None and hit.is_alive else ():
        effect.apply(world, cause, projectile.at)
    for effect in kind.on_stop:
        effect.apply(world, cause, projectile.at)


def _advance(world: World, projectile: Projectile) -> tuple[bool, Actor | None]:
    """Move one projectile one cell, and return whether its flight is over, and the actor that it hit."""
    if not projectile.path:  # another projectile launched it at the cell where it ended
        return True, None
    goal = projectile.path.pop(0)
    if not world.level.is_flyable(goal):
        return True, None
    projectile.at = goal
    for effect in () if projectile.kind is None else projectile.kind.on_way:
        effect.apply(world, Cause(projectile.thrower, goal, projectile.kind, projectile.plus), goal)
    hit = world.level.actor_at(goal)
    if hit is not None and hit.is_fallen:  # projectiles pass over it
        hit = None
    return hit is not None or not projectile.path, hit
