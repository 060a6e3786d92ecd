"""Conditions in a row or two, without cut words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.cells.canvas import Style
from roguelike.narration.conditions import CONDITION, Lasting

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.cells.canvas import Canvas, Rect


def draw_conditions(canvas: Canvas, area: Rect, told: Sequence[Lasting]) -> None:
    """Draw as many labels as fit, in order, and the number of the others."""
    rows = _rows(told, area.width, area.height)
    for y, row in enumerate(rows, start=area.y):
        x = area.x
        for each in row:
            style = Style(each.color, bold=True, reverse=each.ends_soon)
            x = 1 + canvas.write(x, y, each.text, style, width=area.x + area.width - x)


def _rows(told: Sequence[Lasting], width: int, height: int) -> list[list[Lasting]]:
    """Return the text of each row; the last one counts the conditions without room."""
    rows: list[list[Lasting]] = [[]]
    for place, each in enumerate(told):
        if rows[-1] and _width([*rows[-1], each]) > width:
            if len(rows) == height:
                return [*rows[:-1], _counted(rows[-1], len(told) - place, width)]
            rows.append([])
        rows[-1].append(each)
    return rows


def _counted(row: Sequence[Lasting], others: int, width: int) -> list[Lasting]:
    """Return the last row with the number of others, shortened to leave room for it."""
    more = Lasting(f"+{others}", CONDITION)
    if len(row) > 1 and _width([*row, more]) > width:
        return _counted(row[:-1], others + 1, width)
    return [*row, more]


def _width(row: Sequence[Lasting]) -> int:
    return sum(len(each.text) + 1 for each in row) - 1
