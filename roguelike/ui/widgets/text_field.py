"""Drawing of text fields."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from roguelike.cells.canvas import Canvas, Style
    from roguelike.play.views.text_field import TextField


def draw_field(canvas: Canvas, field: TextField, at: tuple[int, int], width: int, style: Style) -> int:
    """Draw a field in brackets, `width` columns with them; return the column of the cursor."""
    room = max(1, width - 2)
    canvas.fields = (*canvas.fields, at[1])
    first = max(0, field.cursor - room + 1)
    canvas.write(*at, f"[{field.text[first : first + room]:<{room}}]", style)
    return at[0] + 1 + field.cursor - first
