"""Neutral monsters: what makes enemies of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.engine.kinds.moods import Mood
from roguelike.engine.rules.moods import startle
from roguelike.engine.rules.pursuit import forget_distances
from roguelike.engine.state.actor import Side

if TYPE_CHECKING:
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World


def provoke(world: World, victim: Actor) -> None:
    """Make enemies of a wounded monster that kept a truce, and of all of its horde that did."""
    for actor in world.level.actors:
        if actor.mood is Mood.TRUCE and actor.horde == victim.horde:
            turn_on_player(world, actor)


def turn_on_player(world: World, actor: Actor) -> None:
    """Make an enemy of a neutral monster, which hunts the player from now on."""
    actor.side = Side.MONSTERS
    forget_distances(world)
    startle(world, actor)
