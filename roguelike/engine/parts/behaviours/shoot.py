"""Throw and shoot from afar."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.commands import Throw, Wait
from roguelike.engine.dice import percent
from roguelike.engine.geometry import king_distance, squared_distance
from roguelike.engine.kinds.limits import MOST_TURNS
from roguelike.engine.kinds.parts import Behaviour, named
from roguelike.engine.rules.shadowcast import board_in_sight
from roguelike.engine.rules.trajectory import line_of_flight
from roguelike.engine.rules.ways import has_line

if TYPE_CHECKING:
    from roguelike.engine.commands import Command
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.level import Level
    from roguelike.engine.state.world import World


@named("shoot")
@frozen
class Shoot(Behaviour):
    """With a clear line to a foe in range, throw with a `chance` in a hundred, and wait otherwise.

    After a throw it does something else for `every` rounds, if that is more than 1.
    """

    chance: int = attrs.field(default=100, validator=[ge(0), le(100)])
    every: int = attrs.field(default=1, validator=[ge(1), le(MOST_TURNS)])

    @property
    def reaches_far(self) -> bool:
        """A line is enough."""
        return True

    def strike_share(self, *, shoots: bool) -> float:
        """Return how often it throws; beside a foe it never does."""
        return self.chance / 100 / self.every if shoots else 1.0

    def act(self, world: World, actor: Actor, foe: Actor | None) -> Command | None:
        """Return the throw, or the wait for a better moment."""
        if foe is None or not actor.is_ready(self.name, world.round) or not has_clear_shot(world, actor, foe):
            return None
        if not percent(world.rng, self.chance):
            return Wait()
        if self.every > 1:
            actor.cooldowns[self.name] = world.round + self.every
        return Throw(foe.at)


def has_clear_shot(world: World, actor: Actor, foe: Actor) -> bool:
    """Return whether a missile would reach a foe that is not beside the actor, without hitting another."""
    missile, level = actor.kind.missile, world.level
    if missile is None or king_distance(actor.at, foe.at) <= 1:
        return False
    if squared_distance(actor.at, foe.at) > actor.kind.missile_range**2 or not has_line(level, actor.at, foe.at):
        return False
    if foe.is_player and not _is_in_view(level, actor, foe):
        return False
    between = line_of_flight(missile, actor.at, foe.at, level if world.ruleset.clearing else None)[:-1]
    return all(level.is_flyable(cell) and level.actor_at(cell) is None for cell in between)


def _is_in_view(level: Level, shooter: Actor, player: Actor) -> bool:
    """Return whether the player would see who shoots, but for the light: a line of flight may lead round a corner."""
    if level.is_visible(shooter.at):
        return True
    reach, grid = shooter.kind.missile_range, level.grid
    return board_in_sight(level.opaque, grid, player.cell, reach * reach) >> shooter.cell & 1 == 1
