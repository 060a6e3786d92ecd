"""Doors at the mouths of rooms."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.dice import percent
from roguelike.engine.geometry import CARDINALS
from roguelike.engine.grid import cells_of
from roguelike.engine.kinds.names import GroundName
from roguelike.engine.kinds.parts import Pass, named

if TYPE_CHECKING:
    from roguelike.engine.draft import Draft
    from roguelike.engine.rng import PCG32

_THROUGH = ((True, True, False, False), (False, False, True, True))


@named("doors")
@frozen(kw_only=True)
class Doors(Pass):
    """Hang doors in the mouths of rooms, but for those of caves."""

    door: GroundName
    chance: int = attrs.field(default=60, validator=[ge(0), le(100)])

    def run(self, draft: Draft, rng: PCG32) -> None:
        """Take the mouths by rising cell, and leave out those that something has washed away."""
        caves = 0
        for room in draft.rooms:
            caves |= draft.spread(room.board) if room.sort == "cave" else 0
        for cell in cells_of(draft.mouths & ~caves):
            if percent(rng, self.chance) and _is_doorway(draft, cell):
                draft.lay(1 << cell, self.door)
                draft.doors |= 1 << cell


def _is_doorway(draft: Draft, cell: int) -> bool:
    """Return whether a cell has walls on two sides and plain floor on the others, with no other door beside it."""
    here = 1 << cell
    if (draft.depths | draft.protected) & here or draft.spread(here) & draft.doors:
        return False
    north, east, south, west = (draft.moved(here, way) & draft.walkable for way in CARDINALS)
    return (bool(north), bool(south), bool(east), bool(west)) in _THROUGH
