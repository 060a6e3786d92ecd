"""Steps straight towards the player, without regard to obstacles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.engine.geometry import Point, direction_to
from roguelike.engine.rules.pursuit import is_open

if TYPE_CHECKING:
    from roguelike.engine.geometry import Direction
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World


def straight_direction(start: Point, goal: Point) -> Direction:
    """Return the direction of the unit vector from `start` to `goal`, each coordinate rounded.

    A coordinate rounds to 1 if it is more than half of the distance. It is never exactly half, as no square is three
    times another, so the rounding of halves does not matter.

    Raises:
        ValueError: the two are the same point.
    """
    dx, dy = goal.x - start.x, goal.y - start.y
    square = dx * dx + dy * dy
    return direction_to(start, start.offset(dx if 4 * dx * dx > square else 0, dy if 4 * dy * dy > square else 0))


def straight_step(world: World, actor: Actor) -> Direction | None:
    """Return the straight direction to the player; None if a wall or another monster is in the way."""
    direction = straight_direction(actor.at, world.player.at)
    goal = actor.at.step(direction)
    level = world.level
    return direction if level.is_walkable(goal) and is_open(world, level.grid.index(goal)) else None
