"""Monsters and items of `ember` stand out from the common ground in lightness, so that hue need not tell them apart."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Final

from roguelike.cells.canvas import Canvas
from roguelike.engine.grid import cells_of
from roguelike.engine.kinds.terrain import FLOOR
from roguelike.engine.rules.identity import learn
from roguelike.engine.scenario import draw
from roguelike.terminal.colors.palette import PALETTES, TRUE_COLOR, Palette
from roguelike.ui.widgets.map_view import draw_map
from tests.every import every
from tests.terminal.colors import scenes
from tests.terminal.colors.ansi import colors_of
from tests.terminal.colors.vision import lab
from tests.views import view

if TYPE_CHECKING:
    from roguelike.cells.canvas import Cell

APART: Final = 25
"""In lightness from 0 to 100, L* of CIELAB."""
GROUND: Final = ("floor", "grass", "shallow water")


@functools.cache
def shown(ground: str, light: str, *, remembered: bool) -> dict[str, Cell]:
    """Return by name how monsters and items look on a ground: in sight, or the items as they are remembered."""
    rules = scenes.ruleset("ember")
    names = [*([] if remembered else rules.monsters), *rules.items]
    legend = {chr(scenes.FIRST_LETTER + number): name for number, name in enumerate(names)}
    game = draw("@" + "".join(legend), rules, legend=legend)
    for kind in rules.items.values():
        learn(game.world, kind)
    level = game.world.level
    code = next(code for code, kind in enumerate(rules.terrain) if kind.name == ground)
    if code != FLOOR:
        level.lay(level.grid.inside, code)
    level.look(cells_of(level.grid.inside))
    if remembered:
        level.look([])
    viewport = view(game)
    viewport.light = light
    canvas = Canvas(level.width, level.height)
    draw_map(canvas, canvas.area, viewport, viewport.seen)
    return dict(zip(names, canvas.rows[0][1:], strict=True))


@every("name", PALETTES)
@every("depth", [256, TRUE_COLOR])
@every("light", ["plain", "rich", "off"])
@every("remembered", [False, True])
@every("ground", GROUND)
def test_a_glyph_is_lighter_or_darker_than_what_is_behind(
    ground: str, light: str, depth: int, name: str, *, remembered: bool
) -> None:
    """Kinds on every common ground, in every palette of many colours."""
    palette = Palette(depth, name)
    gaps = {}
    for kind, cell in shown(ground, light, remembered=remembered).items():
        glyph, behind = colors_of(palette.look(cell.style))
        gaps[kind] = abs(lab(glyph)[0] - lab(behind)[0])

    assert {} == {kind: round(gap, 1) for kind, gap in gaps.items() if gap < APART}
