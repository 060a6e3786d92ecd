"""Bridges over depths."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.geometry import CARDINALS, Direction
from roguelike.engine.grid import cells_of
from roguelike.engine.kinds.names import GroundName
from roguelike.engine.kinds.parts import Pass, named
from roguelike.engine.parts.mapgen.chance import shuffled

if TYPE_CHECKING:
    from roguelike.engine.draft import Draft
    from roguelike.engine.rng import PCG32


@named("bridges")
@frozen(kw_only=True)
class Bridges(Pass):
    """Lay straight bridges where the way round is long."""

    bridge: GroundName
    longest: int = attrs.field(default=9, validator=[ge(1), le(30)])
    saves: int = attrs.field(default=20, validator=[ge(1), le(400)])
    """Steps that the way round takes at the least."""
    most: int = attrs.field(default=3, validator=[ge(0), le(20)])

    def run(self, draft: Draft, rng: PCG32) -> None:
        """Try all places, in an order of chance."""
        laid = 0
        for way, start in shuffled(self._starts(draft), rng):
            if laid == self.most:
                return
            laid += self._lay(draft, way, start)

    def _starts(self, draft: Draft) -> list[tuple[Direction, int]]:
        """Return the depths beside what can be walked on, with the way over them."""
        banks = draft.walkable & ~draft.protected
        return [(way, cell) for way in CARDINALS[1:3] for cell in cells_of(draft.depths & draft.moved(banks, way))]

    def _lay(self, draft: Draft, way: Direction, start: int) -> bool:
        offset, end = draft.grid.offsets[way], start
        while draft.depths >> end & 1 and end - start < self.longest * offset:
            end += offset
        if not (draft.walkable & ~draft.protected) >> end & 1:
            return False
        if draft.steps(start - offset, end, draft.walkable, self.saves) is not None:
            return False
        board = sum(1 << cell for cell in range(start, end, offset))
        draft.lay(board, self.bridge)
        return True
