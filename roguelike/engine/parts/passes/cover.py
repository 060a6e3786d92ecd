"""What grows and lies on the floor."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.grid import board_of, cells_of
from roguelike.engine.kinds.names import CoverName
from roguelike.engine.kinds.parts import Pass, named
from roguelike.engine.parts.mapgen.noise import noise

if TYPE_CHECKING:
    from roguelike.engine.draft import Draft
    from roguelike.engine.rng import PCG32

_CLEAR = 2
"""Steps around the stairs that stay bare."""


@named("cover")
@frozen(kw_only=True)
class Cover(Pass):
    """Cover a share of the floor in patches, and the middle of these with something else."""

    cover: CoverName
    percent: int = attrs.field(validator=[ge(0), le(100)])
    """The share of all floor."""
    middle: CoverName | None = None
    middle_percent: int = attrs.field(default=0, validator=[ge(0), le(100)])
    """The share of what is covered."""
    patch: int = attrs.field(default=5, validator=[ge(1), le(30)])
    """About how wide a patch is, in cells."""

    def run(self, draft: Draft, rng: PCG32) -> None:
        """Cover the cells where a field of noise is highest."""
        field = noise(draft.grid, self.patch, rng)
        ranked = sorted(cells_of(_bare(draft)), key=field.__getitem__, reverse=True)
        covered = ranked[: draft.walkable.bit_count() * self.percent // 100]
        middle = covered[: len(covered) * self.middle_percent // 100] if self.middle is not None else []
        draft.cover(board_of(covered[len(middle) :]), self.cover)
        if self.middle is not None:
            draft.cover(board_of(middle), self.middle)


def _bare(draft: Draft) -> int:
    """Return the plain floor that nothing covers."""
    stairs = 1 << draft.start | (1 << draft.exit if draft.exit else 0)
    covered = board_of(cell for cell, code in enumerate(draft.plan.cover) if code)
    return draft.plain & ~draft.spread(stairs, _CLEAR) & ~covered & ~draft.vaults
