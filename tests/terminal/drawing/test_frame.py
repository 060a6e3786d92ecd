"""Frames, as a terminal shows them; `make soak` makes up more of them."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roguelike.cells.canvas import BLANK, Canvas, Cell, Style, cell
from roguelike.cells.color import BLACK
from roguelike.terminal.colors.palette import TRUE_COLOR, Palette
from roguelike.terminal.drawing.capabilities import TerminalCapabilities
from roguelike.terminal.drawing.frame import BEGIN_FRAME, CLEAR, END_FRAME, HIDE_CURSOR, SHOW_CURSOR, Renderer
from tests.effort import some
from tests.terminal.drawing.emulator import Emulator, assert_shows

DEPTHS = (0, 8, 16, 256, TRUE_COLOR)
RED = (200, 30, 30)
NEVER_FILLED = TerminalCapabilities(fills=False)

colors = st.sampled_from([BLACK, (255, 255, 255), RED, (0, 0, 90), (90, 90, 90)])
styles = st.one_of(
    st.just(Style()), st.builds(Style, colors, colors, st.booleans(), st.booleans(), st.booleans(), unlit=st.none())
)
cells = st.one_of(st.just(BLANK), st.builds(Cell, st.sampled_from("@  .#─♫字\x1b\u0301\ud800"), styles))
texts = st.lists(cells, min_size=1, max_size=5)
runs = st.builds(lambda cell, length: [cell] * length, cells, st.integers(1, 30))
capabilities = st.builds(
    TerminalCapabilities,
    repeats=st.booleans(),
    jumps=st.booleans(),
    saves=st.booleans(),
    erases_chars=st.booleans(),
    moves_lines=st.booleans(),
    fills=st.booleans(),
)


@st.composite
def films(draw: st.DrawFn, count: int = 5) -> list[Canvas]:
    """Make canvases of one size, each much like the one before, or like it scrolled, perhaps with a counter."""
    width = draw(st.one_of(st.integers(1, 6), st.integers(20, 30)))
    height = draw(st.integers(1, 6))
    places = st.tuples(st.integers(0, width - 1), st.integers(0, height - 1))
    changes = st.lists(st.tuples(places, st.one_of(texts, runs)), max_size=5)
    rows = [[BLANK] * width for _ in range(height)]
    counter, style = draw(st.one_of(st.none(), places)), draw(styles)
    film = []
    for number in range(count):
        top, lines = draw(st.integers(0, height - 1)), draw(st.sampled_from([0, 0, 1, 2]))
        if top + lines < height:
            rows[top:] = rows[top + lines :] + [[BLANK] * width for _ in range(lines)]
        for (x, y), written in draw(changes):
            rows[y][x : x + len(written)] = written[: width - x]
        if counter:
            rows[counter[1]][counter[0]] = Cell(str(number), style)
        canvas = Canvas(width, height)
        canvas.rows = [row[:] for row in rows]
        canvas.cursor = draw(st.one_of(st.none(), places))
        canvas.exact = draw(st.sampled_from([False, False, False, True]))
        film.append(canvas)
    return film


@given(films(), st.sampled_from(DEPTHS), capabilities, st.tuples(st.booleans(), st.booleans(), st.booleans()))
@settings(max_examples=some(150))
def test_every_frame_shows_exactly_its_canvas(
    film: list[Canvas], depth: int, able: TerminalCapabilities, switches: tuple[bool, bool, bool]
) -> None:
    """The difference must be right wherever the cursor and the colours were left, or the map lies."""
    unicode, paints, overhangs = switches
    palette = Palette(depth, paints=paints)
    renderer = Renderer(palette, able, unicode=unicode)
    screen = Emulator(film[0].width, film[0].height, able, overhangs=overhangs)
    previous = None
    for canvas in film:
        screen.feed(renderer.draw(previous, canvas))
        previous = canvas.rows

        assert_shows(screen, canvas, palette, unicode=unicode)
        assert "" == renderer.draw(previous, canvas)


@given(films(2))
def test_differences_without_color_change_no_color(film: list[Canvas]) -> None:
    """NO_COLOR means none, and real terminals of that kind show odd text for it."""
    renderer = Renderer(Palette(0))

    text = renderer.draw(None, film[0]) + renderer.draw(film[0].rows, film[1])

    codes = {code for codes in re.findall(r"\x1b\[([\d;]*)m", text) for code in codes.split(";")}
    assert codes <= {"", "1", "22", "4", "24", "7", "27"}


def change(
    old: list[str],
    new: list[str],
    able: TerminalCapabilities = TerminalCapabilities(),  # noqa: B008 -- frozen
    style: Style = Style(),  # noqa: B008 -- frozen
) -> str:
    """Return what turns one frame of text into another, in 256 colours."""
    frames = []
    for lines in (old, new):
        frames.append(Canvas(len(new[0]), len(new)))
        for y, line in enumerate(lines):
            frames[-1].write(0, y, line, style)
    renderer, screen = Renderer(Palette(256), able), Emulator(len(new[0]), len(new), able)
    screen.feed(renderer.draw(None, frames[0]))
    text = renderer.draw(frames[0].rows, frames[1])
    screen.feed(text)

    assert_shows(screen, frames[1], Palette(256))
    return text


def test_a_step_is_a_move_a_color_and_a_character() -> None:
    """Steps are nearly all that is ever sent."""
    canvas, other = Canvas(10, 3), Canvas(10, 3)
    other.write(3, 1, "@")
    renderer = Renderer(Palette(256))
    renderer.draw(None, canvas)

    assert "\n\x1b[3C\x1b[38;5;231m@" == renderer.draw(canvas.rows, other)


def test_only_what_does_not_arrive_in_one_piece_is_marked() -> None:
    """The marks cost sixteen bytes, more than a step often does, and output in one piece is shown at once anyway."""
    small, large = Canvas(10, 2), Canvas(80, 24)
    for y in range(24):
        large.write(0, y, "ab" * 40)

    assert BEGIN_FRAME not in Renderer(Palette(256)).draw(None, small)
    assert Renderer(Palette(256)).draw(None, large).startswith(BEGIN_FRAME)
    assert Renderer(Palette(256)).draw(None, large).endswith(END_FRAME)


def test_another_size_redraws_all() -> None:
    """A terminal whose size has changed has moved its rows."""
    renderer = Renderer(Palette(256))
    renderer.draw(None, Canvas(10, 2))

    assert CLEAR in renderer.draw(Canvas(10, 2).rows, Canvas(9, 2))
    assert CLEAR in renderer.draw(Canvas(9, 2).rows, Canvas(9, 3))


def test_other_exactness_redraws_all() -> None:
    """Cells that are the same look different then, so they cannot be compared."""
    renderer, canvas, exact = Renderer(Palette(TRUE_COLOR)), Canvas(10, 2), Canvas(10, 2)
    exact.exact = True
    renderer.draw(None, canvas)

    assert CLEAR in renderer.draw(canvas.rows, exact)
    assert "" == renderer.draw(exact.rows, exact)
    assert CLEAR in renderer.draw(exact.rows, canvas)


def test_an_empty_canvas_is_no_trouble() -> None:
    """Sizes are the terminal's to choose."""
    assert CLEAR in Renderer(Palette(256)).draw(None, Canvas(0, 0))
    assert CLEAR in Renderer(Palette(256)).draw(None, Canvas(0, 3))


def test_the_end_of_a_row_is_erased() -> None:
    """A log line that goes away costs its length otherwise."""
    assert "\x1b[5G\x1b[K" == change(["You hit the rat."], ["You             "])


def test_the_start_of_a_row_is_erased() -> None:
    """Blanks before text cost their number otherwise."""
    assert "\r\x1b[9C\x1b[1K" == change(
        ["An old title of it"], ["          le of it"], TerminalCapabilities(jumps=False)
    )


def test_a_run_of_blanks_is_erased() -> None:
    """A window that closes leaves such runs in the middle of the map."""
    old, new = "#" * 30, "####" + " " * 20 + "######"

    assert "\x1b[5G\x1b[20X" == change([old], [new])
    assert "\x1b[5G" + " " * 20 == change([old], [new], TerminalCapabilities(erases_chars=False))


def test_a_run_of_one_character_is_repeated() -> None:
    """Walls come in rows."""
    new = "##########"

    assert "\x1b[38;5;231m#\x1b[9b" == change(["          "], [new], TerminalCapabilities(repeats=True))
    assert "\x1b[38;5;231m" + new == change(["          "], [new])


def test_a_log_that_scrolls_moves_its_lines() -> None:
    """Writing all of it again costs four times as much."""
    lines = [
        "You open the door.",
        "A rat comes into view.",
        "It bites you for 3.",
        "You hit it.",
        "It is dead.",
        "It drops gold.",
    ]
    log = [line.ljust(24) for line in lines]
    old, one, two = (["#" * 24, *log[first : first + 4]] for first in range(3))

    assert "\x1b[2H\x1b[M\n\n\n\x1b[KIt is dead." == change(old, one)
    assert "\x1b[2H\x1b[2M\n\n\x1b[K\n\x1b[KIt drops gold.\x1b[A\rIt is dead." == change(old, two)
    assert "\x1b[M" not in change(old, one, TerminalCapabilities(moves_lines=False))


def test_nothing_is_erased_in_a_color_where_that_is_not_filled() -> None:
    """GNU screen would leave holes as bright as its own background in a painted frame."""
    old, new = ["#" * 30, "#" * 30], ["#" * 30, "##" + " " * 28]
    renderer, canvas = Renderer(Palette(256), NEVER_FILLED), Canvas(20, 2)

    assert " " * 28 in change(old, new, NEVER_FILLED)
    assert " " * 20 in renderer.draw(None, canvas)


def test_where_nothing_is_painted_erasing_is_safe_everywhere() -> None:
    """A terminal that does not fill still erases in its own background."""
    canvas = Canvas(20, 2)

    assert "\x1b[m\x1b[H\x1b[2J\x1b[?25l" == Renderer(Palette(256, paints=False), NEVER_FILLED).draw(None, canvas)


def test_a_bar_is_not_erased_where_that_is_not_filled() -> None:
    """The bar of hit points would be a hole, though black is safe to erase where nothing is painted."""
    canvas, palette = Canvas(12, 1), Palette(8, paints=False)
    canvas.write(0, 0, " " * 12, Style(background=RED))
    screen = Emulator(12, 1, NEVER_FILLED)

    screen.feed(Renderer(palette, NEVER_FILLED).draw(None, canvas))

    assert_shows(screen, canvas, palette)


@pytest.mark.parametrize("style", [Style(underline=True), Style(reverse=True)])
def test_blanks_that_can_be_seen_are_not_erased(style: Style) -> None:
    """What is erased is neither underlined nor reversed, and without colours a bar is nothing else."""
    canvas, screen = Canvas(12, 1), Emulator(12, 1)
    canvas.write(0, 0, " " * 12, style)

    screen.feed(Renderer(Palette(0)).draw(None, canvas))

    assert_shows(screen, canvas, Palette(0))


def test_what_is_between_is_written_again_where_moving_is_longer() -> None:
    """Up to four characters cost no more than going over them."""
    assert "b..b" == change(["a..a   "], ["b..b   "])[-4:]
    assert "b....b" == change(["a....a   "], ["b....b   "])[-6:]
    assert "\x1b[5C" in change(["a.....a   "], ["b.....b   "])


def test_a_look_is_drawn_as_a_whole_where_that_is_shorter() -> None:
    """Changing colours back and forth costs more than moving."""
    canvas, other = Canvas(9, 3), Canvas(9, 3)
    for y in range(3):
        other.put(1, y, cell("#", (255, 0, 0)))
        other.put(3, y, cell("%", (255, 255, 255)))
    renderer = Renderer(Palette(256))
    renderer.draw(None, canvas)

    text = renderer.draw(canvas.rows, other)

    assert "\x1b[C\x1b[38;5;196m#\n\b#\n\b#\x1b[C\x1b[38;5;231m%\x1b[A\b%\x1b[A\b%" == text


def test_cells_that_are_made_anew_for_each_frame_are_drawn_as_they_look() -> None:
    """Looks are known by the identity of cells, and a new cell may lie where one of an earlier frame lay."""
    renderer, screen, palette, previous = Renderer(Palette(256)), Emulator(40, 2), Palette(256), None
    for number in range(20):
        canvas = Canvas(40, 2)
        for x in range(40):
            canvas.put(x, number % 2, Cell(chr(ord("a") + (number + x) % 26), Style((number * 12, 200, x * 6))))
        screen.feed(renderer.draw(previous, canvas))
        previous = canvas.rows

        assert_shows(screen, canvas, palette)


def test_the_cursor_is_shown_and_hidden_only_when_that_changes() -> None:
    """It flickers else."""
    canvas = Canvas(10, 2)
    renderer = Renderer(Palette(256))

    assert HIDE_CURSOR in renderer.draw(None, canvas)
    canvas.cursor = (4, 1)
    assert "\n\x1b[4C" + SHOW_CURSOR == renderer.draw(canvas.rows, canvas)
    assert "" == renderer.draw(canvas.rows, canvas)
    canvas.cursor = (5, 1)
    assert "\x1b[C" == renderer.draw(canvas.rows, canvas)
    canvas.cursor = (50, 1)
    assert HIDE_CURSOR == renderer.draw(canvas.rows, canvas)


def test_no_place_from_before_the_cursor_was_hidden_is_returned_to() -> None:
    """Some terminals would show the cursor again with it."""
    renderer, screen, previous = Renderer(Palette(256)), Emulator(80, 24), None
    for number in range(8):
        canvas = Canvas(80, 24)
        canvas.write(70, 0, str(number), Style(RED))
        canvas.write(5, 9, str(number))
        canvas.write(6, 9, str(number), Style((90, 90, 90)))
        canvas.cursor = (5, 9) if number < 5 else None
        text = renderer.draw(previous, canvas)
        screen.feed(text)
        previous = canvas.rows

        assert_shows(screen, canvas, Palette(256))
        assert (number in {3, 4, 5}) == ("\x1b8" in text)


def test_only_what_changes_of_a_look_is_sent() -> None:
    """Colours are the other half of a frame's bytes."""
    renderer = Renderer(Palette(256))
    canvas = Canvas(4, 1)
    for x, style in enumerate([Style(RED), Style(RED, bold=True), Style(RED, (0, 0, 90), bold=True), Style()]):
        canvas.put(x, 0, Cell("x", style))

    codes = re.findall(r"\x1b\[([\d;]*)mx", renderer.draw(None, canvas))

    assert 4 == len(codes)
    assert "1" == codes[1]
    assert all(code.count("38;") + code.count("48;") <= 1 for code in codes[:3])


def walk(light: int) -> Canvas:
    """Return a lit cave with someone in it."""
    canvas = Canvas(80, 24)
    for y in range(20):
        for x in range(60):
            near = abs(x - light) <= 3 and abs(y - 10) <= 3
            level = 220 - 30 * max(abs(x - light), abs(y - 10)) if near else 60
            canvas.put(x, y, Cell("#" if (x * 7 + y * 13) % 5 == 0 else ".", Style((level, level, level * 3 // 4))))
    canvas.write(light, 10, "@")
    canvas.write(0, 21, f"You step to {light}.")
    return canvas


def test_a_picture_of_colors_is_drawn_in_the_order_of_its_rows() -> None:
    """Looking for the shortest order among thousands of looks would take minutes."""
    canvas = Canvas(40, 20)
    for y in range(20):
        for x in range(40):
            canvas.put(x, y, Cell("#", Style((255, 6 * x, 12 * y))))
    text = Renderer(Palette(TRUE_COLOR)).draw(None, canvas)

    assert "#" * 800 == re.sub(r"\x1b\[[?\d;]*[a-zA-Z]|[\r\n\x08]", "", text)
    assert 20 >= len(re.findall(r"\x1b\[[\d;]*[HABCDG]|[\r\n\x08]+", text))


@pytest.mark.parametrize(("depth", "most"), [(TRUE_COLOR, 360), (256, 320), (16, 160)])
def test_a_step_costs_few_bytes(depth: int, most: int) -> None:
    """Over a slow line every byte is felt."""
    renderer, here, there = Renderer(Palette(depth)), walk(30), walk(31)
    renderer.draw(None, here)

    assert len(renderer.draw(here.rows, there)) <= most
