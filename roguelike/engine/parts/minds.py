"""Minds: how monsters choose their commands."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.commands import STEP_OR_WAIT, Command, Move, Throw, Wait
from roguelike.engine.dice import percent, roll
from roguelike.engine.geometry import Direction, chebyshev_distance, direction_to, squared_distance
from roguelike.engine.grid import MAX_SIDE
from roguelike.engine.kinds.families import Behaviour, Mind, named
from roguelike.engine.kinds.limits import MAX_TURNS
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.parts.behaviours.fighting import Pursue, Talent
from roguelike.engine.parts.behaviours.groups import Follow, Roam
from roguelike.engine.parts.behaviours.moving import Flee, get_away
from roguelike.engine.rules.giving_up import gives_up
from roguelike.engine.rules.moods import keep_track, settle
from roguelike.engine.rules.pursuit import foes_of_monsters, is_hunting, notice, step_towards_player
from roguelike.engine.rules.sides import rival_of
from roguelike.engine.rules.trajectory import line_of_flight
from roguelike.engine.state.actor import Side

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from roguelike.engine.geometry import Point
    from roguelike.engine.kinds.conditions import ConditionKind
    from roguelike.engine.kinds.families import Effect
    from roguelike.engine.kinds.raised import Raised
    from roguelike.engine.rng import PCG32
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World


@named("chase")
@frozen
class Chase(Mind):
    """Follow the player while they are in sight and for `memory` turns after; wait otherwise."""

    memory: int = attrs.field(default=3, validator=[ge(0), le(MAX_TURNS)])

    def choose(self, world: World, actor: Actor) -> Command:
        """Approach, attack when adjacent to the player, or wait if every path is blocked."""
        return pursue(world, actor) if is_hunting(world, actor, self.memory) else Wait()


def pursue(world: World, actor: Actor) -> Command:
    """Return the next step of a hunt."""
    direction = step_towards_player(world, actor)
    return STEP_OR_WAIT[direction]


_BY_TOP_BITS = (Direction.NORTH, Direction.SOUTH, Direction.EAST, Direction.WEST)


@named("wander")
@frozen
class Wander(Mind):
    """Chase the player while they are in sight and for `memory` turns after; step at random otherwise."""

    memory: int = attrs.field(default=0, validator=[ge(0), le(MAX_TURNS)])

    def choose(self, world: World, actor: Actor) -> Command:
        """Chase, or take a step in one of the four directions, even into a wall."""
        return pursue(world, actor) if is_hunting(world, actor, self.memory) else Move(any_direction(world.rng))


def any_direction(rng: PCG32) -> Direction:
    """Return one of the four cardinal directions, by the top two bits of one draw."""
    return _BY_TOP_BITS[rng.next_u32() >> 30]


@named("skirmish")
@frozen
class Skirmish(Mind):
    """Retreat when the player is nearer than `distance` cells; throw with a chance of `throws` percent.

    If cornered it fights; out of range or without a clear line it approaches.
    """

    distance: int = attrs.field(validator=[ge(0), le(MAX_SIDE)])
    throws: int = attrs.field(validator=[ge(0), le(100)])
    memory: int = attrs.field(default=3, validator=[ge(0), le(MAX_TURNS)])

    def choose(self, world: World, actor: Actor) -> Command:
        """Retreat, throw, or approach."""
        if not is_hunting(world, actor, self.memory):
            return Wait()
        gap = chebyshev_distance(actor.at, world.player.at)
        if gap < self.distance and (away := _way_out(world, actor, gap)) is not None:
            return Move(away)
        if gap > 1 and _has_clear_shot(world, actor):
            return Throw(world.player.at) if percent(world.rng, self.throws) else Wait()
        return pursue(world, actor)


def _way_out(world: World, actor: Actor, gap: int) -> Direction | None:
    """Return the free step that leads farthest from the player; None if none leads farther away."""
    best: Direction | None = None
    furthest = squared_distance(actor.at, world.player.at)
    for direction in world.directions_of(actor):
        goal = actor.at.step(direction)
        away = squared_distance(goal, world.player.at)
        if away > furthest and chebyshev_distance(goal, world.player.at) >= gap and _is_free(world, goal):
            best, furthest = direction, away
    return best


def _is_free(world: World, goal: Point) -> bool:
    return world.level.is_walkable(goal) and world.level.actor_at(goal) is None


def _has_clear_shot(world: World, actor: Actor) -> bool:
    """Return whether a missile would reach the player without hitting another actor."""
    missile, goal = actor.missile, world.player.at
    if missile is None or squared_distance(actor.at, goal) > actor.kind.missile_range**2:
        return False
    between = line_of_flight(missile, actor.at, goal, world.level if world.ruleset.clearing else None)[:-1]
    return world.ruleset.perception.perceives(world, actor) and all(_is_free(world, cell) for cell in between)


@named("stagger")
@frozen
class Stagger(Mind):
    """Step in a random direction, all equally likely."""

    attacks: bool = True
    """Whether it attacks the player when it stumbles into them."""
    stands: bool = False
    """Whether standing still is an additional choice."""
    watches: bool = False
    """Whether it still notices the player meanwhile, so that its memory counts from the last such turn."""

    confuses = True

    def choose(self, world: World, actor: Actor) -> Command:
        """Return a step, even into a wall."""
        if self.watches and not actor.is_player:
            notice(world, actor)
        directions = world.directions_of(actor)
        drawn = roll(world.rng, 0, len(directions) - (not self.stands))
        if drawn == len(directions):
            return Wait()
        direction = directions[drawn]
        if not self.attacks and world.level.actor_at(actor.at.step(direction)) is not None:
            return Wait()
        return Move(direction)


@named("erratic")
@frozen
class Erratic(Mind):
    """Step at random with a chance of `flits` percent; otherwise chase the player, or wait if it has none to chase."""

    flits: int = attrs.field(validator=[ge(0), le(100)])
    memory: int = attrs.field(default=3, validator=[ge(0), le(MAX_TURNS)])

    def choose(self, world: World, actor: Actor) -> Command:
        """Flit or chase."""
        hunting = is_hunting(world, actor, self.memory)
        if percent(world.rng, self.flits):
            directions = world.directions_of(actor)
            return Move(directions[roll(world.rng, 0, len(directions) - 1)])
        return pursue(world, actor) if hunting else Wait()


@named("panic")
@frozen
class Panic(Mind):
    """Flee from the nearest enemy, in any direction."""

    confuses = True

    def choose(self, world: World, actor: Actor) -> Command:
        """Return a step away, an attack if cornered, or a wait without enemies."""
        plain = actor.side == Side.MONSTERS and not (actor.conditions and actor.has("discord"))
        others = foes_of_monsters(world) if plain else world.level.actors
        foes = [each for each in others if each.is_hostile(actor) and each.is_alive]
        nearest = min(foes, key=lambda foe: (chebyshev_distance(actor.at, foe.at), foe.id), default=None)
        return Wait() if nearest is None else get_away(world, actor, nearest)


_USUAL: Final = (Flee(), Pursue(), Follow(), Roam())
"""The behaviours of all beasts, which they try last."""
_ASLEEP: Final = Mood.ASLEEP
_HELD: Final = Mood.HELD
_HUNTING: Final = Mood.HUNTING
_NOBODY: Final = Side.NONE
_MONSTERS: Final = Side.MONSTERS
_WAIT: Final = Wait()


@named("beast")
@frozen
class Beast(Mind):
    """Try the behaviours that fit the mood, in order; then hunt, flee, follow a leader or roam, depending on the mood.

    A hunter gives up `memory` turns after it last noticed the player.
    """

    memory: int = attrs.field(default=20, validator=[ge(0), le(MAX_TURNS)])
    behaviours: tuple[Behaviour, ...] = ()
    _by_mood: dict[Mood, tuple[Behaviour, ...]] = attrs.field(init=False, eq=False, repr=False)
    """The behaviours to try in each mood, the usual ones last."""

    @_by_mood.default
    def _sorted(self) -> dict[Mood, tuple[Behaviour, ...]]:
        asked = (*self.behaviours, *_USUAL)
        return {mood: tuple(each for each in asked if mood in each.moods) for mood in Mood}

    @property
    def spells(self) -> Sequence[str]:
        """The spells of its behaviours."""
        return [behaviour.spell for behaviour in self.behaviours if behaviour.spell]

    @property
    def reaches_far(self) -> bool:
        """Whether any of its behaviours does."""
        return any(behaviour.reaches_far for behaviour in self.behaviours)

    @property
    def wounds(self) -> Sequence[Effect]:
        """The effects of its behaviours."""
        return [effect for behaviour in self.behaviours for effect in behaviour.wounds]

    @property
    def ambushes(self) -> bool:
        """Whether any of its behaviours does."""
        return any(behaviour.ambushes for behaviour in self.behaviours)

    @property
    def keeps_away(self) -> bool:
        """Whether any of its behaviours does."""
        return any(behaviour.keeps_away for behaviour in self.behaviours)

    @property
    def winds_up(self) -> bool:
        """Whether any of its behaviours does."""
        return any(behaviour.winds_up for behaviour in self.behaviours)

    @property
    def raises(self) -> Raised | None:
        """The weapon of the first behaviour that raises one."""
        return next((behaviour.raises for behaviour in self.behaviours if behaviour.raises is not None), None)

    @property
    def counted(self) -> Mapping[str, str]:
        """The verbs of its talents with visible countdowns, by their names."""
        return {each.called: each.counted for each in self.behaviours if isinstance(each, Talent) and each.counted}

    @property
    def fuse(self) -> tuple[ConditionKind, int] | None:
        """The condition and the rounds of the first behaviour with a fuse."""
        return next((behaviour.fuse for behaviour in self.behaviours if behaviour.fuse is not None), None)

    def strike_share(self, *, shoots: bool) -> float:
        """Return the share that all its behaviours leave together."""
        return math.prod(behaviour.strike_share(shoots=shoots) for behaviour in self.behaviours)

    def effort(self, cells: int) -> int:
        """Return the work of its most expensive behaviour."""
        return 1 + max((behaviour.effort() for behaviour in self.behaviours), default=0)

    def choose(self, world: World, actor: Actor) -> Command:
        """Return the command of the first behaviour that has one."""
        side, mood = actor.side, actor.mood
        if side is _NOBODY:
            rival = rival_of(world, actor)
            return _WAIT if rival is None else Move(direction_to(actor.at, rival.at))
        if mood is _ASLEEP or mood is _HELD:
            return _WAIT
        if side is _MONSTERS and world.ruleset.perception.perceives(world, actor):
            if mood is not _HUNTING and actor.is_unaware:
                actor.mood = _HUNTING
            keep_track(world, actor)
        foe = settle(world, actor, self.memory)
        if side is _MONSTERS and foe is world.player and world.ruleset.gives_up and gives_up(world, actor):
            foe = None
        fights = foe is not None and actor.camp > 0 and actor.is_unaware  # a rival, without having noticed the player
        for behaviour in self._by_mood[_HUNTING if fights else actor.mood]:
            if (command := behaviour.act(world, actor, foe)) is not None:
                return command
        return _WAIT
