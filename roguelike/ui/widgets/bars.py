"""Bars that show how much is left of something."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.ui.canvas import cell
from roguelike.ui.color import Color, grey

if TYPE_CHECKING:
    from roguelike.ui.canvas import Canvas, Rect

FULL: Color = (200, 0, 0)
EMPTY: Color = (100, 0, 0)
HEALTH_BAR_WIDTH = 10


def filled_cells(current: int, maximum: int, width: int) -> int:
    """Return how many of a bar's cells are full: rounded down, but at least one while anything is left."""
    return max(min(current, 1), current * width // maximum)


def draw_health_bar(canvas: Canvas, x: int, y: int, current: int, maximum: int) -> None:
    """Draw the player's bar, ten columns wide, with "current/maximum" in the middle."""
    text = f"{current}/{maximum}".center(HEALTH_BAR_WIDTH)
    full = filled_cells(current, maximum, HEALTH_BAR_WIDTH)
    for column, char in enumerate(text[:HEALTH_BAR_WIDTH]):
        canvas.put(x + column, y, cell(char, grey(255), FULL if column < full else EMPTY))


def draw_small_bar(canvas: Canvas, area: Rect, current: int, maximum: int) -> None:
    """Draw a monster's bar: full cells are marked, so that it can be read without colours."""
    full = filled_cells(current, maximum, area.width)
    for column in range(area.width):
        is_full = column < full
        canvas.put(area.x + column, area.y, cell("=" if is_full else "-", FULL if is_full else grey(108)))
