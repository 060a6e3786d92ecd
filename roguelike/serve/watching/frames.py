"""Frames for spectators: packets of at most 32 kB, each with the rows that changed."""

from __future__ import annotations

import functools
import itertools
import json
import operator
import re
import zlib
from typing import TYPE_CHECKING, Any, Final

from roguelike.cells.canvas import PLAIN, Canvas, Cell, Style
from roguelike.engine.plain import Plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.cells.color import Color

PROTOCOL: Final = 1
"""The number of this way to speak, which comes first."""
LARGEST_WORD: Final = 64
"""Bytes of what a spectator says."""
MOST_PAGES: Final = 1000
"""Pages in browsers for which one spectator can stand."""
LARGEST: Final = 32 << 10
"""Bytes of a packet."""
_UNPACKED: Final = 1 << 20
"""Bytes of an unpacked packet, at the most."""
_SEED: Final = re.compile(r"seed\W{1,3}(\d+)", re.IGNORECASE)
_ENDS_WITH_SEED: Final = re.compile(r"seed\W*$", re.IGNORECASE)
_BEGINS_WITH_NUMBER: Final = re.compile(r"\W*(\d+)")
_MARK_BITS: Final = 4
"""The mark of a style stands above its four flags."""

Row = list[list[Any]]
"""Runs of cells that look the same: text, foreground, background and flags; blanks at the end are left out.

Where light changes the look, foreground, background and flags without it follow.
"""


def pack(**message: Any) -> bytes:  # noqa: ANN401 -- plain data
    """Return a message as a packet."""
    return zlib.compress(json.dumps(message, separators=(",", ":")).encode(), 1)


def unpack(packet: bytes) -> Plain:
    """Return what is in a packet.

    Raises:
        ValueError: that is nothing, or too much.
    """
    reader = zlib.decompressobj()
    try:
        written = reader.decompress(packet, _UNPACKED)
        if not reader.eof or len(packet) > LARGEST:
            raise ValueError("a packet that is too long, or not whole")
        return Plain(json.loads(written))
    except (zlib.error, RecursionError) as error:
        raise ValueError(str(error)) from None


def pages_of(packet: bytes) -> int:
    """Return for how many pages a spectator stands, of a packet `pack(pages=NUMBER)`: it is all that one may say.

    Only games that everybody may watch are shown on pages, and only those of this way to speak say so of themselves:
    an earlier one hears no such packet.

    Raises:
        ValueError: it says something else.
    """
    if len(packet) > LARGEST_WORD:
        raise ValueError("too long")
    return unpack(packet).table("pages")["pages"].integer(0, MOST_PAGES)


def keyframe(canvas: Canvas, number: int) -> list[bytes]:
    """Return packets with the whole of a canvas, of which the first begins a new picture."""
    rows = [(y, row) for y in range(canvas.height) if (row := _runs(canvas, y))]
    return _split(rows, number, [canvas.width, canvas.height, canvas.exact], _cursor(canvas))


def changes(before: Canvas, canvas: Canvas, number: int) -> list[bytes]:
    """Return packets that make a canvas of the one before, whose number is one less; none where both look the same."""
    if (before.width, before.height, before.exact) != (canvas.width, canvas.height, canvas.exact):
        return keyframe(canvas, number)
    pairs = enumerate(zip(before.rows, canvas.rows, strict=True))
    rows = [(y, _runs(canvas, y)) for y, (old, new) in pairs if old != new]
    return _split(rows, number, None, _cursor(canvas)) if rows or before.cursor != canvas.cursor else []


def _cursor(canvas: Canvas) -> tuple[int, int] | None:
    return canvas.cursor if canvas.cursor is not None and canvas.area.contains(*canvas.cursor) else None


def _split(
    rows: Sequence[tuple[int, Row]], number: int, size: list[int] | None, cursor: tuple[int, int] | None
) -> list[bytes]:
    """Return packets with these rows; where one would be too large, its second half follows in another."""
    packet = pack(frame=number, size=size, cursor=cursor, rows=rows)
    if len(packet) <= LARGEST or len(rows) < 2:  # noqa: PLR2004 -- nothing to halve
        return [packet]
    half = len(rows) // 2
    return [*_split(rows[:half], number, size, cursor), *_split(rows[half:], number, None, cursor)]


def _runs(canvas: Canvas, y: int) -> Row:
    runs: Row = [
        ["".join(cell.char for cell in cells), *_plain_style(style)]
        for style, cells in itertools.groupby(_without_seed(canvas, y), operator.attrgetter("style"))
    ]
    if runs and runs[-1][1:] == _BLANK:
        runs[-1][0] = runs[-1][0].rstrip(" ")
    return runs if runs and runs[-1][0] else runs[:-1]


def _without_seed(canvas: Canvas, y: int) -> Sequence[Cell]:
    """Return a row with blanks for the digits behind the word "seed": who knows the seed knows the dungeon."""
    row = canvas.rows[y]
    text = _text(row)
    found = [*_SEED.finditer(text)] if "eed" in text else []
    if y and _ENDS_WITH_SEED.search(_text(canvas.rows[y - 1])) and (wrapped := _BEGINS_WITH_NUMBER.match(text)):
        found.append(wrapped)
    if not found:
        return row
    hidden = list(row)
    for x in itertools.chain.from_iterable(range(*each.span(1)) for each in found):
        hidden[x] = Cell(" ", row[x].style)
    return hidden


def _text(row: Sequence[Cell]) -> str:
    return "".join(cell.char for cell in row)


@functools.lru_cache(maxsize=4096)
def _plain_style(style: Style) -> tuple[int, ...]:
    """Return a style as its colours and its flags, then those without light if there are any."""
    bits = (style.bold, style.underline, style.reverse, style.faint)
    flags = sum(bit << place for place, bit in enumerate(bits)) | style.mark << _MARK_BITS
    unlit = () if style.unlit is None else _plain_style(style.unlit)
    return _plain_color(style.foreground), _plain_color(style.background), flags, *unlit


def _plain_color(color: Color) -> int:
    red, green, blue = color
    return red << 16 | green << 8 | blue


_BLANK: Final = [*_plain_style(PLAIN)]
