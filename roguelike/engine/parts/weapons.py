"""Weapon styles: effects of weapons beyond a hit on their target."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.events import Harm
from roguelike.engine.geometry import COMPASS, direction_to
from roguelike.engine.grid import MAX_SIDE
from roguelike.engine.kinds.families import WeaponStyle, named
from roguelike.engine.kinds.limits import HARDEST_BLOW, MAX_HIT_POINTS, MAX_STAT, TURN
from roguelike.engine.rules.combat import strike
from roguelike.engine.rules.damage import hurt
from roguelike.engine.rules.displacing import displace
from roguelike.engine.rules.ways import mobility_of, ways_of
from roguelike.engine.schema import added
from roguelike.engine.state.attack_modifiers import AttackModifiers, Stab
from roguelike.engine.state.cause import Cause

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.geometry import Direction, Point
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.level import Level
    from roguelike.engine.state.world import World


@named("all_around")
@frozen
class AllAround(WeaponStyle):
    """Attack every adjacent enemy: the target first, then the others clockwise from the north."""

    def victims(self, level: Level, attacker: Actor, target: Actor) -> Sequence[Actor]:
        """Return these enemies."""
        around = (level.actor_at(attacker.at.step(direction)) for direction in COMPASS)
        others = [other for other in around if other is not None and other is not target]
        return [target, *(other for other in others if attacker.is_hostile(other))]


@named("heavy_push")
@frozen
class HeavyPush(WeaponStyle):
    """Take two turns for an attack that pushes its victim by one cell; a wall there adds `wall` damage."""

    wall: int = attrs.field(validator=[ge(0), le(MAX_HIT_POINTS)])
    brittle: int = added(default=1, validator=[ge(1), le(HARDEST_BLOW)])
    """The damage factor against brittle monsters."""

    cost = 2 * TURN

    def modifiers(
        self, level: Level, attacker: Actor, victim: Actor, modifiers: AttackModifiers, *, unaware: bool
    ) -> AttackModifiers:
        """Multiply damage to brittle monsters."""
        return attrs.evolve(modifiers, factor=max(modifiers.factor, self.brittle)) if victim.kind.brittle else modifiers

    def after(self, world: World, attacker: Actor, victim: Actor, damage: int | None) -> None:
        """Push the victim back, unless an actor is in the way."""
        if damage is None or not victim.is_alive or victim.is_statue:
            return
        start, level = victim.at, world.level
        goal = start.step(direction_to(attacker.at, start))
        if not level.is_walkable(goal):
            hurt(world, victim, self.wall, Harm.OTHER, Cause(attacker.ref, attacker.at))
        elif level.actor_at(goal) is None and _gives_way(level, victim, goal):
            displace(world, victim, goal)


def _gives_way(level: Level, victim: Actor, goal: Point) -> bool:
    """Return whether an actor can be pushed to a cell: rooted ones cannot, nor swimmers onto land."""
    if not victim.kind.swims:
        return not victim.kind.rooted
    return bool(ways_of(level, mobility_of(level, victim)) >> level.grid.index(goal) & 1)


@named("lunge")
@frozen
class Lunge(WeaponStyle):
    """Attack an enemy two cells away in line by stepping up to it: this always hits, for `factor` times the damage.

    While more than one enemy is adjacent to its bearer, the attack stat is lower by `crowded`.
    """

    factor: int = attrs.field(validator=[ge(1), le(HARDEST_BLOW)])
    crowded: int = attrs.field(default=0, validator=[ge(0), le(MAX_STAT)])

    def modifiers(
        self, level: Level, attacker: Actor, victim: Actor, modifiers: AttackModifiers, *, unaware: bool
    ) -> AttackModifiers:
        """Lower the attack stat in a crowd."""
        around = (level.actor_at(attacker.at.step(direction)) for direction in COMPASS)
        enemies = sum(other is not None and attacker.is_hostile(other) for other in around)
        return attrs.evolve(modifiers, attack=modifiers.attack - self.crowded) if enemies > 1 else modifiers

    def stepped(self, world: World, attacker: Actor, direction: Direction) -> None:
        """Lunge at the enemy that the step leads up to."""
        victim = _met(world.level, attacker, attacker.at, direction)
        if victim is not None:
            strike(world, attacker, victim, AttackModifiers(sure=True, factor=self.factor))

    def strikes_after(self, level: Level, attacker: Actor, goal: Point, direction: Direction) -> bool:
        """Return whether an enemy is beyond the cell."""
        return _met(level, attacker, goal, direction) is not None


def _met(level: Level, attacker: Actor, at: Point, direction: Direction) -> Actor | None:
    """Return the living enemy that a step to a cell leads up to; None if the attacker cannot attack."""
    victim = None if attacker.cannot("strike") else level.actor_at(at.step(direction))
    return victim if victim is not None and victim.is_alive and attacker.is_hostile(victim) else None


@named("slay_unaware")
@frozen
class SlayUnaware(WeaponStyle):
    """Kill sleeping and unaware monsters, or stab them for a fixed `damage` if it is not 0.

    A stab ignores armour. Monsters that cannot be killed outright take `factor` times the damage of an attack instead.
    """

    factor: int = attrs.field(validator=[ge(1), le(HARDEST_BLOW)])
    damage: int = added(default=0, validator=[ge(0), le(MAX_HIT_POINTS)])
    """The damage of a stab; 0 to kill."""
    per_plus: int = added(default=0, validator=[ge(0), le(MAX_HIT_POINTS)])
    """The damage that each plus of the weapon adds to a stab."""
    rouses: int = added(default=0, validator=[ge(0), le(100)])
    """The chance, in percent, that a stab wakes each member of the victim's horde `within` some cells of it."""
    within: int = added(default=3, validator=[ge(0), le(MAX_SIDE)])
    """The distance within which a stab can wake others, in cells."""

    def modifiers(
        self, level: Level, attacker: Actor, victim: Actor, modifiers: AttackModifiers, *, unaware: bool
    ) -> AttackModifiers:
        """Kill, stab or multiply the damage."""
        if not unaware:
            return modifiers
        if victim.kind.unslayable:
            return attrs.evolve(modifiers, factor=max(modifiers.factor, self.factor))
        if not self.damage:
            return attrs.evolve(modifiers, slays=True)
        weapon = attacker.inventory.worn("weapon")
        damage = self.damage + self.per_plus * (0 if weapon is None else weapon.plus)
        return attrs.evolve(modifiers, stab=Stab(damage, self.rouses, self.within))


@named("two_in_line")
@frozen
class TwoInLine(WeaponStyle):
    """Also attack the enemy behind the target."""

    def victims(self, level: Level, attacker: Actor, target: Actor) -> Sequence[Actor]:
        """Return the target and the enemy behind it."""
        behind = level.actor_at(target.at.step(direction_to(attacker.at, target.at)))
        return [target] if behind is None or not attacker.is_hostile(behind) else [target, behind]
