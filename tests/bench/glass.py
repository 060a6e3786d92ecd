"""pyte with what xterm does more: it repeats characters, and whatever it blanks has the background in use."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

import pyte
from pyte.screens import wcwidth

if TYPE_CHECKING:
    from collections.abc import Callable


class Glass(pyte.Screen):
    """A screen whose every cell is always there, so that the missing ones are those just blanked."""

    _last = " "

    @property
    def display(self) -> list[str]:
        """The rows as text; only those that have changed since are read again, which takes pyte a second a thousand."""
        for y in self.dirty & {*range(self.lines)}:
            self._rows[y] = self._row(y)
        self.dirty.clear()
        return [self._rows[y] for y in range(self.lines)]

    def reset(self) -> None:
        """Blank it all."""
        self._rows: dict[int, str] = {}
        super().reset()
        self._fill()

    def draw(self, data: str) -> None:
        """Draw text, and keep its last character in mind."""
        self._expect(data)
        super().draw(data)
        self._last = data[-1:] or self._last

    def set_margins(self, top: int | None = None, bottom: int | None = None, *, private: bool = False) -> None:
        """Set the region that scrolls; `private`: restore a mode, which pyte takes for the same."""
        if not private:
            super().set_margins(top, bottom)

    def repeat(self, count: int | None = None, **_: object) -> None:
        """Draw the last character again, so many times."""
        self._expect(self._last)
        super().draw(self._last * (count or 1))

    def _expect(self, data: str) -> None:
        """Read all rows again after combining characters: after a resize or a wrap they go to any of them."""
        if any(map(unicodedata.combining, data)):
            self.dirty.update(range(self.lines))

    def erase_in_display(self, how: int = 0, *_: object, **__: object) -> None:
        """Blank all before or after the cursor, or everything."""
        for y in {0: range(self.cursor.y + 1, self.lines), 1: range(self.cursor.y)}.get(how, range(self.lines)):
            self.buffer[y].clear()
        self.dirty.update(range(self.lines))
        if how in {0, 1}:
            self.erase_in_line(how)
        self._fill()

    def erase_in_line(self, how: int = 0, private: bool = False) -> None:  # noqa: ARG002, FBT001, FBT002 -- pyte's signature
        """Blank the row before or after the cursor, or all of it."""
        start = self.cursor.x if how == 0 else 0
        self._blank(range(start, self.cursor.x + 1 if how == 1 else self.columns))

    def erase_characters(self, count: int | None = None) -> None:
        """Blank so many cells."""
        self._blank(range(self.cursor.x, min(self.columns, self.cursor.x + (count or 1))))

    def insert_characters(self, count: int | None = None) -> None:
        """Move the rest of the row to the right."""
        cells = self._rest_of_row()
        self._put_rest_of_row([self._blank_cell] * (count or 1) + cells)

    def delete_characters(self, count: int | None = None) -> None:
        """Move the rest of the row to the left."""
        cells = self._rest_of_row()
        self._put_rest_of_row(cells[count or 1 :] + [self._blank_cell] * len(cells))

    def insert_lines(self, count: int | None = None) -> None:
        """Move this row and those below down."""
        super().insert_lines(count)
        self._fill()

    def delete_lines(self, count: int | None = None) -> None:
        """Move the rows below up."""
        super().delete_lines(count)
        self._fill()

    def index(self) -> None:
        """Go down, scrolling at the bottom."""
        super().index()
        self._fill()

    def reverse_index(self) -> None:
        """Go up, scrolling at the top."""
        super().reverse_index()
        self._fill()

    def scroll_up(self, count: int | None = None, **_: object) -> None:
        """Scroll the region up, the cursor staying."""
        self._at(self.margins.top if self.margins else 0, self.delete_lines, count)

    def scroll_down(self, count: int | None = None, **_: object) -> None:
        """Scroll the region down, the cursor staying."""
        self._at(self.margins.top if self.margins else 0, self.insert_lines, count)

    def _row(self, y: int) -> str:
        """Return a row as pyte does: a wide character hides the cell behind it."""
        line = self.buffer[y]
        cells = [line[x].data for x in range(self.columns)]
        if (text := "".join(cells)).isascii():
            return text
        wide = [wcwidth(cell[:1]) == 2 for cell in cells]
        hidden = False
        shown = []
        for cell, is_wide in zip(cells, wide, strict=True):
            if not hidden:
                shown.append(cell)
            hidden = is_wide and not hidden
        return "".join(shown)

    def _at(self, y: int, change: Callable[[int | None], None], count: int | None) -> None:
        before = self.cursor.x, self.cursor.y
        self.cursor.y = y
        change(count)
        self.cursor.x, self.cursor.y = before

    @property
    def _blank_cell(self) -> pyte.screens.Char:
        return self.default_char._replace(bg=self.cursor.attrs.bg)

    def _rest_of_row(self) -> list[pyte.screens.Char]:
        row = self.buffer[self.cursor.y]
        return [row[x] for x in range(self.cursor.x, self.columns)]

    def _put_rest_of_row(self, cells: list[pyte.screens.Char]) -> None:
        self.dirty.add(self.cursor.y)
        for x in range(self.cursor.x, self.columns):
            self.buffer[self.cursor.y][x] = cells[x - self.cursor.x]

    def _blank(self, columns: range) -> None:
        self.dirty.add(self.cursor.y)
        for x in columns:
            self.buffer[self.cursor.y][x] = self._blank_cell

    def _fill(self) -> None:
        """Blank the cells that are missing."""
        blank = self._blank_cell
        for y in range(self.lines):
            row = self.buffer[y]
            if len(row) < self.columns:
                for x in range(self.columns):
                    row.setdefault(x, blank)


class GlassStream(pyte.ByteStream):
    """A stream that gives a `Glass` what it knows more."""

    csi = pyte.ByteStream.csi | {"b": "repeat", "S": "scroll_up", "T": "scroll_down"}
    events = pyte.ByteStream.events | {"repeat", "scroll_up", "scroll_down"}
