"""The base class of the two screens with a cursor on the map."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from roguelike.cells.canvas import Style
from roguelike.cells.color import grey
from roguelike.cells.input import Button
from roguelike.cells.text import shortened
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
HEADING: Final = Style(grey(255))
GAP: Final = 3
"""Columns between the keys and the text beside them."""
C_co = TypeVar("C_co", bound=CellCursor, covariant=True)


class _Row(NamedTuple):
    """A text of one row, and its position in the area of the log."""

    x: int
    y: int
    text: str


def _placed(width: int, start: int, keys: str, told: str) -> list[_Row]:
    """Return the rows of the keys, from column `start` if they fit there, and of a text after them."""
    first = _Row(start, 0, keys) if start + len(keys) <= width else _Row(0, 1, keys)
    if not told:
        return [first]
    after = first.x + len(keys) + GAP
    if after + len(told) <= width:
        return [first, _Row(after, first.y, told)]
    lines = ["".join(span.text for span in line) for line in wrap((Span(told),), max(1, width))]
    return [first, *(_Row(0, y, line) for y, line in enumerate(lines, start=first.y + 1))]


class CursorScreen(MapScreen[C_co]):
    """The map with a cursor, and the keys above the log."""

    def page_key(self) -> str:
        """Return the key for the next page."""
        return self.view.page_key

    def on_mouse(self, mouse: Mouse) -> Request:
        """Move the cursor under the mouse; the left button confirms, the right one cancels."""
        if mouse.button is Button.RIGHT:
            return self.view.cancel()
        point = self.point_under(mouse)
        if point is None or mouse.button not in {Button.MOVE, Button.LEFT}:
            return None
        self.view.point_by_mouse(point)
        return self.view.take_by_mouse() if mouse.button is Button.LEFT else None

    def draw_keys(
        self, canvas: Canvas, layout: Layout, told: str = "", style: Style = KEYS, *, heading: str = ""
    ) -> None:
        """Draw a heading, the keys and a text about the target above the log, each beside the previous if it fits.

        The heading is left out if the text leaves no room for it.
        """
        area = layout.log
        above = len(heading) + GAP if heading else 0
        keys = self._fitting_keys(area.width - above - (len(told) + GAP if told else 0))
        rows = _placed(area.width, above, keys, told)
        if heading and rows[-1].y >= area.height:
            heading, rows = "", _placed(area.width, 0, keys, told)
        canvas.fill(area)
        canvas.write(area.x, area.y, shortened(heading, area.width), HEADING)
        for number, (x, y, text) in enumerate(rows):
            if y < area.height:
                canvas.write(area.x + x, area.y + y, text, style if number else KEYS, width=area.width - x)
        used = min(area.height, rows[-1].y + 1)
        rest = area._replace(y=area.y + used, height=area.height - used)
        perspective, more = self.view.perspective, self.view.keymap.first_key("play", HISTORY)
        draw_log(canvas, rest, perspective.log, more, marks_turns=perspective.presentation.marks_turns, whole=True)

    def _fitting_keys(self, width: int) -> str:
        """Return the keys, with as many optional ones as fit into `width` columns."""
        keys = self.view.keys()
        for more in self.view.more_keys():
            if len(longer := f"{keys}  {more}") > width:
                break
            keys = longer
        return keys

    def fits_beside_keys(self, told: str, layout: Layout) -> bool:
        """Return whether a text fits beside the keys."""
        return len(self.view.keys()) + GAP + len(told) <= layout.log.width
