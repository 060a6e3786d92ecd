"""Dimming of the map under a menu, and reddening after death."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.cells.canvas import BLANK, Cell, Mark, Style, restyled
from roguelike.cells.color import Color, add, scale

if TYPE_CHECKING:
    from roguelike.cells.canvas import Canvas, Rect

DEATH_RED: Color = (31, 0, 0)


def dimmed(old: Cell) -> Cell:
    """Return a cell at half brightness, for the screen under a menu; the cursor stays bright."""
    return old if old.style.mark is Mark.CURSOR else restyled(old, _halved)


def _halved(style: Style) -> Style:
    return style._replace(foreground=scale(style.foreground, 1, 2), background=scale(style.background, 1, 2))


def deadened(old: Cell) -> Cell:
    """Return a cell of the death screen: at a third of its brightness, in red."""
    return restyled(old, _reddened)


def _reddened(style: Style) -> Style:
    return style._replace(
        foreground=add(scale(style.foreground, 1, 3), DEATH_RED),
        background=add(scale(style.background, 1, 3), DEATH_RED),
        mark=Mark.DEATH,
    )


def redden_unknown(canvas: Canvas, area: Rect) -> None:
    """Fill unexplored cells with red, for the death screen."""
    unknown = Cell(" ", Style(background=DEATH_RED))
    canvas.change(area, lambda old: unknown if old == BLANK else old)
