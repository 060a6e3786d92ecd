"""Doors in walls that are a long way round."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.draft import Room
from roguelike.engine.geometry import CARDINALS, Direction
from roguelike.engine.grid import LONGEST_SIDE, cells_of
from roguelike.engine.kinds.parts import Pass, named
from roguelike.engine.parts.mapgen.chance import shuffled
from roguelike.engine.parts.mapgen.joining import opposite, sides

if TYPE_CHECKING:
    from roguelike.engine.draft import Draft
    from roguelike.engine.rng import PCG32


@named("loops")
@frozen(kw_only=True)
class Loops(Pass):
    """Open walls whose two sides are far apart for who walks, so that nobody can be cornered for good."""

    apart: int = attrs.field(default=18, validator=[ge(4), le(400)])
    """Steps that the way round takes at the least."""
    most: int = attrs.field(default=5, validator=[ge(0), le(20)])
    thickest: int = attrs.field(default=5, validator=[ge(1), le(LONGEST_SIDE)])
    """How many cells of wall may be opened in a line."""

    def run(self, draft: Draft, rng: PCG32) -> None:
        """Try all places, in an order of chance."""
        for way, line in shuffled(self._places(draft), rng):
            if len(draft.loops) >= self.most:
                return
            self._open(draft, way, line)

    def _places(self, draft: Draft) -> list[tuple[Direction, list[int]]]:
        """Return straight lines of wall between two cells of floor, with walls along them."""
        places = []
        for way in CARDINALS[:2]:
            floor, (left, right) = draft.walkable & ~draft.vaults, sides(way)
            free = draft.solid & ~draft.moved(draft.floor, left) & ~draft.moved(draft.floor, right)
            line = free & draft.moved(floor, way)
            beyond = draft.moved(floor, opposite(way))
            for thickness in range(1, self.thickest + 1):
                ends = cells_of(line & beyond)
                places += [(way, [end - step * draft.grid.offsets[way] for step in range(thickness)]) for end in ends]
                line = draft.moved(line & ~beyond, way) & free
        return places

    def _open(self, draft: Draft, way: Direction, line: list[int]) -> None:
        offset = draft.grid.offsets[way]
        board = sum(1 << cell for cell in line)
        if draft.spread(board & ~(1 << line[0] | 1 << line[-1])) & draft.floor or board & ~draft.solid:
            return
        if any(draft.moved(1 << cell, side) & draft.floor for cell in line for side in sides(way)):
            return
        if draft.steps(line[0] + offset, line[-1] - offset, draft.walkable, self.apart) is None:
            draft.dig(board)
            draft.rooms += [Room(board, "corridor")] if len(line) > 1 else []
            draft.loops.append(line[0])
            draft.mouths |= 1 << line[0]
