"""In light, what is in sight is lighter than what is remembered, for every kind of eyes.

What differs otherwise differs by its glyph: `tests/rulesets/test_ember_glyphs.py` holds that without colours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.cells.canvas import Canvas, Cell
from roguelike.engine.geometry import Point
from roguelike.engine.grid import board_of, cells_of
from roguelike.engine.rules.fire import kindle
from roguelike.engine.scenario import draw
from roguelike.terminal.colors.contrast import luminance
from roguelike.terminal.colors.palette import TRUE_COLOR, Palette
from roguelike.ui.widgets.map_view import draw_map
from roguelike.ui.widgets.terrain_view import draw_terrain
from tests.every import every
from tests.terminal.colors import scenes
from tests.terminal.colors.ansi import colors_of
from tests.views import view

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roguelike.cells.color import Color

APART = {256: 23, TRUE_COLOR: 25}
"""In lightness from 0 to 100, L* of CIELAB; what is rounded to 256 colours loses two."""
LESS_APART = 14
"""For kinds that the palettes for other eyes show in a dark paint, such as grass, and most of all the violet."""
EVERYWHERE = ("floor", "wall", "door", "open door", "stairs up", "stairs down", "lava", "bridge")
LEVELS = range(1, 9)
FLICKERS = 5
"""Turns after which all flames have had all of their colours."""


def lightness(cell: Cell, palette: Palette) -> float:
    """Return how light a glyph is, or the block around one that is reversed."""
    glyph, behind = colors_of(palette.look(cell.style))
    return lightness_of(behind if cell.style.reverse else glyph)


def lightness_of(color: Color) -> float:
    """Return how light a colour is."""
    light = luminance(color)
    return 116 * light ** (1 / 3) - 16 if light > 0.008856 else 903.3 * light


def drawn(depth: int, light: str = "plain") -> Mapping[str, tuple[Cell, Cell]]:
    """Return by terrain how it looks on a level in sight and as it is remembered."""
    rules = scenes.ruleset("ember")
    kinds = [(code, kind) for code, kind in enumerate(rules.terrain) if kind.glyph.char != " "]
    found: list[list[Cell]] = []
    game = draw(f"@{'.' * len(kinds)}", rules)
    world, grid = game.world, game.world.level.grid
    world.depth = depth
    for place, (code, _) in enumerate(kinds, start=1):
        world.level.lay(1 << grid.row(0).start + place, code)
    for visible in (True, False):
        world.level.look(cells_of(grid.inside) if visible else [])
        viewport = view(game)
        viewport.light = light
        canvas = Canvas(grid.width, grid.height)
        draw_terrain(canvas, canvas.area, viewport, viewport.seen)
        found.append(canvas.rows[0][1:])
    return {kind.name: (one, other) for (_, kind), one, other in zip(kinds, *found, strict=True)}


@every("level", LEVELS)
@every("depth", [256, TRUE_COLOR])
def test_what_is_in_sight_is_lighter_than_what_is_remembered(depth: int, level: int) -> None:
    """The walls and floors of every theme have colours of their own."""
    palette = Palette(depth)

    for name, (seen, remembered) in drawn(level).items():
        assert lightness(seen, palette) - lightness(remembered, palette) >= APART[depth], name


@every("depth", [256, TRUE_COLOR])
@every("eyes", ["deuteranopia", "protanopia", "tritanopia"])
def test_it_is_lighter_in_the_palettes_for_other_eyes(eyes: str, depth: int) -> None:
    """They show no light, but what is remembered fades for them, too."""
    palette = Palette(depth, eyes)

    for name, (seen, remembered) in drawn(1).items():
        least = APART[depth] if name in EVERYWHERE else LESS_APART
        assert lightness(seen, palette) - lightness(remembered, palette) >= least, name


@every("depth", [0, 8, 16])
def test_in_few_colors_all_looks_as_without_light(depth: int) -> None:
    """Reductions would turn shades into noise."""
    palette = Palette(depth)
    lit, plain = drawn(1), drawn(1, "off")

    for name, cells in lit.items():
        assert [palette.look(cell.style) for cell in plain[name]] == [palette.look(cell.style) for cell in cells], name


@every("depth", [256, TRUE_COLOR])
@every("name", ["default", "deuteranopia", "protanopia", "tritanopia"])
def test_flames_are_lighter_than_what_they_light(name: str, depth: int) -> None:
    """Grass beside them was lighter. In 24 bits what is behind them is, too; they flicker, so their mean counts."""
    palette = Palette(depth, name)
    game = draw("@.,,,,,,.", scenes.ruleset("ember"), legend={",": "grass"})
    kindle(game.world, board_of(game.world.level.grid.index(Point(x, 0)) for x in range(3, 7)), 9)
    viewport, canvas = view(game), Canvas(9, 1)
    viewport.light, row = "plain", canvas.rows[0]
    glyphs, behind = [], []
    for _ in range(FLICKERS):
        draw_map(canvas, canvas.area, viewport, viewport.seen)
        glyphs.append([lightness(cell, palette) for cell in row])
        behind.append([lightness_of(colors_of(palette.look(cell.style))[1]) for cell in row])
        game.world.turn += 1
        game.steps += 1
    mean = sum(sum(lights[3:7]) for lights in glyphs) / 4 / len(glyphs)

    assert mean > max(*glyphs[0][1:3], *glyphs[0][7:])
    if depth == TRUE_COLOR and name == "default":
        assert min(behind[0][3:7]) - max(*behind[0][1:3], *behind[0][7:]) >= 15
