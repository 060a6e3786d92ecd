"""The base of the two screens on which a cell is pointed at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

from roguelike.cells.canvas import Style
from roguelike.cells.color import grey
from roguelike.cells.input import Button
from roguelike.narration.message import Span
from roguelike.narration.message_log import wrap
from roguelike.play.views.map_view import CellCursor
from roguelike.settings.keymap import HISTORY
from roguelike.ui.screens.map_screen import MapScreen
from roguelike.ui.widgets.message_lines import draw_log

if TYPE_CHECKING:
    from roguelike.cells.canvas import Canvas
    from roguelike.cells.input import Mouse
    from roguelike.play.views.view import Request
    from roguelike.ui.layout import Layout

KEYS: Final = Style(grey(255), bold=True)
GAP: Final = 3
"""Columns between the keys and the text beside them."""
C_co = TypeVar("C_co", bound=CellCursor, covariant=True)


class CursorScreen(MapScreen[C_co]):
    """The map with a cursor, and the keys above the log."""

    def on_mouse(self, mouse: Mouse) -> Request:
        """Move the cursor under the mouse; the left button confirms, the right one cancels."""
        if mouse.button is Button.RIGHT:
            return self.view.cancel()
        point = self.point_under(mouse)
        if point is None or mouse.button not in {Button.MOVE, Button.LEFT}:
            return None
        self.view.point_by_mouse(point)
        return self.view.take_by_mouse() if mouse.button is Button.LEFT else None

    def draw_keys(self, canvas: Canvas, layout: Layout, told: str = "", style: Style = KEYS) -> None:
        """Draw the keys above the log, and a text about the target beside or below them."""
        area, keys = layout.log, self.view.keys()
        beside = self.fits_beside_keys(told, layout)
        x, y = (area.x + len(keys) + GAP, area.y) if beside else (area.x, area.y + 1)
        lines = wrap((Span(told),), max(1, area.x + area.width - x))[: max(1, area.height - 1)] if told else []
        rows = max(1, y + len(lines) - area.y)
        canvas.fill(area)
        canvas.write(area.x, area.y, keys, KEYS, width=area.width)
        for row, line in enumerate(lines):
            canvas.write(x, y + row, "".join(span.text for span in line), style, width=area.x + area.width - x)
        rest = area._replace(y=area.y + rows, height=max(0, area.height - rows))
        perspective, more = self.view.perspective, self.view.keymap.first_key("play", HISTORY)
        draw_log(canvas, rest, perspective.log, more, marks_turns=perspective.presentation.marks_turns)

    def fits_beside_keys(self, told: str, layout: Layout) -> bool:
        """Return whether there is room for that beside the keys."""
        return len(self.view.keys()) + GAP + len(told) <= layout.log.width
