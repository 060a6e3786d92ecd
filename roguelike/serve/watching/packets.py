"""Packets from a game to its watchers: frames as the rows that changed, and messages; at most 32 kB each."""

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
"""Version of the protocol, which is the first message of a game."""
MAX_PAGES_PACKET: Final = 64
"""Bytes of a packet from a watcher."""
MAX_PAGES: Final = 1000
"""Pages in browsers on one connection."""
MAX_PACKET: Final = 32 << 10
"""Bytes of a packet from a game."""
_MAX_UNPACKED: Final = 1 << 20
"""Bytes of an unpacked packet."""
_SEED: Final = re.compile(r"seed\W{1,3}(\d+)", re.IGNORECASE)
_ENDS_WITH_SEED: Final = re.compile(r"seed\W*$", re.IGNORECASE)
_BEGINS_WITH_NUMBER: Final = re.compile(r"\W*(\d+)")
_MARK_BITS: Final = 4
"""Bits of the flags below the mark of a style."""

Row = list[list[Any]]
"""Runs of cells of one style: text, foreground, background and flags; without trailing blanks.

If the style has an unlit variant, foreground, background and flags of that follow.
"""


def pack(**message: Any) -> bytes:  # noqa: ANN401 -- plain data
    """Return a message as a packet."""
    return zlib.compress(json.dumps(message, separators=(",", ":")).encode(), 1)


def unpack(packet: bytes) -> Plain:
    """Return the message in a packet.

    Raises:
        ValueError: the packet is damaged or too large.
    """
    decompressor = zlib.decompressobj()
    try:
        text = decompressor.decompress(packet, _MAX_UNPACKED)
        if not decompressor.eof or len(packet) > MAX_PACKET:
            raise ValueError("the packet is too long or incomplete")
        return Plain(json.loads(text))
    except (zlib.error, RecursionError) as error:
        raise ValueError(str(error)) from None


def read_pages(packet: bytes) -> int:
    """Return the number of pages on a connection, from a packet `pack(pages=NUMBER)`, the only one that watchers send.

    Pages show only games that everybody may watch. Games before this packet do not report that, and so never get one.

    Raises:
        ValueError: it is another packet.
    """
    if len(packet) > MAX_PAGES_PACKET:
        raise ValueError("the packet is too long")
    return unpack(packet).table("pages")["pages"].integer(0, MAX_PAGES)


def keyframe(canvas: Canvas, number: int) -> list[bytes]:
    """Return packets with a whole canvas; the first one starts a new frame."""
    rows = [(y, row) for y in range(canvas.height) if (row := _runs(canvas, y))]
    return _split(rows, number, [canvas.width, canvas.height, canvas.exact], _cursor(canvas))


def changes(before: Canvas, canvas: Canvas, number: int) -> list[bytes]:
    """Return packets with the changes since frame `number - 1`, the canvas `before`; none without changes."""
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
    """Return packets with rows; halve those that would be too large."""
    packet = pack(frame=number, size=size, cursor=cursor, rows=rows)
    if len(packet) <= MAX_PACKET or len(rows) < 2:  # noqa: PLR2004 -- nothing to halve
        return [packet]
    half = len(rows) // 2
    return [*_split(rows[:half], number, size, cursor), *_split(rows[half:], number, None, cursor)]


def _runs(canvas: Canvas, y: int) -> Row:
    runs: Row = [
        ["".join(cell.char for cell in cells), *_plain_style(style)]
        for style, cells in itertools.groupby(_redact_seed(canvas, y), operator.attrgetter("style"))
    ]
    if runs and runs[-1][1:] == _BLANK:
        runs[-1][0] = runs[-1][0].rstrip(" ")
    return runs if runs and runs[-1][0] else runs[:-1]


def _redact_seed(canvas: Canvas, y: int) -> Sequence[Cell]:
    """Return a row with blanks for the digits after the word "seed", which would reveal the dungeon."""
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
    """Return colours and flags of a style, then those of its unlit variant if it has one."""
    bits = (style.bold, style.underline, style.reverse, style.faint)
    flags = sum(bit << place for place, bit in enumerate(bits)) | style.mark << _MARK_BITS
    unlit = () if style.unlit is None else _plain_style(style.unlit)
    return _plain_color(style.foreground), _plain_color(style.background), flags, *unlit


def _plain_color(color: Color) -> int:
    red, green, blue = color
    return red << 16 | green << 8 | blue


_BLANK: Final = [*_plain_style(PLAIN)]
