"""Frames as text: the fewest escape sequences that turn one frame into the next."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Final

from roguelike.cells.canvas import BLANK
from roguelike.terminal.colors.palette import PLAIN_STYLE
from roguelike.terminal.drawing.capabilities import TerminalCapabilities
from roguelike.terminal.drawing.order import by_look
from roguelike.terminal.drawing.pen import Pen
from roguelike.terminal.drawing.runs import RunBuilder

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.cells.canvas import Canvas, Cell
    from roguelike.terminal.colors.palette import Palette
    from roguelike.terminal.drawing.pen import Run

    Rows = Sequence[Sequence[Cell]]

SHOW_CURSOR: Final = "\x1b[?25h"
HIDE_CURSOR: Final = "\x1b[?25l"
BEGIN_FRAME: Final = "\x1b[?2026h"
END_FRAME: Final = "\x1b[?2026l"
CLEAR: Final = "\x1b[H\x1b[2J"

_PLAIN: Final = "\x1b[m"
_ONE_PIECE: Final = 1400
"""Bytes of one packet, even through ssh: a frame that fits arrives whole and needs no synchronized update."""
_MAX_ORDERED: Final = 160
"""Maximum runs for which another order is tried: the search is quadratic in the number of styles."""
_FEW: Final = 8
"""Maximum runs that are drawn in both orders."""
_MAX_SCROLLED: Final = 4
"""Maximum new lines of the log for scrolling: with more, none of the old lines stay."""


class Renderer:
    """Encodes frames in a palette's styles; tracks cursor and style, and does no I/O."""

    def __init__(
        self,
        palette: Palette,
        capabilities: TerminalCapabilities = TerminalCapabilities(),  # noqa: B008 -- frozen
        *,
        unicode: bool = True,
        narrow: bool = False,
    ) -> None:
        self._capabilities = capabilities
        self._builder = RunBuilder(palette, capabilities, unicode=unicode, narrow=narrow)
        self._pen = Pen(0, 0, PLAIN_STYLE, capabilities)
        self._cursor_shown: bool | None = None

    def draw(self, previous: Rows | None, canvas: Canvas) -> str:
        """Return the text that turns `previous`, the last frame of this renderer, into `canvas`.

        Empty if nothing changes. Everything is redrawn if `previous` is None, has another size, or was drawn in colours
        of another exactness. The terminal must keep the cursor in a row when its last column is written (autowrap off).
        """
        fitting = self._builder.use(exact=canvas.exact)
        if previous is None or not fitting or not _same_size(previous, canvas.rows):
            self._pen = self._draw_all(canvas)
        else:
            self._pen = self._draw_changes(previous, canvas.rows)
        self._rest(canvas)
        text = "".join(self._pen.parts)
        return text if len(text.encode()) <= _ONE_PIECE else BEGIN_FRAME + text + END_FRAME

    def _draw_all(self, canvas: Canvas) -> Pen:
        self._cursor_shown = None
        pen = Pen(0, 0, PLAIN_STYLE, self._capabilities)
        pen.parts.append(_PLAIN)
        pen.wear(self._builder.blank.look)
        pen.parts.append(CLEAR)
        return _shortest(pen, self._runs([self._erased(canvas.width)] * canvas.height, canvas.rows))

    def _draw_changes(self, old: Rows, new: Rows) -> Pen:
        runs = self._runs(old, new)
        pen = _shortest(self._pen.next(), runs)
        top, count = _scrolled(old, new) if runs and self._capabilities.moves_lines else (0, 0)
        return min(pen, self._scroll(old, new, top, count), key=len) if count else pen

    def _scroll(self, old: Rows, new: Rows, top: int, count: int) -> Pen:
        """Draw `new` after scrolling the rows from `top` on up by `count`."""
        pen = self._pen.next()
        pen.wear(self._builder.blank.look)
        pen.delete_lines(top, count)
        if self._builder.erases:
            # Terminals fill erased rows more alike than rows that come in.
            pen.erase_rows(len(new) - count, len(new))
        fresh = [self._erased(len(new[0]))] * count
        return _shortest(pen, self._runs([*old[:top], *old[top + count :], *fresh], new))

    def _runs(self, old: Sequence[Sequence[Cell] | None], new: Rows) -> list[Run]:
        rows = enumerate(zip(old, new, strict=True))
        changed = ((y, before, after) for y, (before, after) in rows if before is not after and before != after)
        return list(itertools.chain.from_iterable(itertools.starmap(self._builder.runs, changed)))

    def _erased(self, columns: int) -> list[Cell] | None:
        """Return the cells of an erased row; None if they are uncertain."""
        return [BLANK] * columns if self._builder.erases else None

    def _rest(self, canvas: Canvas) -> None:
        """Leave the cursor where the canvas wants it."""
        cursor = canvas.cursor if canvas.cursor and canvas.area.contains(*canvas.cursor) else None
        if cursor:
            self._pen.go(*cursor)
        if (cursor is not None) is not self._cursor_shown:
            self._cursor_shown = cursor is not None
            self._pen.parts.append(SHOW_CURSOR if cursor else HIDE_CURSOR)
            # Some terminals would bring that back with the place.
            self._pen.saved = None


def _shortest(pen: Pen, runs: list[Run]) -> Pen:
    """Draw the runs by row or by style; draw a few in both orders, and return the shorter result.

    With more runs, the order by row is shorter in one frame of fifty, and then by two bytes.
    """
    if not 1 < len(runs) <= _MAX_ORDERED:
        return pen.draw(runs)
    by_row = pen.fork().draw(runs) if len(runs) <= _FEW else None
    ordered = pen.draw(by_look(runs, pen))
    return ordered if by_row is None else min(ordered, by_row, key=len)


def _scrolled(old: Rows, new: Rows) -> tuple[int, int]:
    """Return the first row that has scrolled up, and the number of rows by which it moved; 0, 0 if none has.

    Only a scroll of all rows at the bottom of the screen counts: the log.
    """
    height = len(new)
    found = [(_first_moved(old, new, count), count) for count in range(1, min(_MAX_SCROLLED, height))]
    top, count = max(found, key=lambda place: height - place[1] - place[0], default=(0, 0))
    return (top, count) if top < height - count else (0, 0)


def _first_moved(old: Rows, new: Rows, count: int) -> int:
    """Return the first of the bottom rows that moved up by `count`, or the first new row if none did."""
    end = top = len(new) - count
    while top and old[top - 1 + count] == new[top - 1]:
        top -= 1
    while top < end and old[top] == new[top]:
        top += 1
    return top


def _same_size(one: Rows, other: Rows) -> bool:
    return len(one) == len(other) and (not one or len(one[0]) == len(other[0]))
