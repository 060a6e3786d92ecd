"""A canvas of character cells: what screens draw on and terminals show."""

from __future__ import annotations

import enum
import functools
from typing import TYPE_CHECKING, NamedTuple

from roguelike.cells.color import BLACK, Color, grey

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


class Mark(enum.IntEnum):
    """The meaning of a background other than the colour of the ground."""

    NONE = 0
    TRACE = 1
    """The path of a projectile."""
    AREA = 2
    """An area of effect, actual or previewed."""
    CURSOR = 3
    """The cell under the cursor."""
    DEATH = 4
    """The player is dead."""
    GAS = 5
    """Gas."""
    NOISE = 6
    """A noise: only shown with enough colours to leave everything else unchanged."""


class Style(NamedTuple):
    """The look of a cell besides its character."""

    foreground: Color = grey(255)
    background: Color = BLACK
    bold: bool = False
    underline: bool = False
    reverse: bool = False
    faint: bool = False
    """Whether it may be as faint as cells out of sight; other cells are kept legible."""
    mark: Mark = Mark.NONE
    """The meaning of the background, so that it can be shown without colours."""
    unlit: Style | None = None
    """The style without light, for terminals and palettes that show none; None if light has no effect."""


class Cell(NamedTuple):
    """One character, always one column wide, and its style."""

    char: str
    style: Style


PLAIN = Style()
BLANK = Cell(" ", PLAIN)


@functools.lru_cache(maxsize=8192)
def cell(char: str, foreground: Color, background: Color = BLACK, bold: bool = False, mark: Mark = Mark.NONE) -> Cell:
    """Return the shared cell with this look: frames compare cells by identity first, which is fast."""
    return Cell(char, Style(foreground, background, bold, mark=mark))


def restyled(old: Cell, change: Callable[[Style], Style]) -> Cell:
    """Return a cell in another style, with light and without."""
    style, unlit = change(old.style), old.style.unlit
    return Cell(old.char, style if unlit is None else style._replace(unlit=change(unlit)))


class Rect(NamedTuple):
    """A rectangle of cells."""

    x: int
    y: int
    width: int
    height: int

    def centered(self, width: int, height: int) -> Rect:
        """Return a rectangle of that size centred in this one, rounded up and to the left.

        One that is too large starts at the same corner, and extends beyond this one.
        """
        left, top = max(0, self.width - width) // 2, max(0, self.height - height) // 2
        return Rect(self.x + left, self.y + top, width, height)

    def contains(self, x: int, y: int) -> bool:
        """Return whether the cell (x, y) is inside."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


class Canvas:
    """`height` rows of `width` cells, initially blank; drawing is clipped to it."""

    __slots__ = ("cursor", "exact", "fields", "height", "rows", "width")

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.rows: list[list[Cell]] = [[BLANK] * width for _ in range(height)]
        self.cursor: tuple[int, int] | None = None
        """Where the terminal's own cursor should rest, as (x, y), for eyes and screen readers; None hides it."""
        self.fields: Sequence[int] = ()
        """The rows of input fields: a tap on one shows the keyboard of a phone."""
        self.exact = False
        """Whether the colours must be shown exactly where the terminal can."""

    @property
    def area(self) -> Rect:
        """The whole canvas."""
        return Rect(0, 0, self.width, self.height)

    def put(self, x: int, y: int, cell: Cell) -> None:
        """Place one cell."""
        if 0 <= x < self.width and 0 <= y < self.height:
            self.rows[y][x] = cell

    def write(self, x: int, y: int, text: str, style: Style = PLAIN, *, width: int | None = None) -> int:
        """Write `text` from (x, y), cut to `width` columns if given; returns the column after it."""
        cells = _cells(text, style)
        return self.place(x, y, cells if width is None else cells[: max(0, width)])

    def place(self, x: int, y: int, cells: Sequence[Cell]) -> int:
        """Place cells from (x, y) to the right; returns the column after the last one."""
        end = x + len(cells)
        if x >= 0 and end <= self.width and 0 <= y < self.height:  # as a rule
            self.rows[y][x:end] = cells
            return end
        cells = cells[: max(0, self.width - x)]
        if 0 <= y < self.height:
            left = max(0, x)
            shown = cells[left - x :]
            self.rows[y][left : left + len(shown)] = shown
        return x + len(cells)

    def fill(self, rect: Rect, cell: Cell = BLANK) -> None:
        """Place `cell` everywhere in `rect`."""
        left, right = max(0, rect.x), min(self.width, rect.x + rect.width)
        if right <= left:
            return
        for row in self.rows[max(0, rect.y) : max(0, rect.y + rect.height)]:
            row[left:right] = [cell] * (right - left)

    def change(self, rect: Rect, change: Callable[[Cell], Cell]) -> None:
        """Replace every cell in `rect` by `change(cell)`."""
        left, right = max(0, rect.x), min(self.width, rect.x + rect.width)
        changed: dict[Cell, Cell] = {}
        for row in self.rows[max(0, rect.y) : max(0, rect.y + rect.height)]:
            for x in range(left, right):
                old = row[x]
                new = changed.get(old)
                if new is None:
                    new = changed[old] = change(old)
                row[x] = new

    def text(self) -> str:
        """Return only the characters, one line a row, without trailing blanks."""
        return "\n".join("".join(cell.char for cell in row).rstrip() for row in self.rows)


@functools.lru_cache(maxsize=512)
def _cells(text: str, style: Style) -> tuple[Cell, ...]:
    """Return the cells of a text; cached, since most texts on a screen repeat from frame to frame."""
    if any(style[3:]):
        return tuple(Cell(char, style) for char in text)
    return tuple(cell(char, style.foreground, style.background, style.bold) for char in text)
