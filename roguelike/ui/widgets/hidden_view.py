"""The map of the whole level, with the parts that the player has not seen."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from roguelike.cells.canvas import BLANK, Canvas, restyled
from roguelike.engine.geometry import Point
from roguelike.engine.observation import reveal
from roguelike.ui.widgets.map_view import draw_map
from roguelike.ui.widgets.shades import dimmed
from roguelike.ui.widgets.terrain_view import covered

if TYPE_CHECKING:
    from roguelike.cells.canvas import Cell, Rect
    from roguelike.engine.state.level import Level
    from roguelike.ui.viewport import Viewport


def draw_hidden(canvas: Canvas, area: Rect, viewport: Viewport) -> None:
    """Add hidden actors and objects to the map and, at half brightness, hidden terrain."""
    seen, everything = viewport.seen.level, reveal(viewport.perspective.world)
    level, whole = everything.level, Canvas(canvas.width, canvas.height)
    draw_map(whole, area, viewport, everything)
    left, top = viewport.origin(area)
    taken = _taken(level)
    columns = viewport.columns
    shown = covered(area._replace(width=area.width // columns), level, left, top)
    for y in range(shown.y, shown.y + shown.height):
        row, hidden = canvas.rows[y], whole.rows[y]
        start = level.grid.index(Point(shown.x - area.x + left, y - area.y + top))
        first = area.x + (shown.x - area.x) * columns
        for x in range(first, first + shown.width * columns):
            place = start + (x - first) // columns
            if place in taken:
                row[x] = hidden[x]
            elif not seen.visible[place] and row[x] == BLANK:
                row[x] = _in_the_dark(hidden[x])


def _taken(level: Level) -> set[int]:
    """Return the cells with actors, items, features or projectiles."""
    index = level.grid.index
    standing = {index(actor.at) for actor in level.actors}
    lying = level.items.keys() | level.features.keys()
    return standing | lying | {index(projectile.at) for projectile in level.projectiles}


@functools.lru_cache(maxsize=1024)
def _in_the_dark(lit: Cell) -> Cell:
    cell = dimmed(lit)
    return cell if cell == BLANK else restyled(cell, lambda style: style._replace(faint=True))
