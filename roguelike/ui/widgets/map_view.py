"""The level as the player knows it."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import attrs

from roguelike.automation.travel import path_to
from roguelike.cells.canvas import BLANK, Canvas, Cell, Mark, Rect, cell
from roguelike.cells.color import Color, blend, grey, scale
from roguelike.engine.geometry import Point, compass
from roguelike.engine.grid import cells_of
from roguelike.engine.rules.gas import cells_with
from roguelike.narration.earshot import earshot
from roguelike.narration.piles import topmost
from roguelike.narration.presentation import presentation
from roguelike.ui.widgets.map_cells import widen

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from roguelike.engine.kinds.glyphs import Glyph
    from roguelike.engine.kinds.terrain import TerrainKind
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.level import Level
    from roguelike.ui.viewport import Viewport

ROUTE: Color = (40, 70, 40)
NOISE: Color = (48, 24, 72)
CURSOR_ALPHA = 127
WAITING: Color = (135, 0, 0)
"""The edge of the map in the direction in which enemies wait."""
FLASH: Color = (255, 120, 0)
THIN, THICK = 60, 120
"""How much of 255 the background goes towards the colour of a gas."""


def draw_map(canvas: Canvas, area: Rect, viewport: Viewport, seen: Observation) -> None:
    """Draw terrain, features, objects, actors and projectiles, back to front; out of sight are only the first two."""
    if viewport.columns > 1:
        rows = Canvas(area.width // viewport.columns, area.height)
        draw_map(rows, rows.area, attrs.evolve(viewport, columns=1), seen)
        widen(canvas, area, rows.rows, seen.level, viewport.origin(area))
        return
    level = seen.level
    left, top = viewport.origin(area)
    _draw_terrain(canvas, area, seen, left, top)
    grid = level.grid
    _draw_features(canvas, area, level, (left, top))
    if presentation(seen.ruleset).remembers_items:
        for place, pile in level.remembered.items():
            at = grid.point(place)
            _draw_glyph(canvas, area, at.x - left, at.y - top, topmost(pile).kind.glyph, faint=True)
    for place, pile in level.items.items():
        at = grid.point(place)
        _draw_glyph(canvas, area, at.x - left, at.y - top, topmost(pile).kind.glyph)
    _draw_fire(canvas, area, seen, (left, top))
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
    """Tint the edge of the map in the direction in which enemies wait, in the turn in which they were felt."""
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
    """Return the screen cell that shows a cell of the level, or None while that cell is scrolled out of view."""
    left, top = viewport.origin(area)
    x, y = area.x + (point.x - left) * viewport.columns, area.y + point.y - top
    return (x, y) if area.contains(x, y) else None


def put_on_map(
    canvas: Canvas, area: Rect, viewport: Viewport, point: Point, change: Callable[[Cell], Cell]
) -> tuple[int, int] | None:
    """Change all columns that show a cell of the level; return the first one, if the cell is in view of the map."""
    if (spot := on_screen(area, viewport, point)) is not None:
        row = canvas.rows[spot[1]]
        for x in range(spot[0], min(spot[0] + viewport.columns, canvas.width)):
            row[x] = change(row[x])
    return spot


def at_screen(area: Rect, viewport: Viewport, x: int, y: int) -> Point | None:
    """Return the cell of the level that a screen cell shows, None outside the map."""
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
    """Put a background that says something behind some cells of the level."""
    for point in points:
        put_on_map(
            canvas,
            area,
            viewport,
            point,
            lambda old: cell(old.char, old.style.foreground, background, old.style.bold, mark),
        )


def route(viewport: Viewport) -> list[int]:
    """Return the cell indices of the known way from the player to the cell that is pointed at, if there is one."""
    cursor = viewport.pointer.cursor
    return [] if cursor is None else path_to(viewport.seen, cursor)


def draw_route(canvas: Canvas, area: Rect, viewport: Viewport) -> None:
    """Tint the way to the cell that is pointed at."""
    point = viewport.perspective.world.level.grid.point
    tint(canvas, area, viewport, map(point, route(viewport)[:-1]), ROUTE, mark=Mark.TRACE)


def draw_noise(canvas: Canvas, area: Rect, viewport: Viewport) -> None:
    """Tint the known cells in which the player is heard, or what is pointed at, except those with another tint.

    The outermost of them are underlined: without colours, they are a ring.
    """
    seen = viewport.seen
    start, steps = earshot(seen, viewport.pointer.cursor)
    if not steps:
        return
    within = seen.around(steps - 1, start)
    for place in cells_of(seen.around(steps, start)):
        change = functools.partial(_heard, is_edge=not within >> place & 1)
        put_on_map(canvas, area, viewport, seen.level.grid.point(place), change)


def _heard(old: Cell, *, is_edge: bool) -> Cell:
    """Return a cell within earshot, unless it has another tint."""
    style = old.style
    if style.mark is not Mark.NONE:
        return old
    return Cell(old.char, style._replace(background=NOISE, mark=Mark.NOISE, underline=is_edge or style.underline))


def draw_cursor(canvas: Canvas, area: Rect, viewport: Viewport) -> None:
    """Show which cell is pointed at: its background goes half-way to white, and the terminal's cursor rests on it."""
    if viewport.pointer.cursor is None:
        return
    spot = put_on_map(canvas, area, viewport, viewport.pointer.cursor, _pointed_at)
    canvas.cursor = spot or canvas.cursor


def _pointed_at(old: Cell) -> Cell:
    background = blend(old.style.background, grey(255), CURSOR_ALPHA)
    return Cell(old.char, old.style._replace(background=background, faint=False, mark=Mark.CURSOR))


def _draw_actors(canvas: Canvas, area: Rect, seen: Observation, corner: tuple[int, int]) -> None:
    """Draw actors in view, and fainter those out of view whose place is known."""
    level = seen.level
    in_view = [actor for actor in level.actors if level.visible[level.grid.index(actor.at)]]
    out_of_view = (*seen.captives, *seen.sensed)
    for actor in (*in_view, *out_of_view):
        x, y = actor.at.x - corner[0], actor.at.y - corner[1]
        _draw_glyph(canvas, area, x, y, actor.kind.glyph, faint=actor in out_of_view)


def _draw_features(canvas: Canvas, area: Rect, level: Level, corner: tuple[int, int]) -> None:
    for place, feature in level.features.items():
        at = level.grid.point(place)
        is_faint = not level.visible[place]
        _draw_glyph(canvas, area, at.x - corner[0], at.y - corner[1], feature.kind.glyph, faint=is_faint)


def _draw_fire(canvas: Canvas, area: Rect, seen: Observation, corner: tuple[int, int]) -> None:
    """Draw flames, whose colours change with the cell and the turn: whoever looks at a turn sees the same."""
    fire, level = seen.ruleset.fire, seen.level
    if fire is None:
        return
    for place in cells_of(level.burning):
        at = level.grid.point(place)
        glyph = attrs.evolve(fire.glyph, color=fire.color(place, seen.turn))
        _draw_glyph(canvas, area, at.x - corner[0], at.y - corner[1], glyph)


def _tint_gas(canvas: Canvas, area: Rect, viewport: Viewport, seen: Observation) -> None:
    """Tint the cells in which there is gas, by the thickest one there, and more where it is thick."""
    level = seen.level
    everywhere = 0
    for cloud in level.gas.values():
        everywhere |= cells_with(cloud, level.grid.size)
    for place in cells_of(everywhere):
        at = level.grid.point(place)
        if (spot := on_screen(area, viewport, at)) is not None:
            name, amount = level.gases_at(at)[0]
            kind, old = seen.ruleset.gases[name], canvas.rows[spot[1]][spot[0]]
            shade = blend(old.style.background, kind.color, THICK if amount >= kind.thick_from else THIN)
            canvas.put(*spot, cell(old.char, old.style.foreground, shade, old.style.bold, Mark.GAS))


def _draw_terrain(canvas: Canvas, area: Rect, seen: Observation, left: int, top: int) -> None:
    level, ruleset = seen.level, seen.ruleset
    cells = _terrain_painter(ruleset.terrain, ruleset.remembers)
    terrain, cover, visible, explored = level.terrain, level.cover, bytes(level.visible), bytes(level.explored)
    shown = covered(area, level, left, top)
    across = slice(shown.x, shown.x + shown.width)
    start = level.grid.index(Point(shown.x - area.x + left, shown.y - area.y + top))
    for row in canvas.rows[shown.y : shown.y + shown.height]:
        end = start + shown.width
        row[across] = cells(terrain[start:end], cover[start:end], visible[start:end], explored[start:end])
        start += level.grid.stride


def covered(area: Rect, level: Level, left: int, top: int) -> Rect:
    """Return the screen cells of the map area that show the level, whose cell (left, top) its corner shows."""
    x, y = max(0, -left), max(0, -top)
    width, height = min(area.width, level.width - left) - x, min(area.height, level.height - top) - y
    return Rect(area.x + x, area.y + y, max(0, width), max(0, height))


@functools.lru_cache(maxsize=8)
def _terrain_painter(
    kinds: tuple[TerrainKind, ...],
    remembers: bool,  # noqa: FBT001 -- cached
) -> Callable[[bytes, bytes, bytes, bytes], list[Cell]]:
    """Return a function from a row's ground, its cover, and what of it is visible and explored, to its cells.

    Most rows look as they did in the frame before, so their cells are cached.
    """
    lit = [_cell_of(kind.glyph) for kind in kinds]
    out_of_sight = [_faint(_cell_of(kind.remembered)) if remembers else BLANK for kind in kinds]

    @functools.lru_cache(maxsize=256)
    def paint(terrain: bytes, cover: bytes, visible: bytes, explored: bytes) -> list[Cell]:
        row = [
            lit[code] if seen else out_of_sight[code] if known else BLANK
            for code, seen, known in zip(terrain, visible, explored, strict=True)
        ]
        for x, code in enumerate(cover):
            if code and (visible[x] or remembers) and explored[x]:
                kind = kinds[code]
                row[x] = _over(row[x], kind.glyph) if visible[x] else _faint(_over(row[x], kind.remembered))
        return row

    return paint


def _cell_of(glyph: Glyph) -> Cell:
    return _over(BLANK, glyph)


def _over(beneath: Cell, glyph: Glyph) -> Cell:
    """Return the cell that shows a glyph over another cell, whose background shows unless it has one of its own."""
    shown = cell(glyph.char, glyph.color, glyph.background or beneath.style.background, glyph.bold)
    return Cell(shown.char, shown.style._replace(reverse=True)) if glyph.reverse else shown


def _faint(cell: Cell) -> Cell:
    return cell if cell == BLANK else Cell(cell.char, cell.style._replace(faint=True))


def _draw_glyph(canvas: Canvas, area: Rect, x: int, y: int, glyph: Glyph, *, faint: bool = False) -> None:
    """Draw a glyph over the terrain, whose background shows unless it has one of its own; half as bright if faint."""
    if 0 <= x < area.width and 0 <= y < area.height:
        row = canvas.rows[area.y + y]
        shown = _over(row[area.x + x], glyph)
        row[area.x + x] = _dimmed(shown) if faint else shown


@functools.lru_cache(maxsize=256)
def _dimmed(shown: Cell) -> Cell:
    return _faint(
        shown._replace(style=shown.style._replace(foreground=scale(shown.style.foreground, 1, 2), bold=False))
    )
