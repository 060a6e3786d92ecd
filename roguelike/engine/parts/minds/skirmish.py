"""Keep away from the player, and throw."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.commands import Command, Move, Throw, Wait
from roguelike.engine.dice import percent
from roguelike.engine.geometry import king_distance, squared_distance
from roguelike.engine.grid import LONGEST_SIDE
from roguelike.engine.kinds.limits import MOST_TURNS
from roguelike.engine.kinds.parts import Mind, named
from roguelike.engine.parts.minds.chase import pursue
from roguelike.engine.rules.pursuit import is_hunting
from roguelike.engine.rules.trajectory import line_of_flight

if TYPE_CHECKING:
    from roguelike.engine.geometry import Direction, Point
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World


@named("skirmish")
@frozen
class Skirmish(Mind):
    """Back off when the player is nearer than `distance` cells; throw with a chance of `throws` in a hundred.

    Cornered it fights; out of range or without a clear line it comes nearer.
    """

    distance: int = attrs.field(validator=[ge(0), le(LONGEST_SIDE)])
    throws: int = attrs.field(validator=[ge(0), le(100)])
    memory: int = attrs.field(default=3, validator=[ge(0), le(MOST_TURNS)])

    def choose(self, world: World, actor: Actor) -> Command:
        """Back off, throw, or come nearer."""
        if not is_hunting(world, actor, self.memory):
            return Wait()
        gap = king_distance(actor.at, world.player.at)
        if gap < self.distance and (away := _way_out(world, actor, gap)) is not None:
            return Move(away)
        if gap > 1 and _has_clear_shot(world, actor):
            return Throw(world.player.at) if percent(world.rng, self.throws) else Wait()
        return pursue(world, actor)


def _way_out(world: World, actor: Actor, gap: int) -> Direction | None:
    """Return the free step that leads furthest from the player, None where none leads further than here."""
    best: Direction | None = None
    furthest = squared_distance(actor.at, world.player.at)
    for direction in world.directions_of(actor):
        goal = actor.at.step(direction)
        away = squared_distance(goal, world.player.at)
        if away > furthest and king_distance(goal, world.player.at) >= gap and _is_free(world, goal):
            best, furthest = direction, away
    return best


def _is_free(world: World, goal: Point) -> bool:
    return world.level.is_walkable(goal) and world.level.actor_at(goal) is None


def _has_clear_shot(world: World, actor: Actor) -> bool:
    """Return whether a missile would reach the player without hitting another actor."""
    kind, goal = actor.kind, world.player.at
    if kind.missile is None or squared_distance(actor.at, goal) > kind.missile_range**2:
        return False
    between = line_of_flight(kind.missile, actor.at, goal, world.level if world.ruleset.clearing else None)[:-1]
    return world.ruleset.perception.perceives(world, actor) and all(_is_free(world, cell) for cell in between)
