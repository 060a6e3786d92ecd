"""What is in view on a level in the making."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.engine.grid import board_of
from roguelike.engine.rules.shadowcast import shadowcast

if TYPE_CHECKING:
    from roguelike.engine.draft import Draft

_FAR = 20
"""How far one is taken to see, in cells: farther than any lamp shines."""


def view(draft: Draft, eye: int) -> int:
    """Return the cells in view of one of them."""
    blocking = bytes("sight" in kind.blocks for kind in draft.ruleset.terrain).ljust(256, b"\0")
    opaque = bytearray(draft.plan.terrain.translate(blocking))
    for cell, code in enumerate(draft.plan.cover):
        opaque[cell] |= blocking[code]
    return board_of(shadowcast(opaque, draft.grid, eye, _FAR * _FAR))
