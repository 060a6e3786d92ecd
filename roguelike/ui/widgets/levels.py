"""The list of visited levels, below the panel of a large screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.cells.color import grey
from roguelike.narration.message import Span
from roguelike.narration.message_log import wrap
from roguelike.ui.widgets.heading import draw_heading
from roguelike.ui.widgets.message_lines import draw_line
from roguelike.ui.widgets.shared_rows import TOLD, share_rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.cells.canvas import Canvas, Rect
    from roguelike.narration.message_log import Line
    from roguelike.play.perspective import Perspective

NAME: Final = grey(187)


def draw_levels(canvas: Canvas, area: Rect, perspective: Perspective) -> Rect:
    """Draw the facts about each visited level, cut to the room; return the area left below."""
    if not area.height:
        return area
    inner = draw_heading(canvas, area, "Levels seen")
    told = [
        wrap((Span(f"{name}: ", NAME, bold=True), Span(text, TOLD)), inner.width) for name, text in perspective.levels
    ]
    lines = _fitting(told, inner.width, inner.height)
    for y, line in enumerate(lines[: inner.height], start=inner.y):
        draw_line(canvas, inner.x, y, line, inner.width)
    used = min(area.height, len(lines) + 2)
    return area._replace(y=area.y + used, height=area.height - used)


def _fitting(told: Sequence[list[Line]], width: int, height: int) -> list[Line]:
    """Return the lines of all levels, with gaps if there is room, else cut to equal shares."""
    if sum(map(len, told)) + len(told) - 1 <= height:
        return [line for lines in told for line in (*lines, ())][:-1]
    return [line for lines in share_rows(told, width, max(height, len(told))) for line in lines]
