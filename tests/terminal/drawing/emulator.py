"""A terminal for tests: pyte, made to do what real ones do, and to refuse what the one meant cannot do."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import pyte
from pyte.screens import Char

from roguelike.terminal.drawing.capabilities import TerminalCapabilities
from roguelike.terminal.drawing.glyphs import shown

if TYPE_CHECKING:
    from roguelike.cells.canvas import Canvas, Cell
    from roguelike.terminal.colors.palette import Palette, SgrStyle

_LITTER = Char("~", fg="red", bg="green", underscore=True)
"""What comes in below deleted lines: terminals differ about its background, so nobody may count on any."""


class Emulator(pyte.Screen):
    """A terminal of some capabilities, in the state that the game starts from; `feed` gives it what is written.

    pyte erases in the attributes of the moment, and only cells that were written; real terminals erase all, in the
    background of the moment at most. After the last column the cursor stays there, or `overhangs` as pyte's does.
    """

    def __init__(
        self,
        columns: int,
        lines: int,
        capabilities: TerminalCapabilities = TerminalCapabilities(),  # noqa: B008 -- frozen
        *,
        overhangs: bool = True,
    ) -> None:
        self._capabilities = capabilities
        self._overhangs = overhangs
        self._last = ""
        super().__init__(columns, lines)
        self._stream = _Stream(self)
        self.feed("\x1b[?7llitter\x1b[7;4;31m")

    def feed(self, text: str) -> None:
        """Show what `text` asks for."""
        self._stream.feed(text)

    def draw(self, data: str) -> None:
        """Write characters."""
        super().draw(data)
        self._last = data[-1:]
        if not self._overhangs:
            self.cursor.x = min(self.cursor.x, self.columns - 1)

    def repeat(self, count: int | None = None) -> None:
        """Write the last character again."""
        assert self._capabilities.repeats
        assert self._last.isascii()
        self.draw(self._last * (count or 1))

    def linefeed(self) -> None:
        """Go down, and never beyond: scrolling would shift the game."""
        assert self.cursor.y < self.lines - 1
        super().linefeed()

    def cursor_to_column(self, column: int | None = None) -> None:
        """Go to a column of the same row."""
        assert self._capabilities.jumps
        super().cursor_to_column(column)

    def save_cursor(self) -> None:
        """Keep the place and the look."""
        assert self._capabilities.saves
        super().save_cursor()

    def restore_cursor(self) -> None:
        """Go back to the place and the look that were kept, and forget them, as pyte does."""
        assert self.savepoints
        super().restore_cursor()

    def delete_lines(self, count: int | None = None) -> None:
        """Take rows out; litter comes in."""
        assert self._capabilities.moves_lines
        super().delete_lines(count)
        for y in range(self.lines - (count or 1), self.lines):
            self._fill(y, range(self.columns), _LITTER)

    def erase_characters(self, count: int | None = None) -> None:
        """Erase from the cursor on."""
        assert self._capabilities.erases_chars
        self._erase(self.cursor.y, range(self.cursor.x, min(self.columns, self.cursor.x + (count or 1))))

    def erase_in_line(self, how: int = 0, private: bool = False) -> None:  # noqa: ARG002, FBT001, FBT002 -- pyte's signature
        """Erase to the end, the start, or both."""
        start = self.cursor.x if how == 0 else 0
        self._erase(self.cursor.y, range(start, self.cursor.x + 1 if how == 1 else self.columns))

    def erase_in_display(self, how: int = 0, *_: object, **__: object) -> None:
        """Erase everything."""
        assert how == 2
        for y in range(self.lines):
            self._erase(y, range(self.columns))

    def _erase(self, y: int, columns: range) -> None:
        attributes = self.cursor.attrs
        # Some terminals underline or reverse what they erase, some do not.
        assert not attributes.underscore
        assert not attributes.reverse
        self._fill(y, columns, Char(" ", bg=attributes.bg if self._capabilities.fills else "default"))

    def _fill(self, y: int, columns: range, char: Char) -> None:
        for x in columns:
            self.buffer[y][x] = char


class _Stream(pyte.Stream):
    csi = pyte.Stream.csi | {"b": "repeat"}
    events = pyte.Stream.events | {"repeat"}


def assert_shows(screen: Emulator, canvas: Canvas, palette: Palette, *, unicode: bool = True) -> None:
    """Assert that every cell and the cursor are as the canvas has them in the looks of the palette."""
    for y, row in enumerate(canvas.rows):
        for x, cell in enumerate(row):
            expected = _expected(cell, palette, exact=canvas.exact, unicode=unicode)
            assert _visible(expected) == _visible(screen.buffer[y][x]), (x, y)
    assert (canvas.cursor is None) == screen.cursor.hidden
    if canvas.cursor:
        assert canvas.cursor == (screen.cursor.x, screen.cursor.y)


def _expected(cell: Cell, palette: Palette, *, exact: bool, unicode: bool) -> Char:
    worn = _worn(palette.look(cell.style, exact=exact))
    return worn._replace(data=shown(cell.char, unicode=unicode))


@functools.cache
def _worn(look: SgrStyle) -> Char:
    """Return a character written in a look, its parts given one at a time."""
    screen = pyte.Screen(1, 1)
    codes = [look.foreground, look.background, "1" * look.bold, "4" * look.underline, "7" * look.reverse]
    pyte.Stream(screen).feed("".join(f"\x1b[{code}m" for code in codes if code) + "x")
    worn: Char = screen.buffer[0][0]
    return worn


def _visible(char: Char) -> tuple[object, ...]:
    """Return all that can be seen of a cell: a blank shows no foreground unless it is underlined or reversed."""
    always = (char.data, char.bg, char.underscore, char.reverse)
    return always if char.data == " " and not (char.underscore or char.reverse) else (*always, char.fg, char.bold)
