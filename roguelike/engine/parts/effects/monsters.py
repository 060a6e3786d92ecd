"""Effects that summon, call, move, split, revive and tame monsters."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le, min_len

from roguelike.classes import frozen
from roguelike.engine.dice import choose_weighted, percent
from roguelike.engine.events import ActorRef, Called, Freed, Resisted, Summoned, Tamed
from roguelike.engine.events import Split as SplitInTwo
from roguelike.engine.geometry import chebyshev_distance, compass, squared_distance
from roguelike.engine.kinds.amounts import Growing, amount_at, between
from roguelike.engine.kinds.conditions import ConditionKind
from roguelike.engine.kinds.families import Effect, named
from roguelike.engine.kinds.limits import DEEPEST, MAX_IN_HORDE, MAX_PLUS, MAX_TURNS
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.kinds.names import ActorName, FeatureName, HordeName
from roguelike.engine.rules.companions import call
from roguelike.engine.rules.conditions import afflict
from roguelike.engine.rules.displacing import displace
from roguelike.engine.rules.hordes import danger_of, lose, spawn_horde
from roguelike.engine.rules.moods import keep_track
from roguelike.engine.rules.pursuit import allies
from roguelike.engine.rules.sides import follow, room_for_ally
from roguelike.engine.rules.spawn import MAX_ACTORS, free_cell, spawn
from roguelike.engine.rules.ways import mobility_of
from roguelike.engine.schema import added
from roguelike.engine.state.actor import Side
from roguelike.engine.state.preview import Expected, Preview
from roguelike.engine.state.rising import Rising

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.geometry import Point
    from roguelike.engine.kinds.hordes import HordeKind
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.cause import Cause
    from roguelike.engine.state.level import Level
    from roguelike.engine.state.observation import ObservedState
    from roguelike.engine.state.world import World


@named("summon")
@frozen
class Summon(Effect):
    """Summon a `number` of a kind of `monster` near the cell, on the side of the caller.

    They follow their caller, which never has more than `most` of them.
    """

    monster: ActorName
    number: Growing = attrs.field(default=1, validator=between(1, MAX_IN_HORDE))
    rounds: int = attrs.field(default=0, validator=[ge(0), le(MAX_TURNS)])
    condition: ConditionKind | None = None
    """The condition that they get for `rounds`."""
    most: int = attrs.field(default=MAX_IN_HORDE, validator=[ge(1), le(MAX_IN_HORDE)])

    plus: Growing = added(default=0, validator=between(-MAX_PLUS, MAX_PLUS))
    """Their pluses, each of which adds one to attack and damage."""

    def __attrs_post_init__(self) -> None:
        if (self.condition is None) != (self.rounds == 0):
            raise ValueError("'condition' and 'rounds' must be given together")

    def effort(self) -> int:
        """Count the summoned monsters."""
        return 1 + amount_at(self.number, 0)

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Summon as many as there is room for."""
        caller = None if cause.who is None else world.level.actor_of(cause.who.id)
        if caller is None:
            return
        called = sum(actor.summoner == caller.id for actor in world.level.actors)
        kind = world.ruleset.monsters[self.monster]
        for _ in range(min(amount_at(self.number, cause.plus), self.most - called)):
            born = spawn(world, kind, at, leader=caller.horde, side=caller.side)
            if born is None:
                return
            born.summoner, born.camp = caller.id, caller.camp
            born.plus = min(amount_at(self.plus, cause.plus), MAX_PLUS)
            world.emit(Summoned(born.ref))
            if self.condition is not None:
                afflict(world, born, self.condition, self.rounds)

    def preview(self, seen: ObservedState, at: Point) -> Preview:
        """Return an empty preview."""
        return Preview()


@named("call")
@frozen
class Call(Effect):
    """Call the player's allies on the level: for `rounds` rounds at most, they only come to the player."""

    rounds: int = attrs.field(default=30, validator=[ge(1), le(MAX_TURNS)])

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Call all of them; those that are not summoned answer from any distance."""
        if cause.who is None or not cause.who.is_player:
            return
        called = allies(world)
        for ally in called:
            call(world, ally, self.rounds)
            if not ally.summoner:
                where = compass(world.player.at, ally.at).words
                world.emit(Called(ActorRef(ally.id, ally.kind), where))
        if not called:
            world.emit(Called(None, ""))

    def preview(self, seen: ObservedState, at: Point) -> Preview:
        """Return an empty preview, as it does no damage."""
        return Preview()


@named("horde")
@frozen
class ReleaseHorde(Effect):
    """Spawn `number` of the `hordes`, hunting, at the farthest of some `features`, or near the cell."""

    hordes: tuple[HordeName, ...] = attrs.field(validator=min_len(1))
    """The hordes to draw from, by their weights at the danger of the level; equally likely if all weights are 0."""
    above: int = attrs.field(default=0, validator=[ge(0), le(DEEPEST)])
    """The amount by which their danger exceeds that of the level."""
    number: int = attrs.field(default=1, validator=[ge(1), le(MAX_IN_HORDE)])
    features: tuple[FeatureName, ...] = ()
    condition: ConditionKind | None = None
    """The condition that they get for `turns`."""
    turns: int = attrs.field(default=0, validator=[ge(0), le(MAX_TURNS)])

    def __attrs_post_init__(self) -> None:
        if (self.condition is None) != (self.turns == 0):
            raise ValueError("'condition' and 'turns' must be given together")

    def effort(self) -> int:
        """Count the monsters, roughly."""
        return 1 + 4 * self.number

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Spawn them."""
        near = self._source(world, at)
        for _ in range(self.number):
            for born in spawn_horde(world, self._drawn(world), near):
                world.emit(Summoned(born.ref))
                if self.condition is not None:
                    afflict(world, born, self.condition, self.turns)

    def _drawn(self, world: World) -> HordeKind:
        kinds = [world.ruleset.hordes[name] for name in self.hordes]
        weights = [kind.weight(danger_of(world) + self.above) for kind in kinds]
        return kinds[choose_weighted(world.rng, weights if any(weights) else [1] * len(kinds))]

    def _source(self, world: World, at: Point) -> Point:
        level = world.level
        cells = [cell for cell, each in sorted(level.features.items()) if each.kind.name in self.features]
        return max(map(level.grid.point, cells), key=lambda point: squared_distance(point, at), default=at)

    def preview(self, seen: ObservedState, at: Point) -> Preview:
        """Return an empty preview."""
        return Preview()


@named("gather")
@frozen
class Gather(Effect):
    """Bring the nearest `hordes` of the level, asleep or awake, to the cell, and give them a `condition`."""

    condition: ConditionKind
    turns: int = attrs.field(validator=[ge(1), le(MAX_TURNS)])
    hordes: int = attrs.field(default=2, validator=[ge(1), le(MAX_IN_HORDE)])

    def effort(self) -> int:
        """Count the hordes."""
        return 1 + self.hordes

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Place each member on the free cell nearest to `at`, by rising ids; swimmers stay where they are."""
        for horde in _hordes(world.level, at)[: self.hordes]:
            for actor in horde:
                place = None if actor.kind.swims else free_cell(world.level, at, mobility_of(world.level, actor))
                if place is not None and actor.is_alive:
                    self._bring(world, actor, place)

    def _bring(self, world: World, actor: Actor, place: Point) -> None:
        displace(world, actor, place, None)
        world.emit(Summoned(actor.ref))
        actor.mood = Mood.HUNTING
        keep_track(world, actor)
        afflict(world, actor, self.condition, self.turns)

    def preview(self, seen: ObservedState, at: Point) -> Preview:
        """Return an empty preview, as the hordes are unknown."""
        return Preview()


def _hordes(level: Level, at: Point) -> Sequence[Sequence[Actor]]:
    """Return the hordes of a level, by the distance of their nearest members."""
    hordes: dict[int, list[Actor]] = {}
    for actor in level.actors:
        if actor.side == Side.MONSTERS and actor.is_alive and actor.mood != Mood.HELD and not actor.kind.rooted:
            hordes.setdefault(actor.horde, []).append(actor)
    return sorted(hordes.values(), key=lambda horde: min(chebyshev_distance(each.at, at) for each in horde))


@named("split")
@frozen
class Split(Effect):
    """Split the actor on the cell: half its hit points go to a new adjacent one of its kind.

    A level never has more than `most` of that kind.
    """

    most: int = attrs.field(default=16, validator=[ge(2), le(MAX_ACTORS)])

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Split it, if there is room and it has at least two hit points."""
        actor = world.level.actor_at(at)
        if actor is None or actor.hit_points < 2:  # noqa: PLR2004 -- one for each
            return
        if sum(each.kind is actor.kind for each in world.level.actors) >= self.most:
            return
        born = spawn(world, actor.kind, at, mood=actor.mood, leader=actor.horde, side=actor.side, within=1)
        if born is not None:
            born.hit_points, born.camp = actor.hit_points // 2, actor.camp
            actor.hit_points -= born.hit_points
            world.emit(SplitInTwo(actor.ref))

    def preview(self, seen: ObservedState, at: Point) -> Preview:
        """Return an empty preview, as only monsters cause it."""
        return Preview()


@named("rise")
@frozen
class Rise(Effect):
    """Revive a monster that died on the cell after `rounds`, if its corpse remains.

    It becomes another `monster` if that is given.
    """

    rounds: int = attrs.field(validator=[ge(1), le(MAX_TURNS)])
    monster: ActorName | None = added(default=None)

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Schedule the revival."""
        if cause.who is not None and not cause.who.is_player:
            dead = cause.who.kind
            kind = dead if self.monster is None else world.ruleset.monsters[self.monster]
            body = None if kind.corpse is dead.corpse else dead.corpse
            world.level.rising.append(Rising(kind, at, world.round + self.rounds, body=body))

    def preview(self, seen: ObservedState, at: Point) -> Preview:
        """Return an empty preview, as only monsters cause it."""
        return Preview()


@named("tame")
@frozen
class Tame(Effect):
    """Make the monster on the cell an ally, with a chance equal to its share of lost hit points."""

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Try to tame it."""
        monster = world.level.actor_at(at)
        if monster is None or monster.side != Side.MONSTERS or not monster.is_alive:
            return
        if not _can_change_sides(monster):
            world.emit(Resisted(monster.ref))
        elif not room_for_ally(world):
            world.emit(Freed(monster.ref, is_free=False))
        elif percent(world.rng, chance_to_tame(monster)):
            lose(world, monster)
            follow(world, monster)
            world.emit(Tamed(monster.ref))
        else:
            world.emit(Resisted(monster.ref))

    def preview(self, seen: ObservedState, at: Point) -> Preview:
        """Return the cell, and the chance that its monster becomes an ally, if there is room for another one."""
        monster = seen.level.actor_at(at)
        if monster is None or monster.side != Side.MONSTERS or not _can_change_sides(monster):
            return Preview(area=(at,))
        return Preview(area=(at,), expected=(Expected(monster.id, joins=chance_to_tame(monster)),))


def chance_to_tame(monster: Actor) -> int:
    """Return the chance that a monster becomes an ally, in percent."""
    return 100 - monster.hit_points * 100 // monster.max_hit_points


def _can_change_sides(monster: Actor) -> bool:
    return "taming" not in monster.kind.immune and monster.mood != Mood.HELD and not monster.summoner
