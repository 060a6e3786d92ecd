"""Decode the packets of a game to frames; they come from another process, and are not trusted."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Final

from roguelike.cells.canvas import BLANK, Canvas, Cell, Mark, Style
from roguelike.cells.text import is_one_column
from roguelike.serve.watching.packets import PROTOCOL, unpack

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.cells.color import Color
    from roguelike.engine.plain import Plain

MAX_SIZE: Final = (500, 250)
"""Columns and rows of a frame."""
_MAX_NUMBER: Final = 1 << 40
"""Number of a frame."""
_FLAGS: Final = 16
"""Values of the flags below the mark of a style."""
_STYLE: Final = 3
"""Numbers of a style: two colours, and flags."""
REASONS: Final = ("left", "over", "private", "full", "slow", "lost")
"""Reasons for the end that a game reports."""


class FrameDecoder:
    """Holds the newest frame of a game."""

    def __init__(self) -> None:
        self.canvas: Canvas | None = None
        """The newest frame; None before there is one."""
        self.ended = ""
        """The one of `REASONS` for which the game ended watching; empty until then."""
        self._has_protocol = False
        self._number = 0

    def take(self, packet: bytes) -> None:
        """Apply a packet.

        Raises:
            ValueError: it is damaged, or out of order.
        """
        message = unpack(packet)
        if not self._has_protocol:
            message.table("protocol")["protocol"].integer(PROTOCOL, PROTOCOL)
            self._has_protocol = True
        elif isinstance(message.value, dict) and "end" in message.value:
            self.ended = message.table("end")["end"].one_of(REASONS)
        else:
            self._take_frame(message.table("frame", "size", "cursor", "rows"))

    def _take_frame(self, frame: dict[str, Plain]) -> None:
        number = frame["frame"].integer(0, _MAX_NUMBER)
        if frame["size"].value is not None:
            width, height, exact = frame["size"].list(3, least=3)
            self.canvas = Canvas(width.integer(1, MAX_SIZE[0]), height.integer(1, MAX_SIZE[1]))
            self.canvas.exact = exact.boolean()
        elif self.canvas is None or number - self._number not in {0, 1}:
            raise frame["frame"].wrong("the frame after the one before")
        self._number = number
        for row in frame["rows"].list(self.canvas.height):
            y, runs = row.list(2, least=2)
            self.canvas.rows[y.integer(0, self.canvas.height - 1)] = _cells(runs, self.canvas.width)
        self.canvas.cursor = _cursor(frame["cursor"], self.canvas)


def _cells(runs: Plain, width: int) -> list[Cell]:
    cells: list[Cell] = []
    for run in runs.list(width):
        text, *numbers = run.list(1 + 2 * _STYLE, least=1 + _STYLE)
        unlit = _style_of(numbers[_STYLE:], None) if numbers[_STYLE:] else None
        style = _style_of(numbers[:_STYLE], unlit)
        cells += [_cell(char, style) for char in text.text(width - len(cells))]
    return cells + [BLANK] * (width - len(cells))


def _style_of(numbers: Sequence[Plain], unlit: Style | None) -> Style:
    """Return the style of two colours and flags.

    Raises:
        ValueError: there are more or fewer numbers.
    """
    foreground, background, flags = numbers
    return _style(
        foreground.integer(0, 0xFFFFFF), background.integer(0, 0xFFFFFF), flags.integer(0, _FLAGS * 7 - 1), unlit
    )


def _cursor(cursor: Plain, canvas: Canvas) -> tuple[int, int] | None:
    if cursor.value is None:
        return None
    x, y = cursor.list(2, least=2)
    return x.integer(0, canvas.width - 1), y.integer(0, canvas.height - 1)


@functools.lru_cache(maxsize=8192)
def _cell(char: str, style: Style) -> Cell:
    """Return a cell; `?` for a character that is not one column wide, or a control character."""
    return Cell(char if is_one_column(char) else "?", style)


@functools.lru_cache(maxsize=4096)
def _style(foreground: int, background: int, flags: int, unlit: Style | None) -> Style:
    bold, underline, reverse, faint = (bool(flags & 1 << bit) for bit in range(4))
    mark = Mark(flags // _FLAGS)
    return Style(_color(foreground), _color(background), bold, underline, reverse, faint, mark, unlit)


def _color(number: int) -> Color:
    return number >> 16, number >> 8 & 0xFF, number & 0xFF
