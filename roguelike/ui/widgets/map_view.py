"""The map: the level as the player knows it."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import attrs

from roguelike.automation.travel import path_to
from roguelike.cells.canvas import Canvas, Cell, Mark, Rect, Style, cell, restyled
from roguelike.cells.color import Color, blend, grey, scale
from roguelike.engine.geometry import Point, compass
from roguelike.engine.grid import cells_of
from roguelike.engine.rules.gas import cells_with
from roguelike.narration.earshot import earshot
from roguelike.narration.piles import topmost
from roguelike.narration.presentation import presentation
from roguelike.ui.widgets.light import OFF, light_of
from roguelike.ui.widgets.map_cells import widen
from roguelike.ui.widgets.terrain_view import covered, draw_terrain, faint, over

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from roguelike.engine.kinds.glyphs import Glyph
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.level import Level
    from roguelike.ui.viewport import Viewport

ROUTE: Color = (40, 70, 40)
NOISE: Color = (48, 24, 72)
CURSOR_ALPHA = 127
WAITING: Color = (135, 0, 0)
"""The edge of the map in the direction of waiting enemies."""
FLASH: Color = (255, 120, 0)
THIN, THICK = 60, 120
"""Blend of the background with a gas's colour, of 255."""
FLAMES = 102
"""Blend with the colour of flames, of 255: 40 percent."""
LIT_THIN, LIT_THICK = 89, 153
"""Blend with a gas's colour in light, of 255: 35 and 60 percent."""


def draw_map(canvas: Canvas, area: Rect, viewport: Viewport, seen: Observation) -> None:
    """Draw terrain, features, items, actors and projectiles, back to front; out of view only remembered parts."""
    if viewport.columns > 1:
        rows = Canvas(area.width // viewport.columns, area.height)
        draw_map(rows, rows.area, attrs.evolve(viewport, columns=1), seen)
        widen(canvas, area, rows.rows, seen.level, viewport.origin(area))
        return
    level = seen.level
    left, top = viewport.origin(area)
    draw_terrain(canvas, area, viewport, seen)
    grid = level.grid
    _draw_features(canvas, area, level, (left, top))
    if presentation(seen.ruleset).remembers_items:
        for place, pile in level.remembered.items():
            at = grid.point(place)
            _draw_glyph(canvas, area, at.x - left, at.y - top, topmost(pile).kind.glyph, is_dim=True)
    for place, pile in level.items.items():
        at = grid.point(place)
        _draw_glyph(canvas, area, at.x - left, at.y - top, topmost(pile).kind.glyph)
    _draw_fire(canvas, area, seen, (left, top), is_lit=light_of(seen, viewport.light) != OFF)
    _draw_actors(canvas, area, seen, (left, top))
    for projectile in level.projectiles:
        _draw_glyph(canvas, area, projectile.at.x - left, projectile.at.y - top, projectile.glyph)
    for at, glyph in viewport.flash.landed:
        if level.is_visible(at):
            _draw_glyph(canvas, area, at.x - left, at.y - top, glyph)
    _tint_gas(canvas, area, viewport, seen)
    _tint_edge(canvas, area, viewport, seen)
    if viewport.flash.cells:
        tint(canvas, area, viewport, (point for point in viewport.flash.cells if level.is_visible(point)), FLASH)


def _tint_edge(canvas: Canvas, area: Rect, viewport: Viewport, seen: Observation) -> None:
    """Tint the edge of the map in the direction of waiting enemies, in the turn of the warning."""
    where, (left, top) = viewport.flash.warned_of(seen.turn), viewport.origin(area)
    if where is None:
        return
    shown = covered(area, seen.level, left, top)
    corner = Point(shown.x - area.x + left, shown.y - area.y + top)
    every = (corner.offset(x, y) for y in range(shown.height) for x in range(shown.width))
    last = corner.offset(shown.width - 1, shown.height - 1)
    edge = (at for at in every if at.x in {corner.x, last.x} or at.y in {corner.y, last.y})
    tint(canvas, area, viewport, (at for at in edge if at != seen.me.at and compass(seen.me.at, at) is where), WAITING)


def on_screen(area: Rect, viewport: Viewport, point: Point) -> tuple[int, int] | None:
    """Return the screen cell of a cell of the level; None if it is scrolled out."""
    left, top = viewport.origin(area)
    x, y = area.x + (point.x - left) * viewport.columns, area.y + point.y - top
    return (x, y) if area.contains(x, y) else None


def put_on_map(
    canvas: Canvas, area: Rect, viewport: Viewport, point: Point, change: Callable[[Cell], Cell]
) -> tuple[int, int] | None:
    """Change all columns of a cell of the level; return the first screen cell, or None if it is scrolled out."""
    if (spot := on_screen(area, viewport, point)) is not None:
        row = canvas.rows[spot[1]]
        for x in range(spot[0], min(spot[0] + viewport.columns, canvas.width)):
            row[x] = change(row[x])
    return spot


def at_screen(area: Rect, viewport: Viewport, x: int, y: int) -> Point | None:
    """Return the cell of the level at a screen cell; None outside the map."""
    if not area.contains(x, y):
        return None
    left, top = viewport.origin(area)
    point = Point((x - area.x) // viewport.columns + left, y - area.y + top)
    return point if viewport.perspective.world.level.grid.contains(point) else None


def tint(
    canvas: Canvas,
    area: Rect,
    viewport: Viewport,
    points: Iterable[Point],
    background: Color,
    *,
    mark: Mark = Mark.AREA,
) -> None:
    """Give some cells of the level a meaningful background."""
    for point in points:
        put_on_map(canvas, area, viewport, point, lambda old: _tinted(old, background, mark))


@functools.lru_cache(maxsize=1024)
def _tinted(old: Cell, background: Color, mark: Mark) -> Cell:
    return restyled(old, lambda style: Style(style.foreground, background, style.bold, mark=mark))


def route(viewport: Viewport) -> list[int]:
    """Return the cell indices of the known path from the player to the cell under the pointer; empty without one."""
    cursor = viewport.pointer.cursor
    return [] if cursor is None else path_to(viewport.seen, cursor)


def draw_route(canvas: Canvas, area: Rect, viewport: Viewport) -> None:
    """Tint the path to the cell under the pointer."""
    point = viewport.perspective.world.level.grid.point
    tint(canvas, area, viewport, map(point, route(viewport)[:-1]), ROUTE, mark=Mark.TRACE)


def draw_noise(canvas: Canvas, area: Rect, viewport: Viewport) -> None:
    """Tint the known cells within the noise radius of the player or of the feature under the pointer.

    Cells with another tint are left out. The outermost are underlined, a ring that shows without colours.
    """
    seen = viewport.seen
    start, steps = earshot(seen, viewport.pointer.cursor)
    if not steps:
        return
    within = seen.around(steps - 1, start)
    for place in cells_of(seen.around(steps, start)):
        change = functools.partial(_heard, is_edge=not within >> place & 1)
        put_on_map(canvas, area, viewport, seen.level.grid.point(place), change)


@functools.lru_cache(maxsize=256)
def _heard(old: Cell, *, is_edge: bool) -> Cell:
    """Return a cell within earshot, unless it has another tint."""
    if old.style.mark is not Mark.NONE:
        return old
    underline = is_edge or old.style.underline
    return restyled(old, lambda style: style._replace(background=NOISE, mark=Mark.NOISE, underline=underline))


def draw_cursor(canvas: Canvas, area: Rect, viewport: Viewport) -> None:
    """Highlight the cell under the pointer, half-way to white, and put the terminal's cursor there."""
    if viewport.pointer.cursor is None:
        return
    spot = put_on_map(canvas, area, viewport, viewport.pointer.cursor, lambda old: restyled(old, _pointed))
    canvas.cursor = spot or canvas.cursor


def _pointed(style: Style) -> Style:
    background = blend(style.background, grey(255), CURSOR_ALPHA)
    return style._replace(background=background, faint=False, mark=Mark.CURSOR)


def _draw_actors(canvas: Canvas, area: Rect, seen: Observation, corner: tuple[int, int]) -> None:
    """Draw actors in view, known ones out of view fainter, and a dead player without a corpse."""
    level = seen.level
    in_view = [actor for actor in level.actors if level.visible[level.grid.index(actor.at)]]
    out_of_view = (*seen.captives, *seen.sensed)
    for actor in (*in_view, *out_of_view):
        x, y = actor.at.x - corner[0], actor.at.y - corner[1]
        _draw_glyph(canvas, area, x, y, _glyph_of(actor), is_dim=actor in out_of_view)
    if not seen.me.is_alive and seen.me.kind.corpse not in [item.kind for item in level.items_at(seen.me.at)]:
        _draw_glyph(canvas, area, seen.me.at.x - corner[0], seen.me.at.y - corner[1], seen.me.kind.glyph)


def _glyph_of(actor: Actor) -> Glyph:
    """Return the glyph of an actor, in the colour of a condition that changes it."""
    glyph = actor.kind.glyph
    paints = (condition.kind.paints for condition in actor.conditions.values() if condition.left)
    color = next(filter(None, paints), None)
    return glyph if color is None else attrs.evolve(glyph, color=color)


def _draw_features(canvas: Canvas, area: Rect, level: Level, corner: tuple[int, int]) -> None:
    for place, feature in level.features.items():
        at = level.grid.point(place)
        is_dim = not level.visible[place]
        _draw_glyph(canvas, area, at.x - corner[0], at.y - corner[1], feature.kind.glyph, is_dim=is_dim)


def _draw_fire(canvas: Canvas, area: Rect, seen: Observation, corner: tuple[int, int], *, is_lit: bool) -> None:
    """Draw flames, whose colours depend on the cell and the turn, so that replays look the same.

    In light, their background is the brightest in view and constant, since changes would cost bytes.
    """
    fire, level = seen.ruleset.fire, seen.level
    if fire is None:
        return
    for place in cells_of(level.burning):
        at = level.grid.point(place)
        x, y = at.x - corner[0], at.y - corner[1]
        _draw_glyph(canvas, area, x, y, attrs.evolve(fire.glyph, color=fire.color(place, seen.turn)))
        if is_lit and 0 <= x < area.width and 0 <= y < area.height:
            row = canvas.rows[area.y + y]
            row[area.x + x] = _aglow(row[area.x + x], fire.glyph.color)


@functools.lru_cache(maxsize=256)
def _aglow(old: Cell, color: Color) -> Cell:
    """Return a cell with the colour of flames blended into its background."""
    unlit = old.style.unlit or old.style
    return Cell(old.char, old.style._replace(background=blend(old.style.background, color, FLAMES), unlit=unlit))


def _tint_gas(canvas: Canvas, area: Rect, viewport: Viewport, seen: Observation) -> None:
    """Tint cells with gas in the colour of their thickest one, more strongly if it is thick."""
    level, is_lit = seen.level, light_of(seen, viewport.light) != OFF
    everywhere = 0
    for cloud in level.gas.values():
        everywhere |= cells_with(cloud, level.grid.size)
    for place in cells_of(everywhere):
        at = level.grid.point(place)
        if (spot := on_screen(area, viewport, at)) is not None:
            name, amount = level.gases_at(at)[0]
            kind, old = seen.ruleset.gases[name], canvas.rows[spot[1]][spot[0]]
            canvas.put(*spot, _in_gas(old, kind.color, is_thick=amount >= kind.thick_from, is_lit=is_lit))


@functools.lru_cache(maxsize=512)
def _in_gas(old: Cell, color: Color, *, is_thick: bool, is_lit: bool) -> Cell:
    def mixed(style: Style, alpha: int) -> Style:
        return Style(style.foreground, blend(style.background, color, alpha), style.bold, mark=Mark.GAS)

    unlit = mixed(old.style.unlit or old.style, THICK if is_thick else THIN)
    if not is_lit:
        return cell(old.char, unlit.foreground, unlit.background, unlit.bold, unlit.mark)
    return Cell(old.char, mixed(old.style, LIT_THICK if is_thick else LIT_THIN)._replace(unlit=unlit))


def _draw_glyph(canvas: Canvas, area: Rect, x: int, y: int, glyph: Glyph, *, is_dim: bool = False) -> None:
    """Draw a glyph over the terrain, on the terrain's background unless it has its own; half as bright if dim."""
    if 0 <= x < area.width and 0 <= y < area.height:
        row = canvas.rows[area.y + y]
        shown = over(row[area.x + x], glyph)
        row[area.x + x] = _dimmed(shown) if is_dim else shown


@functools.lru_cache(maxsize=256)
def _dimmed(shown: Cell) -> Cell:
    return faint(restyled(shown, lambda style: style._replace(foreground=scale(style.foreground, 1, 2), bold=False)))
