"""Frames as text: the fewest escape sequences that turn what a terminal shows into what it should show."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from roguelike.terminal.glyphs import shown
from roguelike.terminal.palette import DEFAULT_BACKGROUND, PLAIN_LOOK, Look, Palette
from roguelike.terminal.pen import BLANK_DRAWN, Drawn, Pen
from roguelike.ui.canvas import BLANK

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.ui.canvas import Canvas, Cell

    Rows = Sequence[Sequence[Cell]]

SHOW_CURSOR: Final = "\x1b[?25h"
HIDE_CURSOR: Final = "\x1b[?25l"
BEGIN_FRAME: Final = "\x1b[?2026h"
END_FRAME: Final = "\x1b[?2026l"

_CLEAR: Final = "\x1b[m\x1b[H\x1b[2J"
_LEAST_ERASED: Final = 4
_LONGEST_GAP: Final = 8
_MOST_REORDERED: Final = 256
_MOST_CELLS: Final = 16384


class Change(NamedTuple):
    """A cell to write; with nothing drawn, a row to erase from there on."""

    x: int
    y: int
    drawn: Drawn | None


class Renderer:
    """Writes frames for a terminal of that many colours; knows where it left cursor and colours, and does no I/O."""

    def __init__(self, colors: int, *, unicode: bool = True) -> None:
        self._palette = Palette(colors)
        self._unicode = unicode
        self._drawn: dict[Cell, Drawn] = {}
        self._pen = Pen(0, 0, PLAIN_LOOK, 0)
        self._cursor_shown: bool | None = None

    def draw(self, previous: Rows | None, canvas: Canvas) -> str:
        """Give what turns the frame `previous`, drawn last by this renderer, into `canvas`.

        Empty if nothing changes. Everything is drawn anew if `previous` is None or of another size.
        The terminal is taken to keep the cursor at the last column when that is written (autowrap off).
        """
        if previous is None or not _same_size(previous, canvas.rows):
            return self._draw_all(canvas)
        changes = self._changes(previous, canvas.rows)
        pen = self._shortest(changes, canvas.rows) if changes else self._pen.fork()
        return self._finish(pen, canvas)

    def _draw_all(self, canvas: Canvas) -> str:
        self._cursor_shown = None
        pen = Pen(0, 0, PLAIN_LOOK, canvas.width)
        pen.parts.append(BEGIN_FRAME + _CLEAR)
        self._write(pen, self._changes([[BLANK] * canvas.width] * canvas.height, canvas.rows), canvas.rows)
        return self._finish(pen, canvas) + END_FRAME

    def _finish(self, pen: Pen, canvas: Canvas) -> str:
        cursor = canvas.cursor if canvas.cursor and canvas.area.contains(*canvas.cursor) else None
        if cursor and cursor != (pen.x, pen.y):
            pen.go(*cursor)
        if (cursor is not None) is not self._cursor_shown:
            self._cursor_shown = cursor is not None
            pen.parts.append(SHOW_CURSOR if cursor else HIDE_CURSOR)
        self._pen = pen
        return "".join(pen.parts)

    def _changes(self, old: Rows, new: Rows) -> list[Change]:
        changes: list[Change] = []
        for y, (before, after) in enumerate(zip(old, new, strict=True)):
            if before != after:
                changes += self._row_changes(y, before, after)
        return changes

    def _row_changes(self, y: int, old: Sequence[Cell], new: Sequence[Cell]) -> list[Change]:
        known, resolve = self._drawn, self._resolve
        changes = []
        for x, (before, after) in enumerate(zip(old, new, strict=True)):
            if before is after or before == after:
                continue
            drawn = known.get(after) or resolve(after)
            if drawn != (known.get(before) or resolve(before)):
                changes.append(Change(x, y, drawn))
        if changes and changes[-1].drawn is BLANK_DRAWN:
            self._erase_end(changes, new)
        return changes

    def _erase_end(self, changes: list[Change], row: Sequence[Cell]) -> None:
        """Replace the changes in the blank end of a row by erasing it, if they are many."""
        end = len(row)
        while end and self._resolve(row[end - 1]) is BLANK_DRAWN:
            end -= 1
        first = len(changes)
        while first and changes[first - 1].x >= end:
            first -= 1
        if len(changes) - first >= _LEAST_ERASED:
            changes[first:] = [changes[first]._replace(drawn=None)]

    def _shortest(self, changes: list[Change], rows: Rows) -> Pen:
        """Write the changes row by row or, if shorter, look by look: changing colours costs more than moving."""
        by_row = self._pen.fork()
        self._write(by_row, changes, rows)
        if len(changes) > _MOST_REORDERED:
            return by_row
        looks = dict.fromkeys(change.drawn.look for change in changes if change.drawn)
        order = {look: number for number, look in enumerate(looks)}
        changes.sort(key=lambda change: order[change.drawn.look] if change.drawn else -1)
        by_look = self._pen.fork()
        self._write(by_look, changes, rows)
        return min(by_row, by_look, key=lambda pen: sum(map(len, pen.parts)))

    def _write(self, pen: Pen, changes: list[Change], rows: Rows) -> None:
        for x, y, drawn in changes:
            if x != pen.x or y != pen.y:
                pen.go(x, y, self._bridge(pen, x, rows[y]) if y == pen.y else "")
            if drawn:
                pen.put(drawn)
            else:
                pen.erase()

    def _bridge(self, pen: Pen, x: int, row: Sequence[Cell]) -> str:
        """Give the characters between the pen and column `x`, if they are few and look like what is being written."""
        if not 0 <= pen.x < x <= pen.x + _LONGEST_GAP:
            return ""
        gap = [self._resolve(cell) for cell in row[pen.x : x]]
        return "".join(drawn.char for drawn in gap) if all(pen.wears(drawn.look) for drawn in gap) else ""

    def _resolve(self, cell: Cell) -> Drawn:
        drawn = self._drawn.get(cell)
        if drawn is None:
            if len(self._drawn) >= _MOST_CELLS:
                self._drawn.clear()
            drawn = self._drawn[cell] = self._draw_cell(cell)
        return drawn

    def _draw_cell(self, cell: Cell) -> Drawn:
        char, look = shown(cell.char, unicode=self._unicode), self._palette.look(cell.style)
        if char != " " or look.underline or look.reverse:
            return Drawn(char, look)
        return BLANK_DRAWN if look.background == DEFAULT_BACKGROUND else Drawn(char, Look("", look.background))


def _same_size(one: Rows, other: Rows) -> bool:
    return len(one) == len(other) and (not one or len(one[0]) == len(other[0]))
