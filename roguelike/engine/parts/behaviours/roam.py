"""Go from one way point to the next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.classes import frozen
from roguelike.engine.commands import STEP_OR_WAIT
from roguelike.engine.geometry import king_distance, squared_distance
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.kinds.parts import Behaviour, named
from roguelike.engine.rules.pursuit import step_to

if TYPE_CHECKING:
    from roguelike.engine.commands import Command
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World

PATIENCE = 3
"""Turns that one stands in a crowd before it goes elsewhere."""


@named("roam")
@frozen
class Roam(Behaviour):
    """Go to the nearest way point of the level where it has not been lately, and so on."""

    moods = frozenset({Mood.ROAMING, Mood.FOLLOWING})

    def act(self, world: World, actor: Actor, foe: Actor | None) -> Command | None:
        """Return a step to where it goes."""
        if actor.goal is None or king_distance(actor.at, actor.goal) <= 1 or actor.idle_turns > PATIENCE:
            choose_goal(world, actor)
        direction = None if actor.goal is None else step_to(world, actor, actor.goal)
        return STEP_OR_WAIT[direction]


def choose_goal(world: World, actor: Actor) -> None:
    """Choose the nearest way point where an actor has not been, or the one where it was longest ago."""
    points = world.level.waypoints
    if actor.goal is not None:
        actor.visited = [*actor.visited, actor.goal][-max(1, len(points) - 1) :]
    fresh = [point for point in points if point not in actor.visited]
    actor.goal = min(fresh, key=lambda point: (squared_distance(actor.at, point), point), default=None)
