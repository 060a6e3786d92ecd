"""Lines of the message log, each name in its own colour."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.ui.canvas import Style
from roguelike.ui.color import grey

if TYPE_CHECKING:
    from roguelike.ui.canvas import Canvas, Rect
    from roguelike.ui.game_log import GameLog, Line


def draw_log(canvas: Canvas, area: Rect, log: GameLog, more: str) -> None:
    """Draw the last messages, newest last; when new ones did not fit, name the key that shows `more`."""
    lines, unseen = log.last_lines(area.width, area.height)
    for row, line in enumerate(lines):
        draw_line(canvas, area.x, area.y + row, line, area.width)
    if unseen:
        note = f"[{unseen} more above: {more}]"
        canvas.write(area.x + area.width - len(note), area.y, note, Style(grey(187)))


def draw_line(canvas: Canvas, x: int, y: int, line: Line, width: int) -> None:
    """Draw the spans of one line."""
    end = x + width
    for span in line:
        x = canvas.write(x, y, span.text, Style(span.color, bold=span.bold), width=end - x)
