"""Passes that lay lakes and bridges."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.dice import percent, roll
from roguelike.engine.draft import Retry
from roguelike.engine.geometry import CARDINALS, Direction
from roguelike.engine.grid import cells_of
from roguelike.engine.kinds.families import Pass, named
from roguelike.engine.kinds.limits import rising
from roguelike.engine.kinds.names import GroundName
from roguelike.engine.parts.mapgen.population import any_cell, shuffled
from roguelike.engine.parts.mapgen.shapes import blob

if TYPE_CHECKING:
    from roguelike.engine.draft import LevelDraft
    from roguelike.engine.rng import PCG32


_SHAPES = 20
_CORNERS = 4
"""The number of places to try for one shape."""
_SHOWN = 40
"""The least share of a lake on former floor, in percent, as a lake only in rock is never seen."""
_BESIDE_ARRIVAL = 3


@named("lakes")
@frozen(kw_only=True)
class Lakes(Pass):
    """Lay lakes over floor and walls, so that all walkable cells stay connected.

    A lake that would divide the level gets a walkable shore all around; others can have one.
    """

    deep: GroundName
    shore: GroundName | None = None
    """The walkable ground along the rim; the usual floor unless given."""
    walkable: bool = False
    """Whether all of the lake is walkable."""
    number: tuple[int, ...] = attrs.field(default=(1, 1), validator=rising(0, 10))
    cells: tuple[int, ...] = attrs.field(default=(12, 60), validator=rising(4, 400))
    widths: tuple[int, ...] = attrs.field(default=(6, 14), validator=rising(3, 32))
    heights: tuple[int, ...] = attrs.field(default=(4, 8), validator=rising(3, 32))
    shores: int = attrs.field(default=50, validator=[ge(0), le(100)])
    """The chance of a shore if none is needed, in percent."""
    needed: bool = True
    """Whether a level without a lake is rejected and generated again."""

    @property
    def lays(self) -> str | None:
        """The deep ground, if at least one lake is needed."""
        return self.deep if self.needed and self.number[0] else None

    def run(self, draft: LevelDraft, rng: PCG32) -> None:
        """Find a place for each."""
        wanted = roll(rng, *self.number)
        laid = sum(any(self._lay(draft, rng) for _ in range(_SHAPES)) for _ in range(wanted))
        if wanted and not laid and self.needed:
            raise Retry(f"there is no place for {self.deep}", "cells")

    def _lay(self, draft: LevelDraft, rng: PCG32) -> bool:
        shape = blob(draft.grid, self.widths, self.heights, self.cells, rng)
        dry = draft.protected | draft.spread(draft.protected & draft.floor, _BESIDE_ARRIVAL) | draft.depths
        corners = shape.corners_in(draft.interior & ~dry)
        for _ in range(_CORNERS):
            corner = any_cell(corners, rng)
            if corner is None:
                break
            corners ^= 1 << corner
            if self._lay_over(draft, shape.board << corner, rng):
                return True
        return False

    def _lay_over(self, draft: LevelDraft, lake: int, rng: PCG32) -> bool:
        if 100 * (lake & draft.floor).bit_count() < _SHOWN * lake.bit_count():
            return False
        deep, shore = self._divide(draft, lake, rng)
        if not self._fits(draft, lake, deep):
            return False
        draft.dig(lake)
        draft.lay(deep, self.deep)
        if self.shore is not None:
            draft.lay(shore, self.shore)
        draft.depths |= 0 if self.walkable else deep
        return True

    def _divide(self, draft: LevelDraft, lake: int, rng: PCG32) -> tuple[int, int]:
        """Return the deep part of a lake, and its shore."""
        if self.walkable:
            return lake, 0
        if draft.is_connected(draft.walkable & ~lake) and not percent(rng, self.shores):
            return lake, 0
        deep = ~draft.spread(~lake & (1 << draft.grid.size) - 1) & lake
        return deep, lake ^ deep

    def _fits(self, draft: LevelDraft, lake: int, deep: int) -> bool:
        """Return whether enough of it is deep, and most of the level is reachable away from it."""
        if self.walkable:
            return True
        beside = (draft.walkable | lake) & ~draft.spread(deep)
        start = 1 << draft.start
        return 2 * deep.bit_count() >= self.cells[0] and _is_mostly_connected(draft, beside | start)


def _is_mostly_connected(draft: LevelDraft, board: int) -> bool:
    """Return whether nine tenths of a board can be reached from the arrival."""
    return 10 * draft.reach(1 << draft.start, board).bit_count() >= 9 * board.bit_count()


@named("bridges")
@frozen(kw_only=True)
class Bridges(Pass):
    """Lay straight bridges where the detour is long."""

    bridge: GroundName
    longest: int = attrs.field(default=9, validator=[ge(1), le(30)])
    saves: int = attrs.field(default=20, validator=[ge(1), le(400)])
    """The least steps of the detour."""
    most: int = attrs.field(default=3, validator=[ge(0), le(20)])

    def run(self, draft: LevelDraft, rng: PCG32) -> None:
        """Try all places, in random order."""
        laid = 0
        for way, start in shuffled(self._starts(draft), rng):
            if laid == self.most:
                return
            laid += self._lay(draft, way, start)

    def _starts(self, draft: LevelDraft) -> list[tuple[Direction, int]]:
        """Return the depths next to walkable cells, with the direction across them."""
        banks = draft.walkable & ~draft.protected
        return [(way, cell) for way in CARDINALS[1:3] for cell in cells_of(draft.depths & draft.moved(banks, way))]

    def _lay(self, draft: LevelDraft, way: Direction, start: int) -> bool:
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
