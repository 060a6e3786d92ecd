"""The stairs: up where one arrives, down far away."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.draft import Retry
from roguelike.engine.geometry import CARDINALS
from roguelike.engine.grid import board_of, cells_of
from roguelike.engine.kinds.names import GroundName
from roguelike.engine.kinds.parts import Pass, named
from roguelike.engine.parts.mapgen.chance import any_cell
from roguelike.engine.parts.mapgen.joining import opposite, sides

if TYPE_CHECKING:
    from roguelike.engine.draft import Draft
    from roguelike.engine.rng import PCG32

_FROM_VAULTS = 3
"""How far from vaults the stairs are: what happens in a vault leaves them alone."""


@named("stairs")
@frozen(kw_only=True)
class Stairs(Pass):
    """Lay the stairs up at the arrival, and those down, but on the last level, in a niche of a wall."""

    up: GroundName
    down: GroundName
    apart: int = attrs.field(default=30, validator=[ge(0), le(400)])
    """Steps between the two at the least."""

    def run(self, draft: Draft, rng: PCG32) -> None:
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


def _beside(draft: Draft, board: int) -> int:
    return draft.grid.spread(board, diagonally=False)


def _niches(draft: Draft) -> int:
    """Return the walls with floor on one side, and walls all around but for that."""
    found = 0
    plain = draft.walkable & ~draft.protected & ~draft.narrow
    for way in CARDINALS:
        left, right = sides(way)
        row = draft.floor | draft.moved(draft.floor, left) | draft.moved(draft.floor, right)
        beside = draft.moved(draft.floor, left) | draft.moved(draft.floor, right)
        found |= draft.solid & draft.moved(plain, way) & ~beside & ~draft.moved(row, opposite(way))
    return found
