"""Step, or attack the actor in the way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.classes import frozen
from roguelike.engine.codecs import compass
from roguelike.engine.commands.command import Command
from roguelike.engine.events import Bumped, CannotDo, Moved, Reason
from roguelike.engine.geometry import Direction
from roguelike.engine.kinds.limits import TURN
from roguelike.engine.kinds.parts import named
from roguelike.engine.rules.combat import attack
from roguelike.engine.rules.conditions import breaks_free
from roguelike.engine.rules.fov_update import update_fov
from roguelike.engine.rules.terrain import entered, obstacle
from roguelike.engine.schema import saved

if TYPE_CHECKING:
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World


@named("move")
@frozen
class Move(Command):
    """Step one cell, or strike the enemy who stands there."""

    direction: Direction = saved(compass())

    def perform(self, world: World, actor: Actor) -> int:
        """Step, or attack an enemy; actors do not attack their own side."""
        ruleset, level = world.ruleset, world.level
        if self.direction not in world.directions_of(actor):
            raise CannotDo(Reason.NO_DIAGONALS)
        start = actor.at
        goal = start.step(self.direction)
        other = level.actor_at(goal)
        if other is not None:
            if not actor.is_hostile(other):
                raise CannotDo(Reason.OCCUPIED)
            if actor.cannot("strike"):
                raise CannotDo(Reason.CANNOT_STRIKE)
            attack(world, actor, other)
            return TURN * ruleset.turns.move
        if not level.is_walkable(goal):
            if not ruleset.turns.bump:
                raise CannotDo(Reason.WALL)
            world.emit(Bumped(actor.ref))
            return TURN
        if (reason := obstacle(world, actor, goal)) is not None:
            raise CannotDo(reason)
        if actor.conditions and not breaks_free(world, actor):
            return TURN
        level.move(actor, goal)
        world.emit(Moved(actor.ref, start, goal))
        if actor.is_player:
            update_fov(world)
        entered(world, actor)
        return TURN * ruleset.turns.move
