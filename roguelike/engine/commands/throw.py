"""Throw a missile of the actor's kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.classes import frozen
from roguelike.engine.codecs import any_cell
from roguelike.engine.events import CannotDo, Reason
from roguelike.engine.geometry import Point
from roguelike.engine.kinds.families import Command, named
from roguelike.engine.kinds.limits import TURN
from roguelike.engine.rules.flight import launch, target_refusal
from roguelike.engine.schema import saved

if TYPE_CHECKING:
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World


@named("throw")
@frozen
class Throw(Command):
    """Throw the missile of the actor's kind at `target`."""

    target: Point = saved(any_cell())

    def perform(self, world: World, actor: Actor) -> int:
        """Launch it, from the quiver if there is one."""
        missile = actor.missile
        if missile is None:
            raise CannotDo(Reason.NO_MISSILE)
        reason = target_refusal(world.level, actor, self.target, actor.kind.missile_range)
        if reason is not None:
            raise CannotDo(reason)
        if actor.kind.missiles:
            actor.thrown += 1
        launch(world, missile, actor.ref, actor.at, self.target)
        return TURN * world.ruleset.turns.launch
