"""The game as a whole: map, panel and log in their places."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.ui.widgets.map_view import draw_map
from roguelike.ui.widgets.message_lines import draw_log
from roguelike.ui.widgets.panel import draw_panel

if TYPE_CHECKING:
    from roguelike.ui.canvas import Canvas
    from roguelike.ui.view import View


def draw_game(canvas: Canvas, view: View, mode: str = "") -> None:
    """Draw all three; `mode` is named in the panel."""
    layout = view.layout(canvas)
    draw_map(canvas, layout.map, view)
    draw_panel(canvas, layout.panel, view, mode)
    draw_log(canvas, layout.log, view.log)
