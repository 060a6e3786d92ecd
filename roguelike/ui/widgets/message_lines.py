"""Lines of the message log, each name in its own colour."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from roguelike.cells.canvas import Style, cell
from roguelike.cells.color import grey, scale

if TYPE_CHECKING:
    from roguelike.cells.canvas import Canvas, Cell, Rect
    from roguelike.narration.message_log import Line, LogLine, MessageLog

TURN_MARK = "-"
"""Marks the first message of a turn."""
MARK = Style(grey(158))
MARGIN = 2
"""Columns for the mark, before every line."""
NOTE = "[{unseen} more above: {more}]"
OLD = (5, 8)
"""The brightness of messages from before the player's last command, as a fraction."""


def draw_log(
    canvas: Canvas, area: Rect, log: MessageLog, more: str, *, marks_turns: bool = False, whole: bool = False
) -> None:
    """Draw the last messages, newest last; if new ones did not fit, show `more`, the key to read them.

    With `marks_turns`, the messages of a turn share lines, the first of which is marked, and messages since the last
    command are brighter than the rest. With `whole`, the end of a message that begins above is left out.
    """
    margin = MARGIN if marks_turns else 0
    width = max(1, area.width - margin)
    lines, unseen = log.newest(width, area.height, joins=marks_turns)
    if whole:
        lines, unseen = _without_rest(lines, unseen)
    note = NOTE.format(unseen=unseen, more=more) if unseen else ""
    if note and _width(lines[0]) + 1 + len(note) > width:  # the whole line gives way, and is counted
        note = NOTE.format(unseen=unseen + 1, more=more)
        lines[0] = lines[0]._replace(parts=(), begins_turn=False)
    for y, line in enumerate(lines, start=area.y):
        if marks_turns and line.begins_turn:
            canvas.write(area.x, y, TURN_MARK, MARK)
        draw_line(canvas, area.x + margin, y, line.parts, width, is_old=marks_turns and not line.is_recent)
    canvas.write(area.x + area.width - len(note), area.y, note, Style(grey(187)))


def _without_rest(lines: list[LogLine], unseen: int) -> tuple[list[LogLine], int]:
    """Remove the end of a message that begins above the lines; return them, and `unseen` with emptied ones added."""
    for row, line in enumerate(lines):
        lines[row] = line._replace(parts=line.parts[line.rest :], rest=0)
        if lines[row].parts:
            return lines, unseen + (row if unseen else 0)
    return lines, unseen + (len(lines) if unseen else 0)


def _width(line: LogLine) -> int:
    return sum(len(span.text) for span in line.parts)


def draw_line(canvas: Canvas, x: int, y: int, line: Line, width: int, *, is_old: bool = False) -> None:
    """Draw the spans of one line."""
    canvas.place(x, y, _cells(line, is_old=is_old)[:width])


@functools.lru_cache(maxsize=256)  # a line appears in many frames
def _cells(line: Line, *, is_old: bool) -> tuple[Cell, ...]:
    """Return the cells of a line, darker if it is old."""
    return tuple(
        cell(char, scale(span.color, *OLD) if is_old else span.color, bold=span.bold and not is_old)
        for span in line
        for char in span.text
    )
