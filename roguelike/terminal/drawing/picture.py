"""What a terminal shows: the newest frame that it has had time for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.cells.canvas import Canvas

if TYPE_CHECKING:
    from roguelike.cells.canvas import Cell
    from roguelike.terminal.drawing.frame import Renderer
    from roguelike.terminal.tty_writer import TtyWriter


class Picture:
    """Shows canvases through a TTY writer: each by what differs from the one before, in one write.

    While the terminal has not taken all of a frame, the next one waits; of several that wait, only the newest is shown.
    """

    def __init__(self, renderer: Renderer, writer: TtyWriter) -> None:
        self._renderer = renderer
        self._writer = writer
        self._shown: list[list[Cell]] | None = None
        self._waiting: Canvas | None = None

    def show(self, canvas: Canvas, size: tuple[int, int]) -> None:
        """Show `canvas`, cut to `size` columns and rows, now or as soon as the terminal can."""
        self._waiting = _copy(canvas, *size)
        if not self._writer.is_behind:
            self._send_waiting()

    def catch_up(self) -> None:
        """Send more of what the terminal has not taken yet, and after it the canvas that waits."""
        self._writer.flush()
        if not self._writer.is_behind:
            self._send_waiting()

    def use(self, renderer: Renderer) -> None:
        """Draw all of the next frame, and every one after it, by another renderer."""
        self._renderer = renderer
        self.forget()

    def forget(self) -> None:
        """Redraw the next frame completely: what the terminal shows is unknown."""
        self._shown = None

    def drop(self) -> None:
        """Show nothing that waits."""
        self._waiting = None

    def _send_waiting(self) -> None:
        canvas, self._waiting = self._waiting, None
        if canvas is None:
            return
        text = self._renderer.draw(self._shown, canvas)
        if text:
            self._writer.write(text)
            self._writer.flush()
            self._shown = canvas.rows


def _copy(canvas: Canvas, columns: int, rows: int) -> Canvas:
    """Return a copy of the first `columns` and `rows` of `canvas`, which may be drawn on again."""
    copy = Canvas(0, 0)
    copy.rows = [row[:columns] for row in canvas.rows[:rows]]
    copy.width, copy.height = min(columns, canvas.width), min(rows, canvas.height)
    copy.cursor, copy.exact = canvas.cursor, canvas.exact
    return copy
