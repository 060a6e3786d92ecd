"""The inventory beside the map."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.cells.canvas import Style
from roguelike.cells.color import grey, scale
from roguelike.cells.text import shortened
from roguelike.narration.inventory_rows import stacks
from roguelike.narration.message import Span
from roguelike.narration.message_log import wrap
from roguelike.ui.widgets.heading import below_heading, draw_heading
from roguelike.ui.widgets.message_lines import draw_line
from roguelike.ui.widgets.shared_rows import TOLD, said_once, share_rows

if TYPE_CHECKING:
    from collections.abc import Callable

    from roguelike.cells.canvas import Canvas, Rect
    from roguelike.engine.observation import Observation
    from roguelike.narration.inventory_rows import InventoryRow
    from roguelike.narration.message_log import Line

    Facts = Callable[[InventoryRow], str]

LETTER: Final = Style(grey(158))
LETTER_WORN: Final = Style(grey(255), bold=True)
NOTHING: Final = "nothing carried"
INDENT: Final = 3
"""Columns of the letter before a name."""


def draw_pack(canvas: Canvas, area: Rect, seen: Observation, facts: Facts | None = None) -> None:
    """List carried items by letter in their colours, worn ones brighter; count those without room.

    `facts` returns facts about an item, which are shown below it if there is room; None for no facts.
    """
    if not area.height:
        return
    inventory, rows = seen.me.inventory, stacks(seen)
    inner = draw_heading(canvas, area, f"Inventory {inventory.count}/{inventory.size}")
    y = inner.y
    for row, lines in _listed(rows, inner, facts):
        _draw_row(canvas, inner, y, row)
        for below, line in enumerate(lines, start=y + 1):
            draw_line(canvas, inner.x + INDENT, below, line, inner.width - INDENT)
        y += 1 + len(lines)
    shown = _shown(rows, inner.height)
    if not rows:
        canvas.write(inner.x, inner.y, NOTHING, LETTER, width=inner.width)
    if shown < len(rows):
        canvas.write(inner.x, inner.y + shown, f"and {len(rows) - shown} more", LETTER, width=inner.width)


def pack_row_at(area: Rect, seen: Observation, x: int, y: int, facts: Facts | None = None) -> int | None:
    """Return the row of the inventory at a screen cell; None if there is none."""
    if not area.contains(x, y):
        return None
    listed = _listed(stacks(seen), below_heading(area), facts)
    numbers = [number for number, (_, lines) in enumerate(listed) for _ in range(1 + len(lines))]
    place = y - area.y - 1
    return numbers[place] if 0 <= place < len(numbers) else None


def _listed(rows: list[InventoryRow], inner: Rect, facts: Facts | None) -> list[tuple[InventoryRow, list[Line]]]:
    """Return the rows that fit, each with the lines of its facts."""
    shown, room = rows[: _shown(rows, inner.height)], inner.height - len(rows)
    if facts is None or room <= 0:
        return [(row, []) for row in shown]
    width = inner.width - INDENT
    texts = said_once([facts(row) for row in shown])
    told = [wrap((Span(text, TOLD),), width) if text else [] for text in texts]
    return list(zip(shown, share_rows(told, width, room), strict=True))


def _shown(rows: list[InventoryRow], height: int) -> int:
    """Return the number of visible rows: all, or enough to leave a row for the count of the others."""
    return len(rows) if len(rows) <= height else max(0, height - 1)


def _draw_row(canvas: Canvas, inner: Rect, y: int, row: InventoryRow) -> None:
    is_worn = row.item is not None and row.item.worn
    letter = f"{row.letter})" if row.letter else "  "
    after = 1 + canvas.write(inner.x, y, letter, LETTER_WORN if is_worn else LETTER)
    color = row.kind.glyph.color if is_worn else scale(row.kind.glyph.color, 4, 5)
    room = inner.x + inner.width - after
    name = row.name if len(row.name) <= room else row.name.replace(" turns)", ")")
    canvas.write(after, y, shortened(name, room), Style(color, bold=is_worn))
