"""Verification of the guarantees of every level."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.draft import Retry
from roguelike.engine.grid import cells_of
from roguelike.engine.kinds.families import Pass, named
from roguelike.engine.parts.mapgen.population import view

if TYPE_CHECKING:
    from roguelike.engine.draft import LevelDraft
    from roguelike.engine.rng import PCG32

_MIN_LOOP = 8


@named("proof")
@frozen(kw_only=True)
class Proof(Pass):
    """Reject a level with unreachable cells, stairs too near, too few loops or too many monsters."""

    apart: int = attrs.field(default=25, validator=[ge(0), le(400)])
    """The least steps between the stairs."""
    loops: int = attrs.field(default=2, validator=[ge(0), le(20)])
    monsters: int = attrs.field(default=60, validator=[ge(0), le(2000)])
    """The maximum number of monsters."""
    quiet: int = attrs.field(default=12, validator=[ge(0), le(100)])
    """Steps around the arrival without monsters."""

    @property
    def proves(self) -> bool:
        """True, as it changes nothing."""
        return True

    @property
    def most_monsters(self) -> int:
        """The maximum number of monsters."""
        return self.monsters

    def run(self, draft: LevelDraft, rng: PCG32) -> None:
        """Check the level as it is now."""
        start, walkable = 1 << draft.start, draft.walkable & ~draft.locked
        if draft.reach(start, walkable) != walkable:
            raise Retry("not all of the level can be walked to")
        if draft.exit and draft.steps(draft.start, draft.exit, draft.walkable, self.apart - 1) is not None:
            raise Retry(f"the stairs are less than {self.apart} steps apart", "apart")
        if not self._has_loops(draft):
            raise Retry(f"there are fewer than {self.loops} loops", "loops")
        if len(draft.plan.monsters) > self.monsters:
            raise Retry(f"there are more than {self.monsters} monsters", "monsters")
        if not self._is_quiet(draft):
            raise Retry(f"a monster is within {self.quiet} steps of the arrival, or in view of it", "quiet")

    def _is_quiet(self, draft: LevelDraft) -> bool:
        """Return whether no monster is near the arrival or in view of it, except monsters on their way there."""
        near = sum(itertools.islice(draft.waves(1 << draft.start, draft.walkable), self.quiet + 1))
        near |= view(draft, draft.start)
        return not any(each.goal is None and near >> draft.grid.index(each.at) & 1 for each in draft.plan.monsters)

    def _has_loops(self, draft: LevelDraft) -> bool:
        """Return whether `loops` door sites can be closed, one after the other, with a detour around each."""
        left, found = draft.walkable, 0
        for cell in (*draft.loops, *cells_of(draft.door_sites)):
            if found == self.loops:
                break
            without = left & ~(1 << cell)
            if without != left and goes_round(draft, cell, without):
                left, found = without, found + 1
        return found == self.loops


def goes_round(draft: LevelDraft, cell: int, without: int) -> bool:
    """Return whether a long enough detour leads from one side of a door site to the other."""
    sides = draft.grid.spread(1 << cell, diagonally=False) & without
    if sides.bit_count() != len(("before", "behind")):
        return False
    low, high = (sides & -sides).bit_length() - 1, sides.bit_length() - 1
    return draft.is_connected(without) and draft.steps(low, high, without, _MIN_LOOP - 1) is None
