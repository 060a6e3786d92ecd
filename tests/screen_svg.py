"""A terminal's screen as SVG, cell by cell."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Final, NamedTuple
from xml.sax.saxutils import escape

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pyte

# In pixels. Nearly all fixed fonts are 0.6 wide, and whatever font there is, each run is stretched to its cells.
CELL_WIDTH: Final = 9
CELL_HEIGHT: Final = 17
BASELINE: Final = 13
UNDERLINE: Final = 15.5
FONT: Final = "15px 'DejaVu Sans Mono',Menlo,Consolas,'Liberation Mono',monospace"

# What a terminal has by itself, where the game sets no colours.
TERMINAL_COLORS: Final = {"fg": "#c8c8c8", "bg": "#000000"}
FIXED_SPACE: Final = "\u00a0"
"""Browsers make one of several other blanks, whatever xml:space says."""
FURTHEST_BRIDGED: Final = 12
"""How many cells of other colours a run of text may skip as blanks."""


class Ink(NamedTuple):
    """What the text of a cell is drawn in."""

    color: str
    bold: bool
    underlined: bool


class Seen(NamedTuple):
    """A cell as it is seen."""

    char: str
    ink: Ink
    background: str


def picture(screen: pyte.Screen, title: str) -> str:
    """Draw a screen as SVG."""
    width, height = screen.columns * CELL_WIDTH, screen.lines * CELL_HEIGHT
    rows = rows_of(screen)
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" {size} style="font:{FONT}">',
            f"<title>{escape(title)}</title>",
            f'<rect width="100%" height="100%" fill="{TERMINAL_COLORS["bg"]}"/>',
            *backgrounds(rows),
            *texts(rows),
            *underlines(rows),
            *cursor(screen, rows),
            "</svg>\n",
        ]
    )


def rows_of(screen: pyte.Screen) -> list[list[Seen]]:
    """Return what is seen of an emulator's screen, row by row."""
    return [[seen(screen.buffer[y][x]) for x in range(screen.columns)] for y in range(screen.lines)]


def seen(char: pyte.screens.Char) -> Seen:
    """Return what is seen of an emulator's cell."""
    foreground, background = color(char.fg, "fg"), color(char.bg, "bg")
    if char.reverse:
        foreground, background = background, foreground
    # The colour and the weight of a blank cannot be seen.
    ink = Ink(foreground, char.bold, char.underscore) if char.data != " " or char.underscore else NO_INK
    return Seen(char.data, ink, background)


NO_INK: Final = Ink("", bold=False, underlined=False)


def color(name: str, part: str) -> str:
    """Return a colour of the emulator's as SVG has it; 24-bit and 256 colours are numbers there, not names."""
    if name == "default":
        return TERMINAL_COLORS[part]
    return f"#{int(name, 16):06x}"


def backgrounds(rows: list[list[Seen]]) -> Iterator[str]:
    """Draw what is behind the cells, all of one colour as one path."""
    paths: dict[str, list[str]] = {}
    for y, row in enumerate(rows):
        for background, run in itertools.groupby(enumerate(row), lambda place: place[1].background):
            columns = [x for x, _ in run]
            if background != TERMINAL_COLORS["bg"]:
                paths.setdefault(background, []).append(f"M{columns[0]} {y}h{len(columns)}v1h-{len(columns)}z")
    for background, parts in paths.items():
        yield (
            f'<path fill="{background}" transform="scale({CELL_WIDTH} {CELL_HEIGHT})"'
            f' shape-rendering="crispEdges" d="{"".join(parts)}"/>'
        )


def texts(rows: list[list[Seen]]) -> Iterator[str]:
    """Draw the characters, grouped by ink."""
    lines: dict[Ink, list[str]] = {}
    for y, row in enumerate(rows):
        for ink in dict.fromkeys(cell.ink for cell in row if cell.ink != NO_INK):
            for x, text in runs(row, ink):
                lines.setdefault(ink, []).append(
                    f'<text x="{x * CELL_WIDTH}" y="{y * CELL_HEIGHT + BASELINE}"'
                    f' textLength="{len(text) * CELL_WIDTH}">{escape(text.replace(" ", FIXED_SPACE))}</text>'
                )
    for ink, drawn in lines.items():
        weight = ' font-weight="bold"' if ink.bold else ""
        yield "\n".join([f'<g fill="{ink.color}"{weight}>', *drawn, "</g>"])


def underlines(rows: list[list[Seen]]) -> Iterator[str]:
    """Draw the lines under cells."""
    for y, row in enumerate(rows):
        for ink, run in itertools.groupby(enumerate(row), lambda place: place[1].ink):
            columns = [x for x, _ in run]
            if ink.underlined:
                start = f"M{columns[0] * CELL_WIDTH} {y * CELL_HEIGHT + UNDERLINE}"
                yield f'<path stroke="{ink.color}" d="{start}h{len(columns) * CELL_WIDTH}"/>'


def runs(row: list[Seen], ink: Ink) -> Iterator[tuple[int, str]]:
    """Yield the runs of text of one ink in a row, with their columns; other cells within a run are blanks in it."""
    begin, text = 0, ""
    for x, cell in enumerate(row):
        if cell.ink != ink:
            continue
        gap = x - begin - len(text)
        if text and gap > FURTHEST_BRIDGED:
            yield begin, text
            text = ""
        begin, text = (begin, f"{text}{' ' * gap}{cell.char}") if text else (x, cell.char)
    if text:
        yield begin, text


def cursor(screen: pyte.Screen, rows: list[list[Seen]]) -> Iterator[str]:
    """Draw the terminal's cursor as a frame, so that what is under it can be read."""
    if not screen.cursor.hidden:
        x, y = screen.cursor.x, screen.cursor.y
        color = rows[y][x].ink.color or TERMINAL_COLORS["fg"]
        place = f'x="{x * CELL_WIDTH + 0.5}" y="{y * CELL_HEIGHT + 0.5}"'
        yield f'<rect {place} width="{CELL_WIDTH - 1}" height="{CELL_HEIGHT - 1}" fill="none" stroke="{color}"/>'
