"""Take someone far away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.classes import frozen
from roguelike.engine.kinds.parts import Effect, named
from roguelike.engine.preview import Preview
from roguelike.engine.rules.displacing import displace, furthest

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.cause import Cause
    from roguelike.engine.state.world import World


@named("teleport")
@frozen
class Teleport(Effect):
    """Take whoever is there to the free floor that is the most steps away from all that they see."""

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Take them there; without such a place nothing happens."""
        traveller = world.level.actor_at(at)
        if traveller is None or not traveller.is_alive or traveller.is_statue:
            return
        goal = furthest(world.level, at)
        if goal is not None:
            displace(world, traveller, goal)

    def preview(self, seen: Observation, at: Point) -> Preview:
        """Return the cell; where they come to is not known."""
        return Preview(area=(at,))
