"""Effects that do damage."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Final, Literal

import attrs
from attrs.validators import ge, gt, le

from roguelike.classes import frozen
from roguelike.engine.events import Exploded, Harm, MissileMissed, Reason
from roguelike.engine.geometry import squared_distance
from roguelike.engine.grid import MAX_SIDE, board_of, cells_of
from roguelike.engine.kinds.amounts import Growing, amount_at, between
from roguelike.engine.kinds.families import Effect, named
from roguelike.engine.kinds.limits import MAX_HIT_POINTS, MAX_STAT
from roguelike.engine.kinds.names import TerrainName
from roguelike.engine.kinds.stats import Stats
from roguelike.engine.preview import harmed, on_actor
from roguelike.engine.rules.areas import WIDEST, burst, circle, reach
from roguelike.engine.rules.blows import with_modifiers
from roguelike.engine.rules.damage import hurt, roll_damage
from roguelike.engine.rules.fire import fuels_in, light, light_gas
from roguelike.engine.rules.foreseen import from_blow, from_fixed, from_step
from roguelike.engine.rules.trajectory import clear_line
from roguelike.engine.schema import added
from roguelike.engine.state.attack_modifiers import AttackModifiers
from roguelike.engine.state.preview import Expected, Foreseen, Preview

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roguelike.engine.geometry import Point
    from roguelike.engine.kinds.families import CombatModel
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.cause import Cause
    from roguelike.engine.state.level import Level
    from roguelike.engine.state.observation import ObservedState
    from roguelike.engine.state.world import World


@named("hurt")
@frozen
class Hurt(Effect):
    """Damage all actors within `radius` by `amount` plus a roll of the damage dice for `step`, ignoring armour."""

    amount: int = attrs.field(default=0, validator=[ge(0), le(MAX_HIT_POINTS)])
    step: Growing = attrs.field(default=0, validator=between(0, MAX_STAT))
    radius: int = attrs.field(default=0, validator=[ge(0), le(WIDEST)])
    """The radius in cells (straight distance); walls shield cells behind them."""
    harm: Literal["fire", "lightning", "missile", "poison", "other"] = "other"
    """The kind of damage."""
    diagonally: bool = added(default=False)
    """Whether `radius` is in steps, diagonal ones included, instead of straight distance."""
    _harm: Harm = attrs.field(init=False, eq=False, repr=False)

    @_harm.default
    def _sort_of_harm(self) -> Harm:
        return Harm(self.harm)

    def effort(self) -> int:
        """Count the cells."""
        return 1 + self.radius * self.radius

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Damage the actors there, by rising cells."""
        for cell in self.area(world.level, at) if self.radius else (at,):
            if (victim := world.level.actor_at(cell)) is not None and victim.hit_points:
                rolled = roll_damage(world, amount_at(self.step, cause.plus)) if self.step else 0
                hurt(world, victim, self.amount + rolled, self._harm, cause)

    def preview(self, seen: ObservedState, at: Point) -> Preview:
        """Return the mean damage to each actor there that is not immune."""
        area = [cell for cell in self.area(seen.level, at) if cell == at or seen.level.is_explored(cell)]
        each = ((cell, seen.level.actor_at(cell)) for cell in area)
        return Preview.of_all(
            on_actor(cell, None) if actor is None else harmed(actor, self.foreseen(seen.ruleset, actor, seen.plus))
            for cell, actor in each
        )

    def foreseen(self, ruleset: RuleSet, victim: Actor, plus: int = 0) -> Foreseen:
        """Return the damage to an actor within its radius."""
        if not self.step:
            return from_fixed(ruleset, victim, self._harm, self.amount)
        return from_step(ruleset, victim, self._harm, amount_at(self.step, plus), self.amount)

    def area(self, level: Level, at: Point) -> list[Point]:
        """Return the cells that it reaches, row by row."""
        return reach(level, at, self.radius, diagonally=self.diagonally)


@named("strike")
@frozen
class Strike(Effect):
    """Attack the actor on the cell with these `stats`, by the rule set's combat; each plus adds `per_plus`."""

    stats: Stats
    per_plus: Stats = added(factory=Stats)
    sure: bool = added(default=False)
    """Whether it always hits."""

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Roll the attack."""
        victim = world.level.actor_at(at)
        if victim is None or cause.means is None or not victim.is_alive:
            return
        damage = self._combat(world.ruleset).blow(world.rng, self._stats(cause.plus), victim.stats)
        if damage is None:
            world.emit(MissileMissed(victim.ref, cause.means))
        else:
            hurt(world, victim, damage, Harm.MISSILE, cause)

    def preview(self, seen: ObservedState, at: Point) -> Preview:
        """Return the mean damage to the actor there."""
        actor = seen.level.actor_at(at)
        if actor is None:
            return on_actor(at, None)
        return harmed(actor, self.foreseen(seen.ruleset, actor, seen.plus))

    def foreseen(self, ruleset: RuleSet, victim: Actor, plus: int = 0) -> Foreseen:
        """Return the damage of the attack."""
        return from_blow(ruleset, victim, Harm.MISSILE, self._combat(ruleset), self._stats(plus))

    def _combat(self, ruleset: RuleSet) -> CombatModel:
        return with_modifiers(ruleset.combat, AttackModifiers(sure=True)) if self.sure else ruleset.combat

    def _stats(self, plus: int) -> Stats:
        if plus < 1 or self.per_plus == _NO_MORE:
            return self.stats
        both = ((name, getattr(self.stats, name), getattr(self.per_plus, name)) for name in _NAMES)
        return Stats(**{name: min(base + more * plus, MAX_STAT) for name, base, more in both})


_NO_MORE: Final = Stats()
_NAMES: Final = tuple(field.name for field in attrs.fields(Stats))


def stats_thrown(thrower: Actor) -> Stats | None:
    """Return the stats with which its missile attacks; None without such a missile."""
    missile = thrower.missile
    blows = () if missile is None else missile.on_hit
    return next((effect.stats for effect in blows if isinstance(effect, Strike)), None)


_AT_ONCE = 8
"""The squared radius whose cells are found in the time of one effect on one cell."""


@named("blast")
@frozen
class Blast(Effect):
    """Burn all actors within `radius` cells (straight distance) for `damage`, the caster included unless spared."""

    radius: int = attrs.field(validator=[ge(0), le(WIDEST)])
    damage: int = attrs.field(validator=[ge(0), le(MAX_HIT_POINTS)])
    shielded: bool = True
    """Whether walls shield actors behind them."""
    spares_caster: bool = added(default=False)
    """Whether it does no damage to the actor that causes it."""

    def effort(self) -> int:
        """Count the cells, which are found quickly."""
        return 1 + self.radius * self.radius // _AT_ONCE

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Burn all of them, in order of creation."""
        cells = self._area(world.level, at)
        reached = set(cells)  # only looked up
        world.emit(Exploded(at, self.radius, tuple(cells), cause.means))
        spared = cause.who.id if self.spares_caster and cause.who is not None else None
        victims = [actor for actor in world.level.actors if actor.is_alive and actor.at in reached]
        for victim in [actor for actor in victims if actor.id != spared]:
            hurt(world, victim, self.damage, Harm.FIRE, cause)

    def uncaused(self) -> Effect:
        """Return it without a spared caster."""
        return attrs.evolve(self, spares_caster=False) if self.spares_caster else self

    def preview(self, seen: ObservedState, at: Point) -> Preview:
        """Return the known cells that would burn, and the damage to the actors there."""
        cells = tuple(cell for cell in self._area(seen.level, at) if seen.level.is_explored(cell))
        reached = set(cells)  # only looked up
        there = seen.others if self.spares_caster else (seen.me, *seen.others)
        burned = [actor for actor in there if actor.at in reached]
        return Preview(area=cells, expected=tuple(self._foreseen(seen, actor) for actor in burned))

    def _foreseen(self, seen: ObservedState, actor: Actor) -> Expected:
        harm = from_fixed(seen.ruleset, actor, Harm.FIRE, self.damage)
        return Expected(actor.id, harm.damage, kills=harm.kills, most=harm.most)

    def _area(self, level: Level, at: Point) -> list[Point]:
        return (burst if self.shielded else circle)(level, at, self.radius)


@named("explode")
@frozen
class Explode(Effect):
    """Burn all actors within `radius` for a roll of the damage dice for `step`, ignoring armour; ignite the cells."""

    step: int = attrs.field(validator=[gt(0), le(MAX_STAT)])
    radius: int = attrs.field(validator=[ge(0), le(WIDEST)])
    """The radius in cells (straight distance); walls shield cells behind them."""
    diagonally: bool = added(default=False)
    """Whether `radius` is in steps, diagonal ones included, instead of straight distance."""

    @property
    def span(self) -> int:
        """Its radius."""
        return self.radius

    def effort(self) -> int:
        """Count the cells."""
        return 1 + self.radius * self.radius

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Burn the actors by rising cells, then ignite the cells and any gas beside them."""
        cells = self._hurt().area(world.level, at)
        world.emit(Exploded(at, self.radius, tuple(cells), cause.means))
        self._hurt().apply(world, cause, at)
        light(world, board_of(map(world.level.grid.index, cells)), maker=cause.maker(world))

    def preview(self, seen: ObservedState, at: Point) -> Preview:
        """Return the mean damage to each actor there, and the terrain that it would ignite."""
        there = self._hurt().preview(seen, at)
        return attrs.evolve(there, lights=tuple(fuels_in(seen.level, there.area)))

    def foreseen(self, ruleset: RuleSet, victim: Actor, plus: int = 0) -> Foreseen:
        """Return the damage to an actor within its radius."""
        return self._hurt().foreseen(ruleset, victim, plus)

    def _hurt(self) -> Hurt:
        return Hurt(step=self.step, radius=self.radius, harm="fire", diagonally=self.diagonally)


@named("discharge")
@frozen
class Discharge(Effect):
    """Damage all actors in a line of `length` cells towards the target by a roll of the damage dice, ignoring armour.

    Where the line meets water, it also hits all actors in that water within `conducts` cells, the user included.
    """

    damage: Growing = attrs.field(validator=between(0, MAX_STAT))
    length: int = attrs.field(validator=[ge(1), le(MAX_SIDE)])
    conducts: int = attrs.field(default=0, validator=[ge(0), le(WIDEST)])
    """The distance that water conducts it, in cells (straight distance)."""
    passes: tuple[TerrainName, ...] = ()
    """Terrain that stops missiles, but not this effect."""

    aimed = True

    def effort(self) -> int:
        """Count the cells."""
        return 1 + self.length * (1 + self.conducts * self.conducts)

    def refusal(self, level: Level, user: Actor, target: Point | None) -> Reason | None:
        """Refuse the user's own cell, and a missing target."""
        if target is None or not level.grid.contains(target):
            return Reason.NEEDS_TARGET
        return Reason.OWN_CELL if target == user.at else None

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Damage the actors, by rising cells, and explode the gas in the line."""
        line = self._line(world.level, cause.origin, at)
        for victim in self._victims(world.level, line):
            hurt(world, victim, roll_damage(world, amount_at(self.damage, cause.plus)), Harm.LIGHTNING, cause)
        light_gas(world, line, cause.maker(world))

    def preview(self, seen: ObservedState, at: Point) -> Preview:
        """Return the known cells of the line and the water, and the damage to the actors there."""
        level = seen.level
        line = self._line(level, seen.me.at, at)
        each = ((actor, self.foreseen(seen.ruleset, actor, seen.plus)) for actor in self._victims(level, line))
        cells = map(level.grid.point, cells_of(line | self._water(level, line)))
        return Preview(
            area=tuple(cell for cell in cells if level.is_explored(cell)),
            expected=tuple(
                Expected(actor.id, harm.damage, kills=harm.kills, most=harm.most) for actor, harm in each if harm.damage
            ),
        )

    def foreseen(self, ruleset: RuleSet, victim: Actor, plus: int = 0) -> Foreseen:
        """Return the damage to an actor that it hits."""
        return from_step(ruleset, victim, Harm.LIGHTNING, amount_at(self.damage, plus))

    def _victims(self, level: Level, line: int) -> list[Actor]:
        water = self._water(level, line)
        there = ((cell, level.actor_on(cell)) for cell in cells_of(line | water))
        return [actor for cell, actor in there if actor is not None and (line >> cell & 1 or actor.touches_ground)]

    def _line(self, level: Level, start: Point, target: Point) -> int:
        """Return the bitboard of the cells on the line, before the first that stops it."""
        dx, dy = target.x - start.x, target.y - start.y
        line = clear_line(level, start, target)
        onward = (cell.offset(dx * again, dy * again) for again in range(self.length) for cell in line)
        reached: list[Point] = []
        for cell in itertools.islice(onward, self.length):
            if not (level.is_flyable(cell) or level.terrain_at(cell).name in self.passes):
                break
            reached.append(cell)
        return board_of(map(level.grid.index, reached))

    def _water(self, level: Level, line: int) -> int:
        """Return the bitboard of the water that conducts from the line."""
        water = level.cells("water")
        board = 0
        for cell in cells_of(line & water) if self.conducts else ():
            at = level.grid.point(cell)
            reached, fresh = 0, 1 << cell
            while fresh:
                reached |= fresh
                fresh = level.grid.spread(fresh, diagonally=True) & water & ~reached
                fresh = board_of(each for each in cells_of(fresh) if self._conducts(level, each, at))
            board |= reached
        return board

    def _conducts(self, level: Level, cell: int, start: Point) -> bool:
        return squared_distance(level.grid.point(cell), start) <= self.conducts * self.conducts


@named("lightning")
@frozen
class Lightning(Effect):
    """Damage the nearest enemy in view within `range` cells (straight distance) by `damage`, ignoring armour.

    It also explodes the gas there.
    """

    damage: int = attrs.field(validator=[ge(0), le(MAX_HIT_POINTS)])
    range: int = attrs.field(validator=[ge(0), le(MAX_SIDE)])

    def refusal(self, level: Level, user: Actor, target: Point | None) -> Reason | None:
        """Refuse if there is no target."""
        return Reason.NOBODY_IN_RANGE if self._nearest(_in_view(level, user), user.at) is None else None

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Hit the enemy nearest to `at`."""
        foes = [each for each in world.visible_monsters() if each.is_hostile(world.player)]
        if (victim := self._nearest(foes, at)) is not None:
            struck = 1 << victim.cell
            hurt(world, victim, self.damage, Harm.LIGHTNING, cause)
            light_gas(world, struck, cause.maker(world))

    def preview(self, seen: ObservedState, at: Point) -> Preview:
        """Return the damage to the nearest enemy."""
        victim = self._nearest(seen.foes, at)
        if victim is None:
            return Preview()
        return harmed(victim, from_fixed(seen.ruleset, victim, Harm.LIGHTNING, self.damage))

    def _nearest(self, actors: Iterable[Actor], at: Point) -> Actor | None:
        """Return the nearest actor within the range, the first among equals."""
        near = [actor for actor in actors if squared_distance(at, actor.at) <= self.range * self.range]
        return min(near, key=lambda actor: squared_distance(at, actor.at), default=None)


def _in_view(level: Level, user: Actor) -> Iterable[Actor]:
    return (each for each in level.actors if each.is_hostile(user) and each.is_alive and level.is_visible(each.at))


@named("drown")
@frozen
class Drown(Effect):
    """Damage the actor on the cell by the sum of the `drags` of its worn items."""

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Damage it, if it wears such items."""
        swimmer = world.level.actor_at(at)
        if swimmer is not None and (weight := _weight(swimmer)):
            hurt(world, swimmer, weight, Harm.WATER, cause)

    def preview(self, seen: ObservedState, at: Point) -> Preview:
        """Return the damage to the actor there."""
        swimmer = seen.level.actor_at(at)
        if swimmer is None:
            return on_actor(at, None)
        return harmed(swimmer, from_fixed(seen.ruleset, swimmer, Harm.WATER, _weight(swimmer)))


def _weight(actor: Actor) -> int:
    return sum(item.kind.drags for item in actor.inventory.slots if item is not None and item.worn)
