"""A framed list of rows, chosen by letter, highlight or mouse."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from roguelike.cells.canvas import BLANK, Rect, Style
from roguelike.cells.color import grey, scale
from roguelike.cells.text import shortened
from roguelike.classes import frozen
from roguelike.play.views.menu import MIN_INNER_WIDTH, PREFIX_WIDTH, Row

if TYPE_CHECKING:
    from roguelike.cells.canvas import Canvas

ROWS_BEFORE_NOTES = 4
"""Minimum visible rows before notes get room."""
FRAME = Style((255, 255, 255))
SELECTED_PREFIX = Style(grey(255), bold=True)
PREFIX = Style(grey(187))


@frozen
class ListMenu:
    """Rows in a box in the middle of `area`; a list taller than the area scrolls with the highlight."""

    title: str
    rows: Sequence[Row]
    highlight: int
    area: Rect
    top: int | None = None
    """Preferred first row, adjusted to show the highlight; None to centre the highlight."""
    notes: Sequence[str] = ()
    """Lines below the rows, dropped if there is no room."""
    widest: int = 1000
    """Columns of the screen; longer rows are cut."""
    answer: str = ""
    """Text on the lower edge."""

    @property
    def text_width(self) -> int:
        """Columns of the widest row."""
        return max((len(_prefix(row) + row.name) for row in self.rows), default=0)

    @property
    def box(self) -> Rect:
        """The box with its frame."""
        noted = max(map(len, self.notes), default=-2) + 2
        edge = len(self.answer) + 2 if self.answer else 0
        inner = min(max(MIN_INNER_WIDTH, self.text_width, len(self.title) + 2, noted, edge), self.widest - 2)
        return self.area.centered(inner + 2, self.shown + self._noted + 2)

    @property
    def shown(self) -> int:
        """Number of visible rows."""
        return min(len(self.rows), max(1, self.area.height - 2 - self._noted))

    @property
    def _noted(self) -> int:
        """Number of lines of the notes, with the separator above them."""
        room = max(0, self.area.height - 3 - min(len(self.rows), ROWS_BEFORE_NOTES))
        return min(len(self.notes), room) + 1 if self.notes and room else 0

    @property
    def first(self) -> int:
        """Index of the first visible row."""
        shown = self.shown
        top = self.highlight - shown // 2
        if self.top is not None:
            top = max(self.highlight - shown + 1, min(self.top, self.highlight))
        return max(0, min(top, len(self.rows) - shown))

    def draw(self, canvas: Canvas) -> None:
        """Draw frame, title and rows, and put the terminal's cursor on the highlighted row."""
        box = self.box
        draw_frame(canvas, box, self.title)
        shown = self.shown
        for line in range(shown):
            self._draw_row(canvas, box.x + 1, box.y + 1 + line, self.first + line)
        canvas.write(box.x + 1, box.y + box.height - 1, self._on_the_edge(), PREFIX, width=box.width - 2)
        self._draw_notes(canvas, box)

    def _on_the_edge(self) -> str:
        """Return the answer, else the range of visible rows if not all are visible."""
        if self.answer:
            return f" {self.answer} "
        if self.shown == len(self.rows):
            return ""
        return f" {self.first + 1}-{self.first + self.shown} of {len(self.rows)} "

    def row_at(self, x: int, y: int) -> int | None:
        """Return the row under a screen cell: from the left edge of the text to the end of the widest row."""
        box = self.box
        inside = Rect(box.x + 1, box.y + 1, self.text_width, self.shown)
        return self.first + y - inside.y if inside.contains(x, y) else None

    def _draw_notes(self, canvas: Canvas, box: Rect) -> None:
        y = box.y + 1 + self.shown
        if self._noted:
            canvas.write(box.x, y, f"├{'─' * (box.width - 2)}┤", FRAME)
        for row, note in enumerate(self.notes[: max(0, self._noted - 1)], start=y + 1):
            canvas.write(box.x + 2, row, note, PREFIX)

    def _draw_row(self, canvas: Canvas, x: int, y: int, number: int) -> None:
        row = self.rows[number]
        selected = number == self.highlight
        prefix = ">" + _prefix(row)[1:] if selected else _prefix(row)
        after = canvas.write(x, y, prefix, SELECTED_PREFIX if selected else PREFIX)
        color = row.color if selected else scale(row.color, 2, 3)
        room = self.box.x + self.box.width - 1 - after
        canvas.write(after, y, shortened(row.name, room), Style(color, bold=selected))
        if selected:
            canvas.cursor = (x, y)


def draw_frame(canvas: Canvas, box: Rect, title: str = "") -> None:
    """Draw an empty box with a single line around it and its title on the top edge."""
    canvas.fill(box, BLANK)
    across = "─" * (box.width - 2)
    canvas.write(box.x, box.y, f"┌{across}┐", FRAME)
    canvas.write(box.x, box.y + box.height - 1, f"└{across}┘", FRAME)
    for y in range(box.y + 1, box.y + box.height - 1):
        canvas.write(box.x, y, "│", FRAME)
        canvas.write(box.x + box.width - 1, y, "│", FRAME)
    if title:
        canvas.write(box.x + 1, box.y, "┤", FRAME)
        after = canvas.write(box.x + 2, box.y, shortened(title, box.width - 4), Style(grey(255)))
        canvas.write(after, box.y, "├", FRAME)


def _prefix(row: Row) -> str:
    return f"  {row.key}) " if row.key else " " * PREFIX_WIDTH
