"""Take someone far away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.classes import frozen
from roguelike.engine.geometry import king_distance
from roguelike.engine.kinds.parts import Effect, named
from roguelike.engine.preview import Expected, Preview
from roguelike.engine.rules.budget import charge
from roguelike.engine.rules.displacing import furthest, teleport
from roguelike.engine.rules.spawn import free_cell
from roguelike.engine.rules.ways import mobility_of

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.cause import Cause
    from roguelike.engine.state.level import Level
    from roguelike.engine.state.world import World
_SEARCHED = 100
"""Cells that are searched while one effect takes place."""


@named("teleport")
@frozen
class Teleport(Effect):
    """Take whoever is there to the free floor that is the most steps away from all that they see.

    With `company`, those on their side who are beside them come, too.
    """

    company: bool = False

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Take them there; without such a place nothing happens."""
        traveller = world.level.actor_at(at)
        if traveller is None or not traveller.is_alive or traveller.is_statue:
            return
        charge(world, world.level.grid.size // _SEARCHED)
        goal = furthest(world.level, at, mobility_of(world.level, traveller))
        if goal is None:
            return
        company = self._company(world.level, traveller)
        teleport(world, traveller, goal)
        for friend in company:
            place = free_cell(world.level, goal, mobility_of(world.level, friend))
            if place is not None and friend.is_alive:
                teleport(world, friend, place)

    def _company(self, level: Level, traveller: Actor) -> list[Actor]:
        """Return who comes, too, by rising id."""
        if not self.company:
            return []
        beside = (each for each in level.actors if king_distance(each.at, traveller.at) == 1)
        return [each for each in beside if each.side == traveller.side and each.is_alive]

    def preview(self, seen: Observation, at: Point) -> Preview:
        """Return the cell, and who goes; where they come to is not known."""
        traveller = seen.level.actor_at(at)
        if traveller is None or traveller.is_statue or "teleport" in traveller.kind.immune:
            return Preview(area=(at,))
        company = self._company(seen.level, traveller)
        gone = [each for each in (traveller, *company) if "teleport" not in each.kind.immune]
        return Preview(area=(at,), expected=tuple(Expected(each.id, goes=True) for each in gone))
