"""Passes that place stairs and waypoints."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.draft import Retry
from roguelike.engine.geometry import CARDINALS
from roguelike.engine.grid import board_of, cells_of
from roguelike.engine.kinds.families import Pass, named
from roguelike.engine.kinds.limits import rising
from roguelike.engine.kinds.names import GroundName
from roguelike.engine.parts.mapgen.joining import opposite, sides
from roguelike.engine.parts.mapgen.population import any_cell, shuffled

if TYPE_CHECKING:
    from roguelike.engine.draft import LevelDraft
    from roguelike.engine.geometry import Point
    from roguelike.engine.rng import PCG32


_FROM_VAULTS = 3
"""The distance of the stairs from vaults, in cells, so that effects in vaults do not reach them."""


@named("stairs")
@frozen(kw_only=True)
class Stairs(Pass):
    """Place the stairs up at the arrival, and the stairs down, except on the last level, in a niche of a wall."""

    up: GroundName
    down: GroundName
    apart: int = attrs.field(default=30, validator=[ge(0), le(400)])
    """The least steps between the stairs."""

    def run(self, draft: LevelDraft, rng: PCG32) -> None:
        """Choose among the farther half of all niches."""
        if not draft.walkable >> draft.start & 1:
            raise Retry("there is no floor to arrive on")
        draft.lay(1 << draft.start, self.up)
        draft.plan.start = draft.grid.point(draft.start)
        if draft.contents.last:
            return
        reached, far, niches = 0, list[int](), _niches(draft) & ~draft.spread(draft.vaults, _FROM_VAULTS)
        for distance, front in enumerate(draft.waves(1 << draft.start, draft.walkable)):
            reached |= front
            if distance >= self.apart:
                far += cells_of(_beside(draft, front) & niches & ~_beside(draft, reached ^ front))
        cell = any_cell(board_of(far[len(far) // 2 :]), rng)
        if cell is None:
            raise Retry(f"no niche is {self.apart} steps from the arrival", "apart")
        draft.exit = cell
        draft.dig(1 << cell)
        draft.lay(1 << cell, self.down)
        draft.protected |= draft.spread(1 << cell) & ~draft.floor | 1 << cell


def _beside(draft: LevelDraft, board: int) -> int:
    return draft.grid.spread(board, diagonally=False)


def _niches(draft: LevelDraft) -> int:
    """Return the walls with floor on one side and walls on all other sides."""
    found = 0
    plain = draft.walkable & ~draft.protected & ~draft.narrow
    for way in CARDINALS:
        left, right = sides(way)
        row = draft.floor | draft.moved(draft.floor, left) | draft.moved(draft.floor, right)
        beside = draft.moved(draft.floor, left) | draft.moved(draft.floor, right)
        found |= draft.solid & draft.moved(plain, way) & ~beside & ~draft.moved(row, opposite(way))
    return found


_APART = 5
"""The least distance between waypoints, if there are enough rooms, in cells."""


@named("waypoints")
@frozen(kw_only=True)
class Waypoints(Pass):
    """Place waypoints in the middles of rooms."""

    number: tuple[int, ...] = attrs.field(default=(8, 14), validator=rising(1, 40))

    def run(self, draft: LevelDraft, rng: PCG32) -> None:
        """Use rooms in random order, then any cells far from them."""
        plain = free = draft.plain
        middles = [_middle(draft, room.board & plain) for room in draft.rooms if room.sort in ("room", "cave")]
        chosen = [point for point in middles if point is not None]
        points = shuffled(list(dict.fromkeys(chosen)), rng)[: self.number[1]]
        for point in points:
            free &= ~draft.spread(1 << draft.grid.index(point), _APART)
        while len(points) < self.number[0]:
            cell = any_cell(free or plain, rng)
            if cell is None:
                break
            points.append(draft.grid.point(cell))
            free &= ~draft.spread(1 << cell, _APART)
        draft.plan.waypoints = list(dict.fromkeys(points))


def _middle(draft: LevelDraft, board: int) -> Point | None:
    """Return the cell of a board that is nearest to its middle; None for an empty board."""
    if not board:
        return None
    points = [draft.grid.point_of[cell] for cell in cells_of(board)]
    across, down = (sorted(values)[len(points) // 2] for values in zip(*points, strict=True))
    return min(points, key=lambda point: (point[0] - across) ** 2 + (point[1] - down) ** 2)
