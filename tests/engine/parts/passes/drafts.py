"""Conversion between drafts of levels and drawn maps."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Final

import attrs

from roguelike.engine.draft import Contents, LevelDraft, Room
from roguelike.engine.geometry import Point
from roguelike.engine.grid import Grid, cells_of
from roguelike.engine.kinds.glyphs import Glyph
from roguelike.engine.kinds.terrain import TerrainKind

if TYPE_CHECKING:
    from roguelike.engine.kinds.ruleset import RuleSet

NAMES: Final = {
    "~": "deep",
    ",": "shallow",
    "=": "bridge",
    "+": "door",
    ">": "down",
    "<": "up",
    '"': "grass",
    "%": "bush",
}


def with_terrain(rules: RuleSet) -> RuleSet:
    """Return rules with every terrain that the tests of passes lay."""
    kinds = [
        TerrainKind(
            name=name,
            glyph=Glyph(char, (200, 200, 200)),
            remembered=Glyph(char, (100, 100, 100)),
            blocks=("sight",) if name in {"door", "bush"} else (),
        )
        for char, name in NAMES.items()
    ]
    return attrs.evolve(rules, terrain=(*rules.terrain[:3], *kinds))


def draft_of(picture: str, rules: RuleSet, contents: Contents | None = None) -> LevelDraft:
    """Return the draft of a drawn level: `#` wall, `.` floor, `@` the arrival, `o` a door site, `~` deep water."""
    rows = textwrap.dedent(picture).strip("\n").splitlines()
    grid = Grid(len(rows[0]), len(rows))
    draft = LevelDraft(grid, with_terrain(rules), contents or Contents(), None)
    for y, row in enumerate(rows):
        for x, char in enumerate(row):
            cell = grid.index(Point(x, y))
            draft.dig((char != "#") << cell)
            draft.start = cell if char == "@" else draft.start
            draft.depths |= (char == "~") << cell
            if char in NAMES:
                draft.lay(1 << cell, NAMES[char])
            if char == "o":
                draft.door_sites |= 1 << cell
    draft.plan.start = grid.point(draft.start)
    draft.rooms = [Room(draft.walkable, "room")]
    return draft


def picture_of(draft: LevelDraft) -> str:
    """Return the drawing of a draft, covers included."""
    plan, kinds = draft.plan, draft.ruleset.terrain
    codes = [plan.cover[cell] if plan.cover and plan.cover[cell] else code for cell, code in enumerate(plan.terrain)]
    rows = ["".join(kinds[code].glyph.char for code in codes[plan.grid.row(y)]) for y in range(plan.grid.height)]
    return "\n".join(rows)


def drawn(picture: str) -> str:
    """Return a picture without its indentation."""
    return textwrap.dedent(picture).strip("\n")


def points(draft: LevelDraft, board: int) -> list[Point]:
    """Return the cells of a board as points."""
    return [draft.grid.point(cell) for cell in cells_of(board)]
