"""Any frame can follow any other on a page, within the limits of a message."""

from __future__ import annotations

import random

import pytest

from roguelike.cells.canvas import Canvas, Mark, Style
from roguelike.cells.color import grey
from roguelike.serve.web.frame_encoder import MAX_STYLES, FrameEncoder
from roguelike.terminal.colors.palette import PALETTES
from tests.serve.web.page import Page, as_shown

CHARACTERS = ' .#@·─│█▂"\\é'
MARKS = tuple(Mark)


def random_canvas(dice: random.Random, before: Canvas | None, *, colors: int) -> Canvas:
    """Return a canvas like the one before, with changes, or one of another size."""
    if before is None or dice.random() < 0.1:
        canvas = Canvas(dice.randint(1, 100), dice.randint(1, 40))
    else:
        canvas = Canvas(before.width, before.height)
        canvas.rows = [list(row) for row in before.rows]
    canvas.exact = dice.random() < 0.1
    for _ in range(dice.randint(0, 200)):
        text = "".join(dice.choices(CHARACTERS, k=dice.randint(1, 30)))
        color = (dice.randrange(colors), 99, 99)
        style = Style(color, grey(dice.randint(0, 60)), dice.random() < 0.2, mark=dice.choice(MARKS))
        canvas.write(dice.randrange(canvas.width), dice.randrange(canvas.height), text, style)
    canvas.cursor = dice.choice([None, (dice.randrange(canvas.width), dice.randrange(canvas.height))])
    canvas.fields = dice.choice([(), (2, 7), range(canvas.height)])
    return canvas


@pytest.mark.parametrize("palette", PALETTES)
def test_a_page_shows_each_frame_as_a_terminal_does(palette: str) -> None:
    """Text, colours, cursor, fields; for two clients that take every frame, and every third."""
    dice = random.Random(palette)
    encoder = FrameEncoder(palette)
    often, seldom = Page(), Page()
    frame_often = frame_seldom = canvas = None
    for number in range(20):
        canvas = random_canvas(dice, canvas, colors=256)
        texts, frame_often = encoder.encode(canvas, frame_often)
        for text in texts:
            often.take(text)
        assert (often.rows, often.cursor, often.is_whole) == (as_shown(canvas, palette), canvas.cursor, True)
        assert often.fields == list(canvas.fields)
        if number % 3 == 0:
            texts, frame_seldom = encoder.encode(canvas, frame_seldom, e=number + 1)
            for text in texts:
                seldom.take(text)
            assert seldom.rows == often.rows
            assert seldom.echo == number + 1


def test_the_largest_window_is_sent_in_parts() -> None:
    """Each message is small enough, and all except the last announce more."""
    canvas = Canvas(500, 200)
    for y in range(200):
        for x in range(500):
            canvas.write(x, y, "─", Style(((x + y) % 256, y, 128), bold=bool(x % 2)))
    page = Page()
    texts, _ = FrameEncoder().encode(canvas, None)
    wholes = []
    for text in texts:
        page.take(text)
        wholes.append(page.is_whole)
    assert wholes == [False] * (len(texts) - 1) + [True]
    assert page.rows == as_shown(canvas)


def test_the_style_table_is_bounded() -> None:
    """A client with styles of the old table gets the whole screen, in the right colours."""
    encoder, page = FrameEncoder(), Page()
    frame = None
    most = 0
    for number in range(4 * MAX_STYLES // 200):
        canvas = Canvas(100, 2)
        for x in range(200):
            canvas.write(x % 100, x // 100, "x", Style((number % 256, x, number // 256 + 100)))
        canvas.exact = True
        texts, frame = encoder.encode(canvas, frame)
        for text in texts:
            page.take(text)
        most = max(most, len(page.styles))
        assert page.rows == as_shown(canvas)
    assert MAX_STYLES < most <= MAX_STYLES + 200


def test_nothing_is_sent_for_the_same_frame() -> None:
    """Except the number of a key that it answers."""
    canvas = Canvas(20, 5)
    encoder = FrameEncoder()
    _, frame = encoder.encode(canvas, None)
    assert encoder.encode(canvas, frame)[0] == []
    assert encoder.encode(canvas, frame, e=7)[0] == ['{"e":7}']
