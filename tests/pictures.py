"""Writes the pictures of the game, `docs/pictures/*.svg`, as a terminal shows it: `make docs`.

A game is played by its keys, the renderer writes its frames, an emulator takes them in, and its screen is drawn.
"""

from __future__ import annotations

import itertools
import pathlib
from typing import TYPE_CHECKING, Final, NamedTuple
from xml.sax.saxutils import escape

from roguelike.content.loader import load_ruleset
from roguelike.engine.scenario import draw
from roguelike.terminal.colors.palette import TRUE_COLOR, Palette
from roguelike.terminal.drawing.frame import Renderer
from tests.terminal.drawing.emulator import Emulator
from tests.watching import watch

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import pyte

    from roguelike.cells.canvas import Canvas
    from roguelike.engine.game import Game

FOLDER: Final = pathlib.Path(__file__).parent.parent / "docs" / "pictures"

SIZES: Final = ((80, 24), (120, 40))
"""Columns and rows."""


class Scene(NamedTuple):
    """A moment of a game: the keys that lead there, and what the picture is called for those who cannot see it."""

    keys: Sequence[str]
    title: str


MEADOW: Final = """
############################################################
#######......###############################################
#######......#########################...........###########
#..,,,..............##################...........####....###
#.,,,,,######......+..,,,,,,##########...........+.......###
#..,,,,######......###,,,,,,,,####.......~~~~....####....###
#######.######.#######,,,,o,,,,#####..~~~~~~~....####....###
#######.######.#######,,a,,,,,,,+.....~~~~~~.....###########
#######.######.#####..,,,,o,,,,,##....~~~~.......###########
#######+######.####...@...,,,,,,##...............###########
#..........###.####..........,,,##########+#################
#..........###+####......!.....%##########.#################
#..........+......+......?....%%##########.##########......#
#..........########....j......%%####..............+..[.....#
#..........########...........######...##########.####.....#
####################################...##########.####.....#
####################################..........{..+.........#
####################################...##########.####..>..#
############################################################
"""
LEGEND: Final = {
    ",": "grass",
    "%": "foliage",
    "~": "deep water",
    "+": "door",
    ">": "stairs down",
    "o": "orc",
    "a": "orc archer",
    "j": "jackal",
    "!": "potion of healing",
    "?": "scroll of mapping",
    "[": "mail",
    "{": "oil flask",
}
SCENES: Final = {
    "aim": Scene("td", "Aiming a flask of oil at orcs in a meadow: the cells that will burn are marked"),
    "fire": Scene("tdf..k", "A meadow burns, with orcs in the flames and a jackal beside the player"),
}
PALETTES: Final = {
    "default": Palette(TRUE_COLOR),
    "high-contrast": Palette(TRUE_COLOR, "high-contrast"),
    "no-colors": Palette(0),
}

FLIGHT: Final = 1.0
"""Seconds after which nothing flies any more."""

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


def main() -> None:
    """Write all the pictures, and delete obsolete ones."""
    FOLDER.mkdir(exist_ok=True)
    made = pictures()
    for old in FOLDER.glob("*.svg"):
        if old.name not in made:
            old.unlink()
    for name, text in made.items():
        (FOLDER / name).write_text(text, encoding="utf-8")


def pictures() -> dict[str, str]:
    """Return every picture by the name of its file."""
    return {
        f"{scene}-{palette}-{size[0]}x{size[1]}.svg": picture(screen_after(frames, PALETTES[palette]), told.title)
        for scene, told in SCENES.items()
        for size in SIZES
        for frames in [frames_of(told, size)]
        for palette in PALETTES
    }


def frames_of(scene: Scene, size: tuple[int, int]) -> list[Canvas]:
    """Return all frames of a game up to the scene, as a terminal of that size, in columns and rows, is sent them."""
    deeds = [deed for key in scene.keys for deed in (key, FLIGHT)]
    return watch(_meadow, *deeds, size=size).frames


def _meadow() -> Game:
    return draw(MEADOW, load_ruleset("ember"), seed=3, legend=LEGEND, inventory=["oil flask", "potion of fire"])


def screen_after(frames: Sequence[Canvas], palette: Palette) -> Emulator:
    """Return a terminal that was sent these frames."""
    screen = Emulator(frames[0].width, frames[0].height)
    renderer = Renderer(palette)
    for before, frame in zip([None, *frames], frames, strict=False):
        screen.feed(renderer.draw(before.rows if before else None, frame))
    return screen


def picture(screen: pyte.Screen, title: str) -> str:
    """Draw a screen as SVG."""
    width, height = screen.columns * CELL_WIDTH, screen.lines * CELL_HEIGHT
    rows = [[seen(screen.buffer[y][x]) for x in range(screen.columns)] for y in range(screen.lines)]
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
    """Draw the characters, all of one ink together."""
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


if __name__ == "__main__":
    main()
