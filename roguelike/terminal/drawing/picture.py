"""The frame on a terminal: the newest one that the terminal had time to receive."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.cells.canvas import Canvas

if TYPE_CHECKING:
    from roguelike.cells.canvas import Cell
    from roguelike.terminal.drawing.frame import Renderer
    from roguelike.terminal.tty_writer import TtyWriter


class Picture:
    """Shows canvases through a TTY writer, sending the difference from the previous one in one write.

    While the terminal has not received a whole frame, the next one waits; a newer frame replaces a waiting one.
    """

    def __init__(self, renderer: Renderer, writer: TtyWriter) -> None:
        self._renderer = renderer
        self._writer = writer
        self._shown: list[list[Cell]] | None = None
        self._waiting: Canvas | None = None

    def show(self, canvas: Canvas, size: tuple[int, int]) -> None:
        """Show `canvas`, cut to `size` columns and rows, now or as soon as the terminal is ready."""
        self._waiting = _copy(canvas, *size)
        if not self._writer.is_behind:
            self._send_waiting()

    def catch_up(self) -> None:
        """Send the rest of the last frame, then the waiting canvas."""
        self._writer.flush()
        if not self._writer.is_behind:
            self._send_waiting()

    def use(self, renderer: Renderer) -> None:
        """Switch to another renderer, and redraw the next frame completely."""
        self._renderer = renderer
        self.forget()

    def forget(self) -> None:
        """Redraw the next frame completely: the contents of the terminal are unknown."""
        self._shown = None

    def drop(self) -> None:
        """Drop the waiting frame."""
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
    """Return a copy of the first `columns` and `rows` of `canvas`, whose owner may draw on it again."""
    copy = Canvas(0, 0)
    copy.rows = [row[:columns] for row in canvas.rows[:rows]]
    copy.width, copy.height = min(columns, canvas.width), min(rows, canvas.height)
    copy.cursor, copy.exact = canvas.cursor, canvas.exact
    return copy
