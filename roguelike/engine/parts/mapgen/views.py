"""What is in view on a level in the making."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.engine.grid import board_of
from roguelike.engine.kinds.terrain import marks
from roguelike.engine.rules.shadowcast import shadowcast

if TYPE_CHECKING:
    from roguelike.engine.draft import Draft

_FAR = 20
"""How far one is taken to see, in cells: farther than any lamp shines."""
_COST = 200
"""Of a field of view, in units of work."""


def view(draft: Draft, eye: int) -> int:
    """Return the cells in view of one of them."""
    draft.work.spend(_COST)
    blocking, size = marks(draft.ruleset.terrain, "sight"), draft.grid.size
    ground, cover = (
        int.from_bytes(layer.translate(blocking), "little") for layer in (draft.plan.terrain, draft.plan.cover)
    )
    opaque = (ground | cover).to_bytes(size, "little")
    return board_of(shadowcast(opaque, draft.grid, eye, _FAR * _FAR))
