"""Effects that apply and end conditions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, gt, le, min_len

from roguelike.classes import frozen
from roguelike.engine.events import Weakened
from roguelike.engine.kinds.amounts import Growing, amount_at, between
from roguelike.engine.kinds.conditions import ConditionKind
from roguelike.engine.kinds.families import Effect, named
from roguelike.engine.kinds.limits import MAX_TURNS
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.kinds.names import ConditionName
from roguelike.engine.preview import on_actor
from roguelike.engine.rules.areas import WIDEST, burst
from roguelike.engine.rules.conditions import afflict, cure
from roguelike.engine.rules.hordes import vanish
from roguelike.engine.rules.identity import described
from roguelike.engine.schema import added
from roguelike.engine.state.actor import Side
from roguelike.engine.state.preview import Preview
from roguelike.english import listed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.geometry import Point
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.cause import Cause
    from roguelike.engine.state.level import Level
    from roguelike.engine.state.observation import ObservedState
    from roguelike.engine.state.world import World


@named("afflict")
@frozen
class Afflict(Effect):
    """Apply a `condition` to the actor on the cell, and to all within `radius`, for `turns`."""

    condition: ConditionKind
    turns: Growing = attrs.field(validator=between(1, MAX_TURNS))
    radius: int = added(default=0, validator=[ge(0), le(WIDEST)])
    """The radius in cells (straight distance); walls shield cells behind them."""
    others: int = added(default=0, validator=[ge(0), le(MAX_TURNS)])
    """The turns for actors that are not on the player's side; 0 for the same as `turns`."""

    def effort(self) -> int:
        """Count the cells."""
        return 1 + self.radius * self.radius

    def brings(self, kind: ConditionKind) -> bool:
        """Return whether its condition is of that kind."""
        return self.condition is kind

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Afflict the actors there, by rising cells."""
        for cell in self._area(world.level, at) if self.radius else (at,):
            if (victim := world.level.actor_at(cell)) is not None:
                afflict(world, victim, self.condition, self._turns(victim, cause.plus), cause.maker(world))

    def preview(self, seen: ObservedState, at: Point) -> Preview:
        """Return the condition that each actor there would get."""
        level = seen.level
        cells = [cell for cell in self._area(level, at) if not self.radius or level.is_explored(cell)]
        there = ((cell, level.actor_at(cell)) for cell in cells)
        return Preview.of_all(
            on_actor(cell, actor, condition=self.condition, turns=self._turns(actor, seen.plus))
            for cell, actor in there
        )

    def _turns(self, victim: Actor | None, plus: int) -> int:
        if self.others and victim is not None and victim.side != Side.PLAYER:
            return self.others
        return amount_at(self.turns, plus)

    def _area(self, level: Level, at: Point) -> list[Point]:
        return burst(level, at, self.radius) if self.radius else [at]


@named("afflict_seen")
@frozen
class AfflictSeen(Effect):
    """Wake all actors in the player's view, allies included, and apply a `condition` for `turns`; spare captives."""

    condition: ConditionKind
    turns: int = attrs.field(validator=[ge(1), le(MAX_TURNS)])

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Afflict them, the nearest first."""
        for victim in filter(_is_free, world.visible_monsters()):
            if victim.mood == Mood.ASLEEP:
                victim.mood = Mood.ROAMING
            afflict(world, victim, self.condition, self.turns, cause.maker(world))

    def preview(self, seen: ObservedState, at: Point) -> Preview:
        """Return the condition that each of them would get."""
        victims = filter(_is_free, seen.others)
        return Preview.of_all(on_actor(each.at, each, condition=self.condition, turns=self.turns) for each in victims)


def _is_free(actor: Actor) -> bool:
    return actor.side != Side.NONE and actor.mood != Mood.HELD


@named("on_others")
@frozen
class OnOthers(Effect):
    """Apply `effects` to all actors in view within `radius` cells, except the one on the cell and captives."""

    effects: tuple[Effect, ...] = attrs.field(validator=min_len(1))
    radius: int = attrs.field(validator=[gt(0), le(WIDEST)])
    """The radius in cells (straight distance); walls shield cells behind them."""

    @property
    def inner(self) -> Sequence[Effect]:
        """The effects that it applies."""
        return self.effects

    def effort(self) -> int:
        """Count the cells, each with the work of all effects."""
        return 1 + self.radius * self.radius * sum(effect.effort() for effect in self.effects)

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Apply the effects to each actor, by rising cells."""
        for actor in _others(world.level, at, self.radius):
            for effect in self.effects:
                if actor.is_alive:
                    effect.apply(world, cause, actor.at)

    def uncaused(self) -> Effect:
        """Return it with inner effects without a caster."""
        return attrs.evolve(self, effects=tuple(effect.uncaused() for effect in self.effects))

    def preview(self, seen: ObservedState, at: Point) -> Preview:
        """Return the combined preview for all actors in view."""
        others = _others(seen.level, at, self.radius)
        return Preview.of_all(effect.preview(seen, actor.at) for actor in others for effect in self.effects)


def _others(level: Level, at: Point, radius: int) -> list[Actor]:
    there = (level.actor_at(cell) for cell in burst(level, at, radius) if cell != at)
    return [actor for actor in there if actor is not None and actor.is_alive and actor.mood is not Mood.HELD]


@named("rout")
@frozen
class Rout(Effect):
    """Apply a `condition` for `turns` to the followers of the actor that causes it, or that dies; spare sleepers."""

    condition: ConditionKind
    turns: int = attrs.field(validator=[ge(1), le(MAX_TURNS)])

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Afflict all of them, by rising id."""
        for actor in tuple(world.level.actors):
            if cause.who is not None and actor.leader == cause.who.id and actor.mood is not Mood.ASLEEP:
                afflict(world, actor, self.condition, self.turns)

    def preview(self, seen: ObservedState, at: Point) -> Preview:
        """Return an empty preview, as only monsters cause it."""
        return Preview()


_FOR_GOOD = 1_000_000
"""The rounds until a monster can cast again: more than any game has."""


@named("negate")
@frozen
class Negate(Effect):
    """Dispel magic in view: summoned monsters vanish, others lose their spells and the `conditions`.

    The user loses all conditions, and a plus of each worn item.
    """

    conditions: tuple[ConditionName, ...]

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Dispel the magic of each monster, the nearest first."""
        for actor in world.visible_monsters():
            if actor.summoner:
                vanish(world, actor)
            else:
                self._undo(world, actor)
        user = world.level.actor_at(at)
        if user is not None:
            _strip(world, user)

    def preview(self, seen: ObservedState, at: Point) -> Preview:
        """Return an empty preview, as it does no damage."""
        return Preview()

    def _undo(self, world: World, actor: Actor) -> None:
        for name in self.conditions:
            cure(world, actor, name)
        for spell in () if actor.kind.mind is None else actor.kind.mind.spells:
            actor.cooldowns[spell] = world.round + _FOR_GOOD


def _strip(world: World, user: Actor) -> None:
    for name in tuple(user.conditions):
        cure(world, user, name)
    weakened = [item for item in user.inventory.slots if item is not None and item.worn and item.plus > 0]
    for item in weakened:
        item.plus -= 1
    if weakened:
        world.emit(Weakened(listed(described(world, item).name for item in weakened)))
