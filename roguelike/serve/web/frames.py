"""Frames for browsers: texts of JSON, each with the cells that changed since the frame that the browser has.

The colours in them are final, so a page knows no palette.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from roguelike.cells.canvas import BLANK, Cell
from roguelike.classes import frozen
from roguelike.terminal.colors.palette import TRUE_COLOR, Palette

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roguelike.cells.canvas import Canvas, Style
    from roguelike.terminal.colors.palette import SgrStyle

PROTOCOL: Final = "roguelike.1"
"""The subprotocol of the WebSocket."""
LARGEST: Final = 32 << 10
"""Bytes of a text, at most."""
MOST_LOOKS: Final = 4096
"""Looks of a viewer; a frame that needs more begins with none, as a new screen does."""
_GAP: Final = 6
"""Unchanged cells that a run includes, since to begin another one takes as many bytes."""
_LOOKS_OF_TEXT: Final = 1000
_FEW_LOOKS: Final = 200
"""Looks that go into one text with runs; a look takes 22 bytes at most."""
_COST_OF_RUN: Final = 18
_COST_OF_CHARACTER: Final = 4
"""Bytes, at most."""
_ROOM: Final = LARGEST - (8 << 10)
"""Bytes of the runs of a text."""
_BOLD, _UNDERLINE, _REVERSE = 1, 2, 4

Look = tuple[int, int, int]
"""Foreground and background as 0xRRGGBB, and flags: 1 bold, 2 underlined, 4 reversed."""
Run = tuple[int, int, str, int]
"""Row, column, text and number of the look."""


@frozen
class Seen:
    """What a viewer has on the screen."""

    rows: Sequence[Sequence[Cell]]
    size: tuple[int, int]
    exact: bool
    cursor: tuple[int, int] | None
    fields: Sequence[int]
    looks: int
    """How many looks it knows."""
    generation: int
    """Number of times that these looks began again."""


class Encoder:
    """Encodes canvases for viewers of one palette, who share the numbers of looks."""

    def __init__(self, palette: str = "default") -> None:
        self._palette = Palette(TRUE_COLOR, palette)
        self._numbers: dict[tuple[Style, bool], int] = {}
        self._by_look: dict[Look, int] = {}
        self._looks: list[Look] = []
        self._generation = 0
        """Counts how often the looks began again."""

    def encode(self, canvas: Canvas, seen: Seen | None, **more: Any) -> tuple[list[str], Seen]:  # noqa: ANN401 -- plain data
        """Return the texts that make a canvas of what is seen, and what is seen then; no texts if that is the same.

        Args:
            canvas: the frame, whose rows do not change afterwards.
            seen: what the viewer has; None for nothing.
            more: fields of the first text, such as the number of the key that it answers.
        """
        if len(self._looks) > MOST_LOOKS:
            self._forget_looks()
        size = canvas.width, canvas.height
        if seen is not None and (seen.size, seen.exact, seen.generation) != (size, canvas.exact, self._generation):
            seen = None
        rows = list(canvas.rows)
        runs = list(self._runs(rows, None if seen is None else seen.rows, exact=canvas.exact))
        known = 0 if seen is None else seen.looks
        message: dict[str, Any] = dict(more)
        if seen is None:
            message["s"] = size
        if seen is None or seen.cursor != canvas.cursor:
            message["c"] = canvas.cursor
        fields = list(canvas.fields)
        if fields != ([] if seen is None else seen.fields):
            message["f"] = fields
        now = Seen(rows, size, canvas.exact, canvas.cursor, fields, len(self._looks), self._generation)
        return list(_texts(message, known, self._looks[known:], runs)), now

    def _forget_looks(self) -> None:
        self._numbers.clear()
        self._by_look.clear()
        self._looks.clear()
        self._generation += 1

    def _number(self, style: Style, *, exact: bool) -> int:
        """Return the number of the look of a style; `exact` keeps its colours."""
        number = self._numbers.get((style, exact))
        if number is None:
            look = _look(self._palette.look(style, exact=exact))
            number = self._by_look.setdefault(look, len(self._looks))
            if number == len(self._looks):
                self._looks.append(look)
            self._numbers[style, exact] = number
        return number

    def _runs(
        self, rows: Sequence[Sequence[Cell]], before: Sequence[Sequence[Cell]] | None, *, exact: bool
    ) -> Iterator[Run]:
        for y, row in enumerate(rows):
            old = [BLANK] * len(row) if before is None else before[y]
            if old == row:
                continue
            x = 0
            while x < len(row):
                if row[x] == old[x]:
                    x += 1
                    continue
                look = self._number(row[x].style, exact=exact)
                end = self._end_of_run(row, old, x, look, exact=exact)
                yield y, x, "".join(cell.char for cell in row[x:end]), look
                x = end

    def _end_of_run(self, row: Sequence[Cell], old: Sequence[Cell], x: int, look: int, *, exact: bool) -> int:
        """Return the column after the last changed cell that looks like the one at `x`, over small gaps alone."""
        end = x + 1
        for at in range(x + 1, len(row)):
            if at - end > _GAP or self._number(row[at].style, exact=exact) != look:
                break
            if row[at] != old[at]:
                end = at + 1
        return end


class SharedFrames:
    """The newest frame of a game, encoded once for all pages that have the same frame before."""

    def __init__(self) -> None:
        self.version = 0
        """Counts the frames."""
        self._canvas: Canvas | None = None
        self._encoder = Encoder()
        self._encoded: dict[int, tuple[list[str], Seen]] = {}
        """What makes the newest frame, by the version that a page has."""

    def show(self, canvas: Canvas | None) -> None:
        """Note a frame, which does not change before the next one; None while there is none."""
        self.version += 1
        self._canvas = canvas
        self._encoded.clear()

    def encode(self, version: int, seen: Seen | None) -> tuple[list[str], Seen | None]:
        """Return the texts that make the newest frame of what a page has, and what it has then.

        Args:
            version: the frame that the page has; 0 for none.
            seen: what the page shows.
        """
        if self._canvas is None:
            return [], seen
        if version not in self._encoded:
            self._encoded[version] = self._encoder.encode(self._canvas, seen)
        return self._encoded[version]


def dumps(message: dict[str, Any]) -> str:
    """Return a message as a text."""
    return json.dumps(message, separators=(",", ":"), ensure_ascii=False)


def _texts(message: dict[str, Any], known: int, looks: Sequence[Look], runs: Sequence[Run]) -> Iterator[str]:
    """Yield a message with looks from number `known` on and runs; all texts but the last say that more follows."""
    parts: list[dict[str, Any]] = [
        {"l": [known + at, *looks[at : at + _LOOKS_OF_TEXT]]} for at in range(0, len(looks), _LOOKS_OF_TEXT)
    ]
    parts += [{"d": [each for run in part for each in run]} for part in _in_parts(runs)]
    if looks and runs and len(looks) <= _FEW_LOOKS:  # as a rule both fit one text
        parts[:2] = [parts[0] | parts[1]]
    if not parts and message:
        parts = [{}]
    for number, part in enumerate(parts, start=1):
        yield dumps({**message, **part, **({"more": 1} if number < len(parts) else {})})
        message = {}


def _in_parts(runs: Sequence[Run]) -> Iterator[Sequence[Run]]:
    """Yield runs in parts that fit a text each."""
    begin = room = 0
    for at, run in enumerate(runs):
        cost = _COST_OF_RUN + _COST_OF_CHARACTER * len(run[2])
        if room + cost > _ROOM:
            yield runs[begin:at]
            begin, room = at, 0
        room += cost
    if runs[begin:]:
        yield runs[begin:]


def _look(style: SgrStyle) -> Look:
    flags = _BOLD * style.bold | _UNDERLINE * style.underline | _REVERSE * style.reverse
    return _color(style.foreground), _color(style.background), flags


def _color(parameter: str) -> int:
    """Return the colour of an SGR parameter; what is no colour of 24 bits is the painted black."""
    kind, _, parts = parameter.partition(";2;")
    if not parts:
        return 0xFFFFFF if kind.startswith("38") or kind == "39" else 0
    red, green, blue = map(int, parts.split(";"))
    return red << 16 | green << 8 | blue
