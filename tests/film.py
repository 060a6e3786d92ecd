"""A short film of the game as one SVG file, which browsers play without any script.

The last picture is drawn whole. Each row that looks otherwise for a while is drawn above it, as far as it differs, and
is visible only then. Whoever asks for reduced motion sees the last picture alone.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Final, NamedTuple
from xml.sax.saxutils import escape

from roguelike.terminal.colors.palette import TRUE_COLOR, Palette
from roguelike.terminal.drawing.frame import Renderer
from tests.screen_svg import (
    CELL_HEIGHT,
    CELL_WIDTH,
    FONT,
    NO_INK,
    TERMINAL_COLORS,
    Seen,
    backgrounds,
    rows_of,
    texts,
    underlines,
)
from tests.terminal.drawing.emulator import Emulator
from tests.watching import watch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from roguelike.engine.game import Game

FLIGHT: Final = 1.0
"""Seconds after which nothing flies any more."""
ANIMATED: Final = 0.08
"""Seconds for which a picture is shown in which something flies."""
READ: Final = 0.9
"""Seconds for which one is shown that a key leads to."""
HOLD: Final = 3.0
"""Seconds that the last picture stays before the film begins again."""
NOTHING: Final = Seen(" ", NO_INK, TERMINAL_COLORS["bg"])


class Shot(NamedTuple):
    """A screen, and for how many seconds it is shown."""

    rows: list[list[Seen]]
    seconds: float


class _Strip(NamedTuple):
    """A row of the screen as it looks for a while: from when to when, in seconds."""

    y: int
    cells: list[Seen]
    start: float
    end: float


def film_of(game: Callable[[], Game], keys: Sequence[str], size: tuple[int, int], title: str) -> str:
    """Play a game by its keys on a terminal of that size, in columns and rows, and draw all of it as SVG."""
    watched = watch(game, *(deed for key in keys for deed in (key, FLIGHT)), size=size)
    screen, renderer = Emulator(*size), Renderer(Palette(TRUE_COLOR))
    ends, shots = {id(frame) for frame in watched.after}, []
    for before, frame in zip([None, *watched.frames], watched.frames, strict=False):
        screen.feed(renderer.draw(before.rows if before else None, frame))
        shots.append(Shot(rows_of(screen), READ if id(frame) in ends else ANIMATED))
    return film(shots, title)


def film(shots: Sequence[Shot], title: str) -> str:
    """Draw a film as SVG; all screens must be of one size."""
    total = sum(each.seconds for each in shots) + HOLD
    last = shots[-1].rows
    strips = [strip for strip in _strips(shots, total) if strip.cells != last[strip.y]]
    width, height = len(last[0]) * CELL_WIDTH, len(last) * CELL_HEIGHT
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" {size} style="font:{FONT}">',
            f"<title>{escape(title)}</title>",
            *_style(strips, total),
            f'<rect width="100%" height="100%" fill="{TERMINAL_COLORS["bg"]}"/>',
            *backgrounds(last),
            *texts(last),
            *underlines(last),
            *(_drawn(number, strip, last[strip.y]) for number, strip in enumerate(strips)),
            "</svg>\n",
        ]
    )


def _strips(shots: Sequence[Shot], total: float) -> Iterator[_Strip]:
    """Yield every row for every time that it looks the same."""
    for y in range(len(shots[0].rows)):
        cells, start, now = shots[0].rows[y], 0.0, 0.0
        for each in shots:
            if each.rows[y] != cells:
                yield _Strip(y, cells, start, now)
                cells, start = each.rows[y], now
            now += each.seconds
        yield _Strip(y, cells, start, total)


def _style(strips: Sequence[_Strip], total: float) -> Iterator[str]:
    """Yield the style sheet: when each strip is visible."""
    hidden, shown = "{visibility:hidden}", "{visibility:visible}"
    yield "<style>"
    yield ".s{visibility:hidden}"
    for number, strip in enumerate(strips):
        first, last = (f"{100 * at / total:.2f}%" for at in (strip.start, strip.end))
        before = f"0%{hidden}" if strip.start else ""
        yield f"#r{number}{{animation:k{number} {total:.1f}s step-end infinite}}"
        yield f"@keyframes k{number}{{{before}{first}{shown}{last}{hidden}}}"
    yield "@media (prefers-reduced-motion:reduce){.s{animation:none!important}}"
    yield "</style>"


def _drawn(number: int, strip: _Strip, last: list[Seen]) -> str:
    """Draw the cells of a strip that look otherwise than in the last picture."""
    changed = [None if cell == below else cell for cell, below in zip(strip.cells, last, strict=True)]
    rows: list[list[Seen]] = [[] for _ in range(strip.y)]
    rows.append([NOTHING if cell is None else cell for cell in changed])
    parts = [*_covers(strip.y, changed), *texts(rows), *underlines(rows)]
    return "\n".join([f'<g id="r{number}" class="s">', *parts, "</g>"])


def _covers(y: int, changed: Sequence[Seen | None]) -> Iterator[str]:
    """Draw the backgrounds of changed cells over what is below them, all of one colour as one path."""
    paths: dict[str, list[str]] = {}
    for background, run in itertools.groupby(enumerate(changed), lambda place: place[1] and place[1].background):
        columns = [x for x, _ in run]
        if background is not None:
            part = f"M{columns[0] * CELL_WIDTH} {y * CELL_HEIGHT}h{len(columns) * CELL_WIDTH}v{CELL_HEIGHT}"
            paths.setdefault(background, []).append(f"{part}h-{len(columns) * CELL_WIDTH}z")
    yield from (f'<path fill="{background}" d="{"".join(parts)}"/>' for background, parts in paths.items())
