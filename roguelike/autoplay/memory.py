"""What a policy remembers of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from roguelike.automation.automation import Automation
from roguelike.classes import define
from roguelike.engine.kinds.items import ItemKind
from roguelike.engine.rng import PCG32

if TYPE_CHECKING:
    from roguelike.engine.observation import Observation


@define
class Memory:
    """What a player keeps in mind; all but the chance is about the level on which they are."""

    rng: PCG32
    """For what is left to chance."""
    depth: int = 0
    items: dict[int, ItemKind] = attrs.field(factory=dict)
    """What was last seen to lie where, of what can be picked up; by cell index."""
    stood: int = 0
    """The bitboard of the cells on which the player has stood."""
    swept: int = 0
    """The bitboard of the cells seen since the player last began to go round."""
    trail: int | None = None
    """The cell where a foe was last seen, until the player has been there."""
    waited: int = 0
    """How many turns in a row the foes were let come."""
    fitted: tuple[object, ...] = ()
    """What was carried to wear, and where, when nothing of it was better than what is worn."""
    daring: bool = False
    """Whether the player goes where something may lurk, since there is no other way on."""
    stalked: int | None = None
    """The cell of the sleeper whom the player steals upon."""
    running: Automation | None = None
    """What was started by one key, and goes on."""
    finished: int | None = None
    """The bitboard of what was left to see, and to fetch, when the level was explored as far as it can be."""

    def look(self, seen: Observation) -> None:
        """Take note of what is in view."""
        if seen.depth != self.depth:
            self._arrive(seen.depth)
        level = seen.level
        lying = {cell: item.kind for cell, items in level.items.items() for item in items if item.kind.portable}
        self.items = {cell: kind for cell, kind in self.items.items() if not level.visible[cell]} | lying
        self.stood |= 1 << seen.cell
        self.swept |= seen.visible
        if seen.foes:
            self.trail = level.grid.index(seen.foes[0].at)
        elif self.trail == seen.cell:
            self.trail = None
        if not seen.foes:
            self.waited = 0

    def _arrive(self, depth: int) -> None:
        self.depth, self.items, self.trail, self.running, self.finished = depth, {}, None, None, None
        self.stood = self.swept = self.waited = 0
        self.stalked, self.daring = None, False
