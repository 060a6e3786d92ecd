"""Terrain and cover of the map, lit as the player knows them."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from roguelike.cells.canvas import BLANK, Cell, Rect, cell, restyled
from roguelike.engine.geometry import Point
from roguelike.engine.kinds.terrain import NOTHING
from roguelike.ui.widgets.light import OFF, cool, dim, light_of, lit, tinted, tints

if TYPE_CHECKING:
    from collections.abc import Callable

    from roguelike.cells.canvas import Canvas
    from roguelike.cells.color import Color
    from roguelike.engine.kinds.glyphs import Glyph
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.level import Level
    from roguelike.ui.viewport import Viewport


Layers = tuple[bytes, bytes, bytes, bytes, bytes]
"""For each cell of a row: terrain, cover, whether it is visible, whether it is explored, and tint."""


def draw_terrain(canvas: Canvas, area: Rect, viewport: Viewport, seen: Observation) -> None:
    """Draw known terrain and cover."""
    level, light = seen.level, light_of(seen, viewport.light)
    left, top = viewport.origin(area)
    painter, glow = _painter(seen.ruleset, seen.depth, light), tints(seen, light)
    terrain, cover, visible, explored = level.terrain, level.cover, bytes(level.visible), bytes(level.explored)
    shown = covered(area, level, left, top)
    across = slice(shown.x, shown.x + shown.width)
    x, y = shown.x - area.x + left, shown.y - area.y + top
    start = level.grid.index(Point(x, y))
    for row in canvas.rows[shown.y : shown.y + shown.height]:
        part = slice(start, start + shown.width)
        row[across] = painter((terrain[part], cover[part], visible[part], explored[part], glow[part]), x + 2 * y)
        start += level.grid.stride
        y += 1


def covered(area: Rect, level: Level, left: int, top: int) -> Rect:
    """Return the part of the map area that shows level cells; the area's top left corner shows (left, top)."""
    x, y = max(0, -left), max(0, -top)
    width, height = min(area.width, level.width - left) - x, min(area.height, level.height - top) - y
    return Rect(area.x + x, area.y + y, max(0, width), max(0, height))


@functools.lru_cache(maxsize=8)
def _painter(ruleset: RuleSet, depth: int, light: str) -> Callable[[Layers, int], list[Cell]]:
    """Return a function from the layers of a row and the number of its first cell, for shades, to its cells.

    Most rows look the same as in the previous frame, so their cells are cached.
    """
    one = _unlit_cells(ruleset) if light == OFF else _lit_cells(ruleset, depth)
    codes, remembers = range(len(ruleset.terrain)), ruleset.remembers
    lit = [one(code, NOTHING, True, 0, 0) for code in codes]  # noqa: FBT003 -- cached
    out_of_sight = [one(code, NOTHING, False, 0, 0) if remembers else BLANK for code in codes]  # noqa: FBT003 -- cached
    shaded = frozenset(code for code in codes if light != OFF and ruleset.terrain[code].shades)

    @functools.lru_cache(maxsize=256)
    def paint(layers: Layers, place: int) -> list[Cell]:
        terrain, cover, visible, explored, glow = layers
        row = [
            lit[code] if seen else out_of_sight[code] if known else BLANK
            for code, seen, known in zip(terrain, visible, explored, strict=True)
        ]
        for x, code in enumerate(cover):
            if code and (visible[x] or remembers) and explored[x]:
                row[x] = one(terrain[x], code, bool(visible[x]), 0, 0)
        if any(glow) or not shaded.isdisjoint(terrain):
            for x, code in enumerate(terrain):
                if visible[x] and (glow[x] or code in shaded):
                    row[x] = one(code, cover[x] if cover else NOTHING, True, glow[x], place + x)  # noqa: FBT003 -- cached
        return row

    return paint


def _unlit_cells(ruleset: RuleSet) -> Callable[[int, int, bool, int, int], Cell]:
    """Return a function from a cell's terrain, cover and visibility to its look without light."""
    kinds = ruleset.terrain

    @functools.lru_cache(maxsize=1024)
    def one(ground: int, cover: int, seen: bool, tint: int, place: int) -> Cell:  # noqa: FBT001 -- cached
        del tint, place
        layers = [kinds[ground], *([kinds[cover]] if cover else ())]
        found = BLANK
        for kind in layers:
            found = over(found, kind.glyph if seen else kind.remembered)
        return found if seen else faint(found)

    return one


def _lit_cells(ruleset: RuleSet, depth: int) -> Callable[[int, int, bool, int, int], Cell]:
    """Return the same function with light: `tint` is for `tinted`, and `place` the number of the shade."""
    kinds, unlit, colors = ruleset.terrain, _unlit_cells(ruleset), ruleset.generator.colors(depth)

    @functools.lru_cache(maxsize=4096)
    def one(ground: int, cover: int, seen: bool, tint: int, place: int) -> Cell:  # noqa: FBT001 -- cached
        plain, top = unlit(ground, cover, seen, 0, 0), kinds[cover or ground]
        if plain == BLANK or top.name == kinds[NOTHING].name:
            return plain
        style = plain.style
        if seen:
            color = top.shades[place % len(top.shades)] if top.shades else colors.get(top.name, style.foreground)
            style = tinted(lit(style, color), tint, ruleset)
        else:
            style = style._replace(foreground=cool(style.foreground), background=cool(style.background))
            plain = restyled(plain, lambda old: old._replace(foreground=dim(old.foreground)))
        return Cell(plain.char, style._replace(unlit=plain.style))

    return one


def over(beneath: Cell, glyph: Glyph) -> Cell:
    """Return a cell with a glyph over another cell, on that cell's background unless the glyph has its own."""
    old = beneath.style
    shown = cell(glyph.drawn, glyph.color, glyph.background or old.background, glyph.bold)
    if glyph.reverse:
        shown = Cell(shown.char, shown.style._replace(reverse=True))
    if old.unlit is None or glyph.background or old.unlit.background == old.background:
        return shown
    return _over_glow(shown, old.unlit.background)


@functools.lru_cache(maxsize=1024)
def _over_glow(shown: Cell, unlit: Color) -> Cell:
    """Return a cell with a different background without light."""
    return Cell(shown.char, shown.style._replace(unlit=shown.style._replace(background=unlit)))


def faint(cell: Cell) -> Cell:
    """Return a cell that terminals can draw faint, like remembered cells."""
    return cell if cell == BLANK else restyled(cell, lambda style: style._replace(faint=True))
