"""The pass that builds lessons near the path to the stairs down."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.draft import Retry
from roguelike.engine.grid import board_of, cells_of
from roguelike.engine.kinds.families import Pass, named
from roguelike.engine.kinds.vaults import WALL_GLYPH
from roguelike.engine.parts.mapgen.joining import openings, stencils
from roguelike.engine.parts.mapgen.population import shortest_ways, shuffled, view
from roguelike.engine.parts.passes.vaults import build, furnish

if TYPE_CHECKING:
    from roguelike.engine.draft import LevelDraft
    from roguelike.engine.geometry import Direction
    from roguelike.engine.kinds.vaults import VaultKind
    from roguelike.engine.rng import PCG32

_CORNERS = 4
"""The number of places to try for each orientation of a picture."""
_FROM_STAIRS = 2
"""Steps around the stairs that stay bare."""


@named("lessons")
@frozen(kw_only=True)
class Lessons(Pass):
    """Build the lessons of the level near the shortest paths to the stairs down, or in view of the stairs."""

    steps: int = attrs.field(default=8, validator=[ge(1), le(100)])
    """The most steps from such a path to their doors, or to lessons on floor."""

    def run(self, draft: LevelDraft, rng: PCG32) -> None:
        """Build them, those in the rock first, and larger ones before smaller ones."""
        kinds = draft.contents.lessons
        for kind in sorted(kinds, key=lambda kind: (kind.site != "rock", -len(kind.rows) * len(kind.rows[0]))):
            if kind.site == "rock":
                build(draft, kind, self._openings(draft), rng)
            else:
                _lay(draft, kind, self._floor(draft, kind), rng)

    def _openings(self, draft: LevelDraft) -> list[tuple[Direction, int]]:
        near = self._near(draft)
        return [(way, board & draft.moved(near, way)) for way, board in openings(draft)]

    def _near(self, draft: LevelDraft) -> int:
        """Return the cells within `steps` of the shortest paths."""
        waves = draft.waves(shortest_ways(draft), draft.walkable)
        return sum(itertools.islice(waves, self.steps + 1))

    def _floor(self, draft: LevelDraft, kind: VaultKind) -> int:
        """Return the cells that a picture can cover."""
        stairs = draft.spread(1 << draft.exit | 1 << draft.start, _FROM_STAIRS)
        free = draft.plain & ~stairs & (view(draft, draft.exit) if kind.site == "stairs" else self._near(draft))
        return free & ~draft.spread(1 << draft.start, kind.away) & ~view(draft, draft.start) if kind.away else free


def _lay(draft: LevelDraft, kind: VaultKind, free: int, rng: PCG32) -> None:
    """Lay a picture on free floor, where its walls and features block no path."""
    for stencil in shuffled(stencils(kind, draft.grid), rng):
        blocked = board_of(cell for cell, key in stencil.cells if key == WALL_GLYPH or _is_feature(kind, key))
        for corner in shuffled(cells_of(stencil.whole.corners_in(free)), rng)[:_CORNERS]:
            if draft.is_connected(draft.walkable & ~(blocked << corner)):
                furnish(draft, kind, stencil.cells_at(corner), rng)
                return
    raise Retry(f"there is no place for the {kind.name}")


def _is_feature(kind: VaultKind, key: str) -> bool:
    return key in kind.legend and kind.legend[key].feature is not None
