"""Passes that lay traps and covers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.dice import percent, roll
from roguelike.engine.draft import Retry
from roguelike.engine.grid import bitboard, board_of, cells_of
from roguelike.engine.kinds.families import Pass, named
from roguelike.engine.kinds.limits import DEEPEST, HEAVIEST, rising
from roguelike.engine.kinds.names import CoverName, FeatureName
from roguelike.engine.kinds.terrain import NOTHING
from roguelike.engine.parts.mapgen.caves import noise
from roguelike.engine.parts.mapgen.population import any_cell, weighed

if TYPE_CHECKING:
    from roguelike.engine.draft import LevelDraft
    from roguelike.engine.rng import PCG32


_FROM_STAIRS = 3


@frozen(kw_only=True)
class TrapEntry:
    """A kind of trap to draw from."""

    trap: FeatureName
    weight: int = attrs.field(validator=[ge(0), le(HEAVIEST)])
    dangers: tuple[int, ...] = attrs.field(default=(1, DEEPEST), validator=rising(1, DEEPEST))
    """The lowest and the highest danger of levels with it."""
    falls: bool = False
    """Whether it leads to the next level."""

    def weight_in(self, draft: LevelDraft) -> int:
        """Return its weight on the level."""
        danger, last = draft.contents.danger, draft.contents.last
        fits = self.dangers[0] <= danger <= self.dangers[1] and not (self.falls and last)
        return self.weight if fits else 0


@named("traps")
@frozen(kw_only=True)
class Traps(Pass):
    """Place traps where there is a way around them."""

    traps: tuple[TrapEntry, ...]
    number: tuple[int, ...] = attrs.field(default=(1, 3), validator=rising(0, 50))
    hidden: int = attrs.field(default=0, validator=[ge(0), le(100)])
    """The chance that a trap is hidden, in percent."""

    def run(self, draft: LevelDraft, rng: PCG32) -> None:
        """Place each on a cell with only plain floor around it."""
        free = draft.plain & ~draft.spread(1 << draft.start | 1 << draft.exit, _FROM_STAIRS)
        free &= ~draft.spread((1 << draft.grid.size) - 1 & ~draft.walkable)
        for laid in range(roll(rng, *self.number)):
            chosen = weighed(self.traps, [entry.weight_in(draft) for entry in self.traps], rng)
            cell = any_cell(free, rng)
            if cell is None and laid < self.number[0]:
                raise Retry("there is no place for a trap")
            if chosen is None or cell is None:
                return
            kind = draft.ruleset.features[chosen.trap]
            draft.plan.add_feature(kind, draft.grid.point(cell), hidden=percent(rng, self.hidden))
            free &= ~draft.spread(1 << cell, 2)


_IS_COVERED = bytes(code != NOTHING for code in range(256))
_CLEAR = 2
"""Steps around the stairs that stay bare."""


@named("cover")
@frozen(kw_only=True)
class Cover(Pass):
    """Cover a share of the floor in patches, and the middle of the patches with another cover."""

    cover: CoverName
    percent: int = attrs.field(validator=[ge(0), le(100)])
    """The share of all floor to cover, in percent."""
    middle: CoverName | None = None
    middle_percent: int = attrs.field(default=0, validator=[ge(0), le(100)])
    """The share of the patches that `middle` covers, in percent."""
    patch: int = attrs.field(default=5, validator=[ge(1), le(30)])
    """The approximate width of a patch, in cells."""

    def run(self, draft: LevelDraft, rng: PCG32) -> None:
        """Cover the cells where a field of noise is highest."""
        field = noise(draft.grid, self.patch, rng)
        ranked = sorted(cells_of(_bare(draft)), key=field.__getitem__, reverse=True)
        covered = ranked[: draft.walkable.bit_count() * self.percent // 100]
        middle = covered[: len(covered) * self.middle_percent // 100] if self.middle is not None else []
        draft.cover(board_of(covered[len(middle) :]), self.cover)
        if self.middle is not None:
            draft.cover(board_of(middle), self.middle)


def _bare(draft: LevelDraft) -> int:
    """Return the plain floor without a cover."""
    stairs = 1 << draft.start | (1 << draft.exit if draft.exit else 0)
    covered = bitboard(draft.plan.cover.translate(_IS_COVERED)) if draft.plan.cover else 0
    return draft.plain & ~draft.spread(stairs, _CLEAR) & ~covered & ~draft.vaults
