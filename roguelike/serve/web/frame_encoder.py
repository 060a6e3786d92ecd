"""Frames for browsers: JSON messages with the cells that changed since the frame that the browser has.

Their colours are final, so a page knows no palette.
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
MAX_MESSAGE: Final = 32 << 10
"""Bytes of a message to a page."""
MAX_STYLES: Final = 4096
"""Entries of the style table; a frame that exceeds it starts an empty table, and is sent whole."""
_MAX_GAP: Final = 6
"""Unchanged cells that a run includes, since another run costs as many bytes."""
_STYLES_OF_MESSAGE: Final = 1000
_FEW_STYLES: Final = 200
"""Styles that fit one message with runs; a style takes 22 bytes at most."""
_COST_OF_RUN: Final = 18
"""Bytes of a run without its text, at most."""
_COST_OF_CHARACTER: Final = 4
"""Bytes of a character, at most."""
_MAX_RUNS: Final = MAX_MESSAGE - (8 << 10)
"""Bytes of the runs of a message."""
_BOLD, _UNDERLINE, _REVERSE = 1, 2, 4

WireStyle = tuple[int, int, int]
"""Foreground and background as 0xRRGGBB, and flags: 1 bold, 2 underlined, 4 reversed."""
Run = tuple[int, int, str, int]
"""Row, column, text and number of the style."""


@frozen
class ClientFrame:
    """The frame that a client shows, and what it knows of the style table."""

    rows: Sequence[Sequence[Cell]]
    size: tuple[int, int]
    """Columns and rows."""
    exact: bool
    cursor: tuple[int, int] | None
    fields: Sequence[int]
    """Rows with text fields."""
    styles: int
    """Number of styles that the client has."""
    generation: int
    """Number of the style table that these belong to."""


class FrameEncoder:
    """Encodes canvases in one palette; its clients share a style table."""

    def __init__(self, palette: str = "default") -> None:
        self._palette = Palette(TRUE_COLOR, palette)
        self._numbers: dict[tuple[Style, bool], int] = {}
        """Numbers in the style table by style, and whether its colours are exact."""
        self._number_of: dict[WireStyle, int] = {}
        self._styles: list[WireStyle] = []
        """The style table."""
        self._generation = 0
        """Number of style tables before this one."""

    def encode(
        self,
        canvas: Canvas,
        before: ClientFrame | None,
        **fields: Any,  # noqa: ANN401 -- plain data
    ) -> tuple[list[str], ClientFrame]:
        """Return the messages that update a client to `canvas`, and its new frame; no messages if nothing changes.

        Args:
            canvas: the frame, whose rows do not change afterwards.
            before: the frame that the client shows; None for an empty screen.
            fields: more fields of the first message, such as the number of the key that it answers.
        """
        if len(self._styles) > MAX_STYLES:
            self._clear_styles()
        size = canvas.width, canvas.height
        state = size, canvas.exact, self._generation
        if before is not None and (before.size, before.exact, before.generation) != state:
            before = None
        rows = list(canvas.rows)
        runs = list(self._runs(rows, None if before is None else before.rows, exact=canvas.exact))
        known = 0 if before is None else before.styles
        message: dict[str, Any] = dict(fields)
        if before is None:
            message["s"] = size
        if before is None or before.cursor != canvas.cursor:
            message["c"] = canvas.cursor
        text_fields = list(canvas.fields)
        if text_fields != ([] if before is None else before.fields):
            message["f"] = text_fields
        now = ClientFrame(rows, size, canvas.exact, canvas.cursor, text_fields, len(self._styles), self._generation)
        return list(_messages(message, known, self._styles[known:], runs)), now

    def _clear_styles(self) -> None:
        self._numbers.clear()
        self._number_of.clear()
        self._styles.clear()
        self._generation += 1

    def _number(self, style: Style, *, exact: bool) -> int:
        """Return the number of a style in the table, where it is added if needed; `exact` keeps its colours."""
        number = self._numbers.get((style, exact))
        if number is None:
            wire_style = _wire_style(self._palette.look(style, exact=exact))
            number = self._number_of.setdefault(wire_style, len(self._styles))
            if number == len(self._styles):
                self._styles.append(wire_style)
            self._numbers[style, exact] = number
        return number

    def _runs(
        self, rows: Sequence[Sequence[Cell]], before: Sequence[Sequence[Cell]] | None, *, exact: bool
    ) -> Iterator[Run]:
        """Yield the changed cells of rows; without rows `before`, all cells that are not blank."""
        for y, row in enumerate(rows):
            old = [BLANK] * len(row) if before is None else before[y]
            if old == row:
                continue
            x = 0
            while x < len(row):
                if row[x] == old[x]:
                    x += 1
                    continue
                style = self._number(row[x].style, exact=exact)
                end = self._end_of_run(row, old, x, style, exact=exact)
                yield y, x, "".join(cell.char for cell in row[x:end]), style
                x = end

    def _end_of_run(self, row: Sequence[Cell], old: Sequence[Cell], x: int, style: int, *, exact: bool) -> int:
        """Return the column after the last changed cell in the style of the one at `x`."""
        end = x + 1
        for at in range(x + 1, len(row)):
            if at - end > _MAX_GAP or self._number(row[at].style, exact=exact) != style:
                break
            if row[at] != old[at]:
                end = at + 1
        return end


class SharedFrameEncoder:
    """Encodes the newest frame of a game once for all clients that have the same frame before."""

    def __init__(self) -> None:
        self.version = 0
        """Number of frames until now."""
        self._canvas: Canvas | None = None
        self._encoder = FrameEncoder()
        self._encoded: dict[int, tuple[list[str], ClientFrame]] = {}
        """Encodings of the newest frame, by the version that a client has."""

    def show(self, canvas: Canvas | None) -> None:
        """Set the newest frame, which does not change before the next one; None while there is none."""
        self.version += 1
        self._canvas = canvas
        self._encoded.clear()

    def encode(self, version: int, before: ClientFrame | None) -> tuple[list[str], ClientFrame | None]:
        """Return the messages that update a client to the newest frame, and its new frame.

        Args:
            version: the version that the client has; 0 for none.
            before: the frame that the client shows.
        """
        if self._canvas is None:
            return [], before
        if version not in self._encoded:
            self._encoded[version] = self._encoder.encode(self._canvas, before)
        return self._encoded[version]


def dumps(message: dict[str, Any]) -> str:
    """Return a message as JSON."""
    return json.dumps(message, separators=(",", ":"), ensure_ascii=False)


def _messages(message: dict[str, Any], known: int, styles: Sequence[WireStyle], runs: Sequence[Run]) -> Iterator[str]:
    """Yield a message with the styles from number `known` on and runs, split to fit; all but the last have `more`."""
    parts: list[dict[str, Any]] = [
        {"l": [known + at, *styles[at : at + _STYLES_OF_MESSAGE]]} for at in range(0, len(styles), _STYLES_OF_MESSAGE)
    ]
    parts += [{"d": [each for run in part for each in run]} for part in _split(runs)]
    if styles and runs and len(styles) <= _FEW_STYLES:  # as a rule both fit one message
        parts[:2] = [parts[0] | parts[1]]
    if not parts and message:
        parts = [{}]
    for number, part in enumerate(parts, start=1):
        yield dumps({**message, **part, **({"more": 1} if number < len(parts) else {})})
        message = {}


def _split(runs: Sequence[Run]) -> Iterator[Sequence[Run]]:
    """Yield runs in parts that fit a message each."""
    begin = size = 0
    for at, run in enumerate(runs):
        cost = _COST_OF_RUN + _COST_OF_CHARACTER * len(run[2])
        if size + cost > _MAX_RUNS:
            yield runs[begin:at]
            begin, size = at, 0
        size += cost
    if runs[begin:]:
        yield runs[begin:]


def _wire_style(style: SgrStyle) -> WireStyle:
    flags = _BOLD * style.bold | _UNDERLINE * style.underline | _REVERSE * style.reverse
    return _color(style.foreground), _color(style.background), flags


def _color(parameter: str) -> int:
    """Return the colour of an SGR parameter; white or black for one without 24 bits."""
    kind, _, parts = parameter.partition(";2;")
    if not parts:
        return 0xFFFFFF if kind.startswith("38") or kind == "39" else 0
    red, green, blue = map(int, parts.split(";"))
    return red << 16 | green << 8 | blue
