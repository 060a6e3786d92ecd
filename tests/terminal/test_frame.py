"""Frames, as pyte shows them."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING

import pyte
import pytest
from hypothesis import given
from hypothesis import strategies as st

from roguelike.terminal.frame import BEGIN_FRAME, END_FRAME, HIDE_CURSOR, SHOW_CURSOR, Renderer
from roguelike.terminal.glyphs import shown
from roguelike.terminal.palette import TRUE_COLOR
from roguelike.terminal.pen import restyle, shortest_move
from roguelike.ui.canvas import BLANK, Canvas, Cell, Style
from roguelike.ui.color import BLACK

if TYPE_CHECKING:
    from collections.abc import Callable

    from roguelike.ui.color import Color

DEPTHS = (0, 8, 16, 256, TRUE_COLOR)

colors = st.sampled_from([BLACK, (255, 255, 255), (200, 30, 30), (0, 0, 90), (90, 90, 90)])
styles = st.builds(Style, colors, colors, st.booleans(), st.booleans(), st.booleans())
chars = st.sampled_from("@  .#─♫字\x1b\u0301\ud800")
cells = st.one_of(st.just(BLANK), st.builds(Cell, chars, st.one_of(st.just(Style()), styles)))


@st.composite
def canvases(draw: st.DrawFn, count: int) -> list[Canvas]:
    """Make canvases of one size, each much like the one before."""
    width, height = draw(st.integers(1, 12)), draw(st.integers(1, 4))
    places = st.tuples(st.integers(0, width - 1), st.integers(0, height - 1))
    rows = [[BLANK] * width for _ in range(height)]
    made = []
    for _ in range(count):
        for (x, y), run in draw(st.dictionaries(places, st.lists(cells, min_size=1, max_size=6), max_size=8)).items():
            rows[y][x : x + len(run)] = run[: width - x]
        canvas = Canvas(width, height)
        canvas.rows = [row[:] for row in rows]
        canvas.cursor = draw(st.one_of(st.none(), places))
        made.append(canvas)
    return made


def screen_for(canvas: Canvas) -> tuple[pyte.Screen, Callable[[str], None]]:
    """Give a screen in the state that the game starts from, and what to feed it by."""
    screen = pyte.Screen(canvas.width, canvas.height)
    stream = pyte.Stream(screen)
    stream.feed("\x1b[?7llitter\x1b[7;31m")
    return screen, stream.feed


def assert_shows(screen: pyte.Screen, canvas: Canvas, *, unicode: bool = True, in_color: bool = False) -> None:
    """Assert that every cell, and the cursor, is as on the canvas."""
    for y, row in enumerate(canvas.rows):
        for x, cell in enumerate(row):
            there, char = screen.buffer[y][x], shown(cell.char, unicode=unicode)
            assert char == there.data, (x, y)
            if in_color:
                assert_wears(there, char, cell.style)
    assert (canvas.cursor is None) == screen.cursor.hidden
    if canvas.cursor:
        assert canvas.cursor == (screen.cursor.x, screen.cursor.y)


def assert_wears(there: pyte.screens.Char, char: str, style: Style) -> None:
    """Assert all that can be seen of a style; of a blank, its background alone."""
    assert (style.underline, style.reverse) == (there.underscore, there.reverse)
    assert ("default" if style.background == BLACK else "{:02x}{:02x}{:02x}".format(*style.background)) == there.bg
    if char != " " or style.underline or style.reverse:
        assert "{:02x}{:02x}{:02x}".format(*style.foreground) == there.fg
        assert style.bold == there.bold


@given(canvases(3))
def test_every_frame_shows_exactly_its_canvas(frames: list[Canvas]) -> None:
    """The difference must be right wherever the cursor and the colours were left, or the map lies."""
    renderer = Renderer(TRUE_COLOR)
    screen, feed = screen_for(frames[0])
    previous = None
    for canvas in frames:
        feed(renderer.draw(previous, canvas))
        previous = canvas.rows

        assert_shows(screen, canvas, in_color=True)
        assert "" == renderer.draw(previous, canvas)


@given(canvases(2), st.sampled_from(DEPTHS), st.booleans())
def test_fewer_colors_and_ascii_show_the_same_glyphs(frames: list[Canvas], depth: int, unicode: bool) -> None:  # noqa: FBT001
    """Colour is never the only sign."""
    renderer = Renderer(depth, unicode=unicode)
    screen, feed = screen_for(frames[0])

    feed(renderer.draw(None, frames[0]) + renderer.draw(frames[0].rows, frames[1]))

    assert_shows(screen, frames[1], unicode=unicode)


@given(canvases(2))
def test_differences_without_color_change_no_color(frames: list[Canvas]) -> None:
    """NO_COLOR means none, and real terminals of that kind show odd text for it."""
    renderer = Renderer(0)

    text = renderer.draw(None, frames[0]) + renderer.draw(frames[0].rows, frames[1])

    codes = {code for codes in re.findall(r"\x1b\[([\d;]*)m", text) for code in codes.split(";")}
    assert codes <= {"", "1", "22", "4", "24", "7", "27"}


def test_only_whole_frames_are_marked() -> None:
    """The marks cost sixteen bytes, more than a step often does."""
    canvas, other = Canvas(10, 2), Canvas(10, 2)
    other.write(3, 1, "@")
    renderer = Renderer(256)

    whole, difference = renderer.draw(None, canvas), renderer.draw(canvas.rows, other)

    assert whole.startswith(BEGIN_FRAME)
    assert whole.endswith(END_FRAME)
    assert "\x1b[2;4H\x1b[38;5;231m@" == difference


def test_another_size_draws_all_anew() -> None:
    """A terminal whose size has changed has moved its rows."""
    renderer = Renderer(256)
    renderer.draw(None, Canvas(10, 2))

    assert renderer.draw(Canvas(10, 2).rows, Canvas(9, 2)).startswith(BEGIN_FRAME)
    assert renderer.draw(Canvas(9, 2).rows, Canvas(9, 3)).startswith(BEGIN_FRAME)


def test_an_empty_canvas_is_no_trouble() -> None:
    """Sizes are the terminal's to choose."""
    assert Renderer(256).draw(None, Canvas(0, 0)).startswith(BEGIN_FRAME)
    assert Renderer(256).draw(None, Canvas(0, 3)).startswith(BEGIN_FRAME)


def test_the_end_of_a_row_is_erased() -> None:
    """A log line that goes away costs its length otherwise."""
    old, new = Canvas(80, 2), Canvas(80, 2)
    old.write(0, 0, "You hit the rat. The rat bites you.")
    new.write(0, 0, "You")
    renderer = Renderer(256)
    renderer.draw(None, old)

    assert "\r\x1b[4C\x1b[K" == renderer.draw(old.rows, new).replace("\x1b[1;5H", "\r\x1b[4C")


def test_the_cursor_is_shown_and_hidden_only_when_that_changes() -> None:
    """It flickers else."""
    canvas = Canvas(10, 2)
    renderer = Renderer(256)

    assert HIDE_CURSOR in renderer.draw(None, canvas)
    canvas.cursor = (4, 1)
    assert "\x1b[2;5H" + SHOW_CURSOR == renderer.draw(canvas.rows, canvas)
    assert "" == renderer.draw(canvas.rows, canvas)
    canvas.cursor = (5, 1)
    assert "\x1b[C" == renderer.draw(canvas.rows, canvas)
    canvas.cursor = (50, 1)
    assert HIDE_CURSOR == renderer.draw(canvas.rows, canvas)


@given(st.integers(-1, 30), st.integers(0, 30), st.integers(0, 30), st.integers(0, 30))
def test_moves_arrive_and_are_never_longer_than_the_absolute_one(from_x: int, from_y: int, x: int, y: int) -> None:
    """Most of a frame's bytes are moves."""
    screen = pyte.Screen(31, 31)
    screen.cursor_position(from_y + 1, max(from_x, 0) + 1)
    move = shortest_move(from_x, from_y, x, y)

    pyte.Stream(screen).feed(move)

    assert (x, y) == (screen.cursor.x, screen.cursor.y)
    assert len(move) <= len(f"\x1b[{y + 1};{x + 1}H")


def test_only_what_changes_of_a_look_is_sent() -> None:
    """Colours are the other half of a frame's bytes."""
    renderer = Renderer(256)
    canvas = Canvas(4, 1)
    red: Color = (255, 0, 0)
    for x, style in enumerate([Style(red), Style(red, bold=True), Style(red, red, bold=True), Style()]):
        canvas.put(x, 0, Cell("x", style))
    text = renderer.draw(None, canvas)

    assert "\x1b[38;5;196mx\x1b[1mx\x1b[48;5;196mx\x1b[;38;5;231mx" in text
    assert restyle.cache_info().currsize > 0


def walk(light: int) -> Canvas:
    """Give a lit cave with someone in it."""
    canvas = Canvas(80, 24)
    for y in range(20):
        for x in range(60):
            near = abs(x - light) <= 3 and abs(y - 10) <= 3
            level = 220 - 30 * max(abs(x - light), abs(y - 10)) if near else 60
            canvas.put(x, y, Cell("#" if (x * 7 + y * 13) % 5 == 0 else ".", Style((level, level, level * 3 // 4))))
    canvas.write(light, 10, "@")
    canvas.write(0, 21, f"You step to {light}.")
    return canvas


@pytest.mark.parametrize(("depth", "most"), [(TRUE_COLOR, 450), (256, 350), (16, 200)])
def test_a_step_costs_few_bytes(depth: int, most: int) -> None:
    """Over a slow line every byte is felt."""
    renderer, here, there = Renderer(depth), walk(30), walk(31)
    renderer.draw(None, here)

    assert len(renderer.draw(here.rows, there)) <= most


def test_a_step_costs_little_time() -> None:
    """Half a millisecond leaves the machine to the rules; ten times that is allowed for a busy one."""
    renderer, here, there = Renderer(TRUE_COLOR), walk(30), walk(31)
    renderer.draw(None, here)
    times = []
    for _ in range(20):
        start = time.perf_counter()
        renderer.draw(here.rows, there)
        times.append(time.perf_counter() - start)

    assert min(times) < 0.005
