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
from roguelike.engine.rules.carrying import gather
from roguelike.engine.rules.combat import attack
from roguelike.engine.rules.conditions import breaks_free
from roguelike.engine.rules.fov_update import update_fov
from roguelike.engine.rules.terrain import entered, is_there, obstacle
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
            return _strike(world, actor, other) * ruleset.turns.move
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
        self._arrive(world, actor)
        return TURN * ruleset.turns.move

    def _arrive(self, world: World, actor: Actor) -> None:
        """Let happen what comes of a step: what is there acts, what lies there is picked up, and a weapon may lunge."""
        goal = actor.at
        if actor.is_player:
            update_fov(world)
        entered(world, actor)
        if not is_there(world, actor, world.level.grid.index(goal)) or world.leaving is not None:
            return
        if actor.is_player:
            gather(world)
        if (style := actor.style) is not None:
            style.stepped(world, actor, self.direction)


def _strike(world: World, actor: Actor, other: Actor) -> int:
    """Strike who is in the way, and return the cost in energy."""
    if not actor.is_hostile(other):
        raise CannotDo(Reason.OCCUPIED)
    if actor.cannot("strike"):
        raise CannotDo(Reason.CANNOT_STRIKE)
    return attack(world, actor, other)
