"""The screen of a watched game: the frame of its player, or the part of it that fits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.cells.canvas import Style
from roguelike.cells.color import grey
from roguelike.cells.text import shortened
from roguelike.serve.watching.watch_view import WatchView
from roguelike.ui.screens.screen import Screen

if TYPE_CHECKING:
    from roguelike.cells.canvas import Canvas

TEXT: Final = Style(grey(187))


class WatchScreen(Screen[WatchView]):
    """The frame of another player, in the own size and colours."""

    def draw(self, canvas: Canvas) -> None:
        """Draw the newest frame from the top left, and a line with keys below it.

        A frame larger than the window leaves its last row to that line.
        """
        shown = self.view.connection.canvas
        if shown is None:
            canvas.write(1, 1, f"Waiting for {self.view.name}...", TEXT)
            return
        canvas.exact = shown.exact
        fits = shown.width <= canvas.width and shown.height <= canvas.height
        height = canvas.height - (not fits or bool(self.view.notice))
        left, top = self._place(shown, canvas.width, height)
        for y, row in enumerate(shown.rows[top : top + height]):
            canvas.place(0, y, row[left : left + canvas.width])
        if shown.cursor is not None:
            x, y = shown.cursor[0] - left, shown.cursor[1] - top
            canvas.cursor = (x, y) if canvas.area.contains(x, y) and y < height else None
        if height > shown.height or height < canvas.height:
            note = self.view.notice or self.view.keys(fits=fits)
            canvas.write(1, canvas.height - 1, shortened(note, canvas.width - 1), TEXT)

    def _place(self, shown: Canvas, width: int, height: int) -> tuple[int, int]:
        """Return the cell of the frame at the top left: the cursor is in the middle, unless the view was moved."""
        if self.view.follows and shown.cursor is not None:
            self.view.corner = (shown.cursor[0] - width // 2, shown.cursor[1] - height // 2)
        left = max(0, min(self.view.corner[0], shown.width - width))
        top = max(0, min(self.view.corner[1], shown.height - height))
        self.view.corner = left, top
        return left, top
