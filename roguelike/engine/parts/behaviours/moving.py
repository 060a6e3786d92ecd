"""Behaviours of movement."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.commands import Move, Wait
from roguelike.engine.commands.monster_commands import Blink, WithCooldown
from roguelike.engine.dice import percent, roll
from roguelike.engine.geometry import COMPASS, chebyshev_distance, direction_to, squared_distance
from roguelike.engine.grid import MAX_SIDE, cells_of
from roguelike.engine.kinds.families import Behaviour, named
from roguelike.engine.kinds.limits import MAX_TURNS
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.rules.moods import flee
from roguelike.engine.rules.pursuit import step_away, step_to_foe
from roguelike.engine.rules.shadowcast import board_in_sight
from roguelike.engine.rules.terrain import is_stranded
from roguelike.engine.rules.ways import free_steps, has_line, is_way, mobility_of, unbarred
from roguelike.engine.state.actor import Side

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.commands import Command
    from roguelike.engine.geometry import Direction, Point
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.level import Level
    from roguelike.engine.state.world import World


_EFFORT = 5


@named("crawl")
@frozen
class Crawl(Behaviour):
    """Crawl back to the nearest deep water if out of it, even with foes in view; do nothing if no path leads to any."""

    moods = frozenset(Mood) - {Mood.ASLEEP, Mood.HELD}

    def effort(self) -> int:
        """Return the work of a flood fill."""
        return _EFFORT

    def act(self, world: World, actor: Actor, foe: Actor | None) -> Command | None:
        """Return a step on the shortest path."""
        level = world.level
        if not is_stranded(level, actor):
            return None
        diagonal = world.ruleset.monsters_diagonal
        near = _nearer(level, actor, diagonally=diagonal)
        free = [at for at in map(level.grid.point, cells_of(near)) if level.is_free(at)]
        steps = {actor.at.step(direction): direction for direction in world.directions_of(actor)}
        goals = [at for at in free if at in steps]
        return Move(steps[min(goals, key=lambda at: (squared_distance(at, actor.at), at))]) if goals else None


def _nearer(level: Level, actor: Actor, *, diagonally: bool) -> int:
    """Return the bitboard of the neighbours that are one step nearer to deep water; 0 if no path leads to any."""
    grid, here = level.grid, 1 << actor.cell
    ways = level.passable & unbarred(level, mobility_of(level, actor)) | here
    reached, fresh = 0, level.cells("deep")
    while fresh and not fresh & here:
        reached |= fresh
        last, fresh = fresh, grid.spread(fresh, diagonally=diagonally) & ways & ~reached
        if fresh & here:
            return last & grid.spread(here, diagonally=diagonally)
    return 0


@named("drift")
@frozen
class Drift(Behaviour):
    """Float at random, or towards a foe with a chance of `chance` percent; never attack."""

    chance: int = attrs.field(default=50, validator=[ge(0), le(100)])

    moods = frozenset(Mood) - {Mood.ASLEEP, Mood.HELD}

    def act(self, world: World, actor: Actor, foe: Actor | None) -> Command | None:
        """Return a step onto a free cell, or wait."""
        if foe is not None and percent(world.rng, self.chance):
            towards = step_to_foe(world, actor, foe)
            return Move(towards) if towards and is_way(world, actor, actor.at.step(towards)) else Wait()
        free = free_steps(world, actor)
        return Move(free[roll(world.rng, 0, len(free) - 1)]) if free else Wait()


@named("flee")
@frozen
class Flee(Behaviour):
    """Step to where the path back to the foe is longest; attack an adjacent foe if cornered."""

    moods = frozenset({Mood.FLEEING})

    def act(self, world: World, actor: Actor, foe: Actor | None) -> Command | None:
        """Return the step, or an attack if cornered; None for a safe ally that is kept close."""
        if foe is None and actor.side is Side.PLAYER and world.ruleset.allies_keep:
            return None
        return Wait() if foe is None else get_away(world, actor, foe)


def get_away(world: World, actor: Actor, foe: Actor) -> Command:
    """Return a step away from a foe; if cornered, an attack on it, or a wait."""
    direction = step_away(world, actor, foe)
    if direction is not None:
        return Move(direction)
    towards = direction_to(actor.at, foe.at)
    beside = chebyshev_distance(actor.at, foe.at) == 1 and towards in world.directions_of(actor)
    return Move(towards) if beside and actor.stats.attack else Wait()


@named("flit")
@frozen
class Flit(Behaviour):
    """Step onto a random free neighbour with a chance of `chance` percent."""

    chance: int = attrs.field(validator=[ge(0), le(100)])

    moods = frozenset({Mood.HUNTING, Mood.ROAMING})

    def strike_share(self, *, shoots: bool) -> float:
        """Return the share of turns without such a step."""
        return 1 - self.chance / 100

    def act(self, world: World, actor: Actor, foe: Actor | None) -> Command | None:
        """Return the step, by chance."""
        if not percent(world.rng, self.chance):
            return None
        free = free_steps(world, actor)
        return Move(free[roll(world.rng, 0, len(free) - 1)]) if free else None


@named("kite")
@frozen
class Kite(Behaviour):
    """Retreat while the foe is nearer than `distance` cells and in a clear line, if there is room.

    A monster with an empty quiver does not retreat.
    """

    distance: int = attrs.field(validator=[ge(0), le(MAX_SIDE)])

    @property
    def keeps_away(self) -> bool:
        """True."""
        return True

    def act(self, world: World, actor: Actor, foe: Actor | None) -> Command | None:
        """Return the free step that leads farthest from the foe; None if none leads farther away."""
        if foe is None or chebyshev_distance(actor.at, foe.at) >= self.distance:
            return None
        if not has_line(world.level, actor.at, foe.at) or actor.missiles_left == 0:
            return None
        gap, here = chebyshev_distance(actor.at, foe.at), squared_distance(actor.at, foe.at)
        goals = [(actor.at.step(each), each) for each in world.directions_of(actor)]
        away = [
            (squared_distance(goal, foe.at), each)
            for goal, each in goals
            if chebyshev_distance(goal, foe.at) >= gap and is_way(world, actor, goal)
        ]
        furthest, best = max(away, key=lambda one: one[0], default=(0, None))
        return Move(best) if best is not None and furthest > here else None


@named("shun_fire")
@frozen
class ShunFire(Behaviour):
    """Flee from flames in view within `range` cells, and from the foe for `rounds` rounds after fire damages it."""

    range: int = attrs.field(validator=[ge(1), le(MAX_SIDE)])
    rounds: int = attrs.field(validator=[ge(0), le(MAX_TURNS)])

    moods = frozenset({Mood.HUNTING, Mood.FLEEING})

    def effort(self) -> int:
        """Return the work of the search for flames in view."""
        return _EFFORT

    def act(self, world: World, actor: Actor, foe: Actor | None) -> Command | None:
        """Return a step away; None without fire to flee from."""
        flames = _flames_in_view(world.level, actor, self.range)
        if not flames and (actor.burned_on is None or world.round - actor.burned_on >= self.rounds):
            return None
        if actor.mood != Mood.FLEEING:
            flee(world, actor)
        away = _step_from(world, actor, flames) if flames else None
        return get_away(world, actor, foe or world.player) if away is None else Move(away)


def _flames_in_view(level: Level, actor: Actor, reach: int) -> list[Point]:
    """Return the burning cells within `reach` cells that an actor sees, row by row."""
    if not level.burning:
        return []
    seen = board_in_sight(level.opaque, level.grid, actor.cell, reach * reach) & level.burning
    return [level.grid.point(cell) for cell in cells_of(seen)]


def _step_from(world: World, actor: Actor, flames: Sequence[Point]) -> Direction | None:
    """Return the free step that leads farthest from the nearest flame; None if none leads farther away."""

    def gap(at: Point) -> int:
        return min(squared_distance(at, each) for each in flames)

    steps = [(gap(actor.at.step(each)), each) for each in free_steps(world, actor)]
    furthest, best = max(steps, key=lambda step: step[0], default=(0, None))
    return best if furthest > gap(actor.at) else None


@named("root")
@frozen
class Root(Behaviour):
    """Never move; attack adjacent foes, if it can attack at all."""

    moods = frozenset(Mood) - {Mood.ASLEEP, Mood.HELD}

    def act(self, world: World, actor: Actor, foe: Actor | None) -> Command | None:
        """Return the attack, or a wait."""
        if foe is None or chebyshev_distance(actor.at, foe.at) > 1 or not actor.stats.attack:
            return Wait()
        direction = direction_to(actor.at, foe.at)
        return Move(direction) if direction in world.directions_of(actor) else Wait()


@named("blink_in")
@frozen
class BlinkIn(Behaviour):
    """Teleport beside a foe in view, from up to `range` cells away, with a cooldown of `every` rounds."""

    range: int = attrs.field(default=6, validator=[ge(2), le(MAX_SIDE)])
    every: int = attrs.field(default=10, validator=[ge(1), le(MAX_TURNS)])

    @property
    def spell(self) -> str:
        """Its name, as it is magic."""
        return self.name

    @property
    def reaches_far(self) -> bool:
        """True, as it needs only a line."""
        return True

    def act(self, world: World, actor: Actor, foe: Actor | None) -> Command | None:
        """Return the jump to the nearest free cell beside the foe."""
        if foe is None or not 1 < chebyshev_distance(actor.at, foe.at) <= self.range:
            return None
        if not actor.is_ready(self.name, world.round) or not has_line(world.level, actor.at, foe.at):
            return None
        goals = [goal for each in COMPASS if is_way(world, actor, goal := foe.at.step(each))]
        if not goals:
            return None
        leap = Blink(min(goals, key=lambda goal: squared_distance(actor.at, goal)))
        return WithCooldown(leap, self.name, self.every)


SAFE = 12
"""The distance beyond which a thief feels safe from its victim, in cells."""


@named("thief")
@frozen
class Thief(Behaviour):
    """Flee from the player with the stolen item."""

    moods = frozenset({Mood.HUNTING, Mood.FLEEING, Mood.ROAMING})

    def act(self, world: World, actor: Actor, foe: Actor | None) -> Command | None:
        """Return a step away from the player while they are near."""
        if actor.carries is None or actor.is_ready(self.name, world.round):
            return None
        if chebyshev_distance(actor.at, world.player.at) > SAFE:
            return None
        if actor.mood != Mood.FLEEING:
            flee(world, actor)
        return get_away(world, actor, foe or world.player)
