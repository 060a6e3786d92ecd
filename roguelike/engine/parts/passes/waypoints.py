"""Where monsters roam."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from roguelike.classes import frozen
from roguelike.engine.geometry import squared_distance
from roguelike.engine.grid import cells_of
from roguelike.engine.kinds.parts import Pass, named
from roguelike.engine.parts.mapgen.chance import any_cell, shuffled
from roguelike.engine.parts.mapgen.ranges import rising

if TYPE_CHECKING:
    from roguelike.engine.draft import Draft
    from roguelike.engine.geometry import Point
    from roguelike.engine.rng import PCG32

_APART = 5
"""How far a way point is from the others at the least, where there are rooms enough."""


@named("waypoints")
@frozen(kw_only=True)
class Waypoints(Pass):
    """Make the middles of rooms way points."""

    number: tuple[int, ...] = attrs.field(default=(8, 14), validator=rising(1, 40))

    def run(self, draft: Draft, rng: PCG32) -> None:
        """Take rooms in an order of chance, then anything far from those."""
        middles = [_middle(draft, room.board) for room in draft.rooms if room.sort in ("room", "cave")]
        chosen = [point for point in middles if point is not None]
        points = shuffled(list(dict.fromkeys(chosen)), rng)[: self.number[1]]
        free = draft.plain
        for point in points:
            free &= ~draft.spread(1 << draft.grid.index(point), _APART)
        while len(points) < self.number[0]:
            cell = any_cell(free or draft.plain, rng)
            if cell is None:
                break
            points.append(draft.grid.point(cell))
            free &= ~draft.spread(1 << cell, _APART)
        draft.plan.waypoints = list(dict.fromkeys(points))


def _middle(draft: Draft, board: int) -> Point | None:
    """Return the plain floor of a room that is nearest to its middle; None where there is none."""
    points = [draft.grid.point(cell) for cell in cells_of(board & draft.plain)]
    if not points:
        return None
    across, down = (sorted(values)[len(points) // 2] for values in zip(*points, strict=True))
    return min(points, key=lambda point: squared_distance(point, type(point)(across, down)))
