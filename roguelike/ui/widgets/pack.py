"""What the player carries, beside the map."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.cells.canvas import Style
from roguelike.cells.color import grey, scale
from roguelike.cells.text import shortened
from roguelike.narration.inventory_rows import stacks
from roguelike.ui.widgets.heading import draw_heading

if TYPE_CHECKING:
    from roguelike.cells.canvas import Canvas, Rect
    from roguelike.engine.observation import Observation
    from roguelike.narration.inventory_rows import InventoryRow

LETTER: Final = Style(grey(158))
LETTER_WORN: Final = Style(grey(255), bold=True)
NOTHING: Final = "nothing carried"


def draw_pack(canvas: Canvas, area: Rect, seen: Observation) -> None:
    """List what is carried by letter, in the colours of the items, brighter what is worn; count what has no room."""
    if not area.height:
        return
    inventory, rows = seen.me.inventory, stacks(seen)
    inner = draw_heading(canvas, area, f"Inventory {inventory.count}/{inventory.size}")
    shown = _shown(rows, inner.height)
    for y, row in enumerate(rows[:shown], start=inner.y):
        _draw_row(canvas, inner, y, row)
    if not rows:
        canvas.write(inner.x, inner.y, NOTHING, LETTER, width=inner.width)
    if shown < len(rows):
        canvas.write(inner.x, inner.y + shown, f"and {len(rows) - shown} more", LETTER, width=inner.width)


def pack_row_at(area: Rect, seen: Observation, x: int, y: int) -> int | None:
    """Return the row of the inventory at a screen cell, if there is one."""
    rows, number = stacks(seen), y - area.y - 1
    return number if area.contains(x, y) and 0 <= number < _shown(rows, area.height - 1) else None


def _shown(rows: list[InventoryRow], height: int) -> int:
    """Return how many rows are shown: all, or so many that there is room for the number of the others."""
    return len(rows) if len(rows) <= height else max(0, height - 1)


def _draw_row(canvas: Canvas, inner: Rect, y: int, row: InventoryRow) -> None:
    is_worn = row.item is not None and row.item.worn
    letter = f"{row.letter})" if row.letter else "  "
    after = 1 + canvas.write(inner.x, y, letter, LETTER_WORN if is_worn else LETTER)
    color = row.kind.glyph.color if is_worn else scale(row.kind.glyph.color, 4, 5)
    room = inner.x + inner.width - after
    name = row.name if len(row.name) <= room else row.name.replace(" turns)", ")")
    canvas.write(after, y, shortened(name, room), Style(color, bold=is_worn))
