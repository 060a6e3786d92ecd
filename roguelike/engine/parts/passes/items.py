"""The items of a level."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.draft import Retry
from roguelike.engine.kinds.parts import Pass, named
from roguelike.engine.parts.mapgen.chance import any_cell, weighed

if TYPE_CHECKING:
    from roguelike.engine.draft import Draft
    from roguelike.engine.rng import PCG32

_HEAVIEST = 4
_APART = 2


@named("items")
@frozen(kw_only=True)
class Items(Pass):
    """Lay what the level holds, rather in dead ends and off the way from the stairs to the others."""

    step: int = attrs.field(default=5, validator=[ge(1), le(100)])
    """So many steps off the way make a cell more likely by one part."""

    def run(self, draft: Draft, rng: PCG32) -> None:
        """Lay each on a cell of its own, not in corridors or vaults."""
        corridors = 0
        for room in draft.rooms:
            corridors |= room.board if room.sort == "corridor" else 0
        boards = self._by_weight(draft, draft.plain & ~corridors & ~draft.narrow)
        for loot in draft.contents.loot:
            weights = [weight * board.bit_count() for weight, board in enumerate(boards, start=1)]
            cell = any_cell(weighed(boards, weights, rng) or 0, rng)
            if cell is None:
                raise Retry("there is no place for all items")
            draft.plan.add_item(*loot.at(draft.grid.point(cell)))
            around = draft.spread(1 << cell, _APART)
            boards = [board & ~around for board in boards]

    def _by_weight(self, draft: Draft, cells: int) -> list[int]:
        """Return the cells by how likely they are: 1, 2, ... times as likely as the first."""
        boards, ends = [0] * _HEAVIEST, _dead_ends(draft)
        for distance, front in enumerate(draft.waves(_way(draft), draft.walkable)):
            weight = min(distance // self.step, _HEAVIEST - 1)
            boards[weight] |= front & cells & ~ends
            boards[min(weight + 1, _HEAVIEST - 1)] |= front & cells & ends
        return boards


def _dead_ends(draft: Draft) -> int:
    """Return the rooms with one mouth."""
    ends = 0
    for room in draft.rooms:
        if (draft.grid.spread(room.board, diagonally=False) & draft.mouths).bit_count() <= 1:
            ends |= room.board
    return ends


def _way(draft: Draft) -> int:
    """Return the cells on all shortest ways from the stairs to the others; the arrival where there are no others."""
    if not draft.exit:
        return 1 << draft.start
    way = front = 1 << draft.exit
    waves = []
    for wave in draft.waves(1 << draft.start, draft.walkable):
        waves.append(wave)
        if wave & front:
            break
    for wave in reversed(waves[:-1]):
        front = draft.spread(front) & wave
        way |= front
    return way
