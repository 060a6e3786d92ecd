"""Pages in Chromium: games by keys and by touch, and what is on the canvas."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.serve.web.chromium import PHONE, Window, Windows, chromium, needs_chromium

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

    from tests.serving import Served

pytestmark = [needs_chromium, pytest.mark.slow]
REVERSE = 4
GUEST = "/play?guest#play"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Yield Chromium, which the tests share."""
    with chromium() as browser:
        yield browser


@pytest.fixture
def windows(browser: Browser, server: Served) -> Windows:
    """Return a maker of windows on a server on which nobody plays."""
    return Windows(browser, server)


def begin(window: Window) -> None:
    """Begin a game of Ember with the first kit."""
    window.wait_for("Play Ember")
    window.press(re.findall(r"(\w)\) Play Ember", window.text)[0])
    window.wait_for("Start as")
    window.press("Enter")
    window.wait_for("HP 40/40")


def turn_of(window: Window) -> int:
    """Return the turn that the panel shows; -1 without one."""
    found = re.search(r"(?:T|Turn )(\d+)$", window.text.split("\n")[0])
    return int(found[1]) if found else -1


def test_a_guest_plays_by_keys(windows: Windows) -> None:
    """The canvas has the text of the server, and each cell its colours; a new size of the window is one of the game."""
    with windows.open(GUEST) as window:
        begin(window)
        assert (len(window.sent.rows[0]) >= 80, len(window.sent.rows) >= 24) == (True, True)
        for turn in range(1, 4):
            window.press(".")
            assert turn_of(window) == turn
        window.press("i")
        assert "dagger" in window.text
        window.press("Escape")
        compare_colors(window)
        window.page.set_viewport_size({"width": 900, "height": 500})
        window.wait_until(lambda: len(window.sent.rows[0]) < 100 and "HP" in window.text, "smaller screen")
        window.settle()


def test_a_phone_has_fewer_cells_in_a_readable_font(windows: Windows) -> None:
    """And the game is played on it."""
    with windows.open(GUEST, PHONE, has_touch=True, is_mobile=True, device_scale_factor=3) as window:
        begin(window)
        assert 40 <= len(window.sent.rows[0]) < 60


def compare_colors(window: Window) -> None:
    """Compare each cell's pixels with the colours of the server: blocks of one, and of others background and glyph."""
    wrong = []
    for y, row in enumerate(window.painted()):
        for x, (corner, colors) in enumerate(row):
            char, front, back, flags = window.sent.rows[y][x]
            if (x, y) == window.sent.cursor:
                continue
            if flags & REVERSE:
                front, back = back, front
            expected = front if char == "█" else back
            if corner != expected or (char == " " and len(colors) > 1) or (char == "█" and colors != {front}):
                wrong.append((x, y, char, hex(front), hex(back), hex(corner)))
            elif char.isalnum() and front != back and len(colors) == 1:
                wrong.append((x, y, char, hex(front), hex(back), "no glyph"))
    assert wrong == []
