"""Any frame becomes any other on a page, within the limits of a text."""

from __future__ import annotations

import random

import pytest

from roguelike.cells.canvas import Canvas, Mark, Style
from roguelike.cells.color import grey
from roguelike.serve.web.frames import MOST_LOOKS, Encoder
from roguelike.terminal.colors.palette import PALETTES
from tests.serve.web.page import Page, as_shown

CHARACTERS = ' .#@·─│█▂"\\é'
MARKS = tuple(Mark)


def random_canvas(dice: random.Random, before: Canvas | None, *, looks: int) -> Canvas:
    """Return a canvas like the one before, with changes, or one of another size."""
    if before is None or dice.random() < 0.1:
        canvas = Canvas(dice.randint(1, 100), dice.randint(1, 40))
    else:
        canvas = Canvas(before.width, before.height)
        canvas.rows = [list(row) for row in before.rows]
    canvas.exact = dice.random() < 0.1
    for _ in range(dice.randint(0, 200)):
        text = "".join(dice.choices(CHARACTERS, k=dice.randint(1, 30)))
        color = (dice.randrange(looks), 99, 99)
        style = Style(color, grey(dice.randint(0, 60)), dice.random() < 0.2, mark=dice.choice(MARKS))
        canvas.write(dice.randrange(canvas.width), dice.randrange(canvas.height), text, style)
    canvas.cursor = dice.choice([None, (dice.randrange(canvas.width), dice.randrange(canvas.height))])
    canvas.fields = dice.choice([(), (2, 7), range(canvas.height)])
    return canvas


@pytest.mark.parametrize("palette", PALETTES)
def test_a_page_shows_each_frame_as_a_terminal_does(palette: str) -> None:
    """Text, colours, cursor, fields; two viewers that take every frame, and every third."""
    dice = random.Random(palette)
    encoder = Encoder(palette)
    often, seldom = Page(), Page()
    seen_often = seen_seldom = canvas = None
    for number in range(20):
        canvas = random_canvas(dice, canvas, looks=256)
        texts, seen_often = encoder.encode(canvas, seen_often)
        for text in texts:
            often.take(text)
        assert (often.rows, often.cursor, often.is_whole) == (as_shown(canvas, palette), canvas.cursor, True)
        assert often.fields == list(canvas.fields)
        if number % 3 == 0:
            texts, seen_seldom = encoder.encode(canvas, seen_seldom, e=number + 1)
            for text in texts:
                seldom.take(text)
            assert seldom.rows == often.rows
            assert seldom.echo == number + 1


def test_the_largest_window_is_sent_in_parts() -> None:
    """Each of them fits, and only the last one does not say that more follows."""
    canvas = Canvas(500, 200)
    for y in range(200):
        for x in range(500):
            canvas.write(x, y, "─", Style(((x + y) % 256, y, 128), bold=bool(x % 2)))
    page = Page()
    texts, _ = Encoder().encode(canvas, None)
    wholes = []
    for text in texts:
        page.take(text)
        wholes.append(page.is_whole)
    assert wholes == [False] * (len(texts) - 1) + [True]
    assert page.rows == as_shown(canvas)


def test_looks_begin_again_before_there_are_too_many() -> None:
    """A viewer that was a frame behind then gets the whole screen, and right colours."""
    encoder, page = Encoder(), Page()
    seen = None
    most = 0
    for number in range(4 * MOST_LOOKS // 200):
        canvas = Canvas(100, 2)
        for x in range(200):
            canvas.write(x % 100, x // 100, "x", Style((number % 256, x, number // 256 + 100)))
        canvas.exact = True
        texts, seen = encoder.encode(canvas, seen)
        for text in texts:
            page.take(text)
        most = max(most, len(page.looks))
        assert page.rows == as_shown(canvas)
    assert MOST_LOOKS < most <= MOST_LOOKS + 200


def test_nothing_is_sent_for_the_same_frame() -> None:
    """Except the number of a key that it answers."""
    canvas = Canvas(20, 5)
    encoder = Encoder()
    _, seen = encoder.encode(canvas, None)
    assert encoder.encode(canvas, seen)[0] == []
    assert encoder.encode(canvas, seen, e=7)[0] == ['{"e":7}']
