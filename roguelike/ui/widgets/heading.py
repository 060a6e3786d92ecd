"""Headings of the lists beside the map."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.cells.canvas import Rect, Style
from roguelike.cells.color import grey

if TYPE_CHECKING:
    from roguelike.cells.canvas import Canvas

RULE: Final = Style(grey(98))
TEXT: Final = Style(grey(158))


def draw_heading(canvas: Canvas, area: Rect, text: str) -> Rect:
    """Draw a line with a text in the first row of an area; return the area below, without its left margin."""
    inner = below_heading(area)
    after = 1 + canvas.write(inner.x, area.y, text, TEXT, width=inner.width)
    canvas.write(after, area.y, "─" * (inner.x + inner.width - after), RULE)
    return inner


def below_heading(area: Rect) -> Rect:
    """Return the area below a heading, without its left margin."""
    return Rect(area.x + 1, area.y + 1, area.width - 1, area.height - 1)
