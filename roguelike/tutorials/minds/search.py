"""A mind that searches the cells within a few steps for the one nearest to the player."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.commands import STEP_OR_WAIT, Command
from roguelike.engine.geometry import Direction
from roguelike.engine.grid import MAX_SIDE
from roguelike.engine.kinds.families import Mind, named
from roguelike.engine.kinds.limits import MAX_TURNS
from roguelike.engine.rules.pursuit import is_hunting, is_open
from roguelike.tutorials.pathing.plain import plain_distance_map

if TYPE_CHECKING:
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World

FURTHEST_AHEAD = 20
"""The maximum number of steps that it searches ahead."""

_ORDER = (Direction.EAST, Direction.NORTH, Direction.WEST, Direction.SOUTH)
"""The order in which the cells around the monster are tried."""

_AFTER = tuple((way, (way + 1) % 4, (way - 1) % 4) for way in range(4))
"""The steps that the search tries after a step (forward, left, right), all as indices of that order."""


@named("search")
@frozen
class Search(Mind):
    """Go to the cell within `ahead` free steps that is nearest to the player, if it is nearer than its own cell.

    It does so while it notices the player and for `memory` turns after, at most `far` steps away; otherwise it waits.
    Since its search leads around other monsters, it can step away from the player to approach on another path.
    """

    memory: int = attrs.field(default=3, validator=[ge(0), le(MAX_TURNS)])
    far: int = attrs.field(default=20, validator=[ge(0), le(MAX_SIDE)])
    ahead: int = attrs.field(default=5, validator=[ge(1), le(FURTHEST_AHEAD)])

    def effort(self, cells: int) -> int:
        """Return the effort of a search of all cells within `ahead` steps."""
        return 1 + self.ahead**2 // 8

    def choose(self, world: World, actor: Actor) -> Command:
        """Take the first step to that cell; a step into the player is an attack."""
        direction = self._first_step(world, actor) if is_hunting(world, actor, self.memory) else None
        return STEP_OR_WAIT[direction]

    def _first_step(self, world: World, actor: Actor) -> Direction | None:
        """Search breadth first; the first cell found wins ties, so the order of the directions matters.

        Cells from which the remaining steps cannot beat the best cell so far are not expanded.
        """
        level = world.level
        distances = plain_distance_map(world, self.far)
        start = level.grid.index(actor.at)
        here = distances.distance(start)
        if here is None:
            return None
        steps = [level.grid.offsets[direction] for direction in _ORDER]
        best, shortest = None, here
        seen = {start}
        tried = [(start + steps[way], way, way) for way in range(4)]
        for left in reversed(range(self.ahead)):
            reached = []
            for cell, way, first in tried:
                if cell in seen:
                    continue
                seen.add(cell)
                distance = distances.distance(cell)
                if distance is None or not is_open(world, cell):
                    continue
                if distance < shortest:
                    best, shortest = _ORDER[first], distance
                reached.append((distance, cell, way, first))
            tried = [
                (cell + steps[turn], turn, first)
                for distance, cell, way, first in reached
                if max(distance - left, 0) < shortest
                for turn in _AFTER[way]
            ]
        return best
