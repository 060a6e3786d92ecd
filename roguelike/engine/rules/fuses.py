"""Fuses: conditions like a lit keg that burst when they run out, and kill the monster."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.engine.rules.budget import charge, has_budget
from roguelike.engine.rules.chains import react
from roguelike.engine.rules.damage import die
from roguelike.engine.state.cause import Cause

if TYPE_CHECKING:
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.condition import Condition
    from roguelike.engine.state.world import World


def fuse_of(actor: Actor) -> Condition | None:
    """Return the fuse of a monster that runs out first; None without one."""
    lit = [each for each in actor.conditions.values() if each.kind.bursts and each.left]
    return min(lit, key=lambda each: each.left, default=None)


def burst_fuses(world: World) -> None:
    """Burst the monsters whose fuse runs out this round, by rising ids, before conditions count down.

    When the budget of the turn is spent, they wait along with their conditions.
    """
    for actor in tuple(world.level.actors):
        if actor.conditions and actor.hit_points and not actor.is_player and has_budget(world):
            fuse = fuse_of(actor)
            if fuse is not None and fuse.left <= 1 and world.outcome is None:
                _burst(world, actor, fuse)


def _burst(world: World, actor: Actor, fuse: Condition) -> None:
    """Apply the effects of a fuse to others than the monster, which dies."""
    effects, at = fuse.kind.bursts, actor.at
    charge(world, sum(effect.effort() for effect in effects))
    cause = Cause(None, at, fuse.kind, behind=fuse.maker)
    actor.hit_points = 0
    react(world, effects, cause, at)
    die(world, actor, cause)
