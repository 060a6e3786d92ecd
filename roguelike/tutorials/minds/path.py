"""A mind that follows a path around walls, but not around actors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.classes import frozen
from roguelike.engine.commands import Command, Move, Wait
from roguelike.engine.dice import step
from roguelike.engine.geometry import direction_to
from roguelike.engine.kinds.families import Mind, named
from roguelike.engine.parts.minds import any_direction
from roguelike.engine.rules.paths import a_star

if TYPE_CHECKING:
    from roguelike.engine.geometry import Direction
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World


@named("path")
@frozen
class Path(Mind):
    """Take a shortest path to the player while in sight; otherwise step in any of the four directions.

    It attacks an actor in its way; if that is another monster, the damage is rolled without effect.
    """

    def effort(self, cells: int) -> int:
        """Return the work of a search of all cells."""
        return 1 + cells // 400

    def choose(self, world: World, actor: Actor) -> Command:
        """Step along the path or at random, even into a wall; wait if no path leads to a player in sight."""
        noticed = world.ruleset.perception.perceives(world, actor)
        direction = _along_the_path(world, actor) if noticed else any_direction(world.rng)
        if direction is None:
            return Wait()
        other = world.level.actor_at(actor.at.step(direction))
        if other is not None and not other.is_player:
            step(world.rng, actor.stats.damage)
            return Wait()
        return Move(direction)


def _along_the_path(world: World, actor: Actor) -> Direction | None:
    """Return the first direction of a shortest path over the terrain; None without a path."""
    path = a_star(world.player.at, actor.at, world.level.is_walkable)  # backwards: it begins with the monster's cell
    return None if path is None else direction_to(actor.at, path[1])
