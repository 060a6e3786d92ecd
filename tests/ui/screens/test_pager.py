"""Text in lines, more of it than fits; the message history is one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roguelike.cells.canvas import Canvas
from roguelike.cells.input import Button, Mouse
from roguelike.engine.scenario import draw
from roguelike.narration.message import Message, Span
from roguelike.narration.message_log import LEFT_OUT, wrap
from roguelike.play.perspective import Perspective
from roguelike.play.views.history import HistoryPage
from roguelike.play.views.page import Page
from roguelike.play.views.view import Close
from roguelike.ui.screens.screen import screen_of

if TYPE_CHECKING:
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.narration.message_log import Line

KEYS = [key for action in Page.ACTIONS for key in action.keys]


class Numbers(Page):
    """A page of numbered lines."""

    title = "Numbers"

    def __init__(self, count: int) -> None:
        super().__init__()
        self._lines = [(Span(f"line {number}"),) for number in range(1, count + 1)]

    def lines(self, width: int) -> list[Line]:
        """Return them."""
        assert width > 0
        return list(self._lines)


def page(screen: Page, height: int = 12, width: int = 40) -> list[str]:
    """Return the lines that are shown."""
    canvas = Canvas(width, height)
    screen_of(screen).draw(canvas)
    return [line.strip("│ ") for line in canvas.text().split("\n")[1:-1] if line.strip("│ ")]


def seen(screen: Page) -> tuple[int, int]:
    """Return the numbers of the first and the last line that are shown."""
    lines = page(screen)
    return int(lines[0].split()[1]), int(lines[-1].split()[1])


@pytest.mark.parametrize(
    ("key", "first"),
    [
        ("down", 12),
        ("j", 12),
        ("up", 10),
        ("k", 10),
        ("page_down", 21),
        (" ", 21),
        ("page_up", 1),
        ("b", 1),
        ("home", 1),
        ("g", 1),
        ("end", 41),
        ("G", 41),
    ],
)
def test_keys_scroll_by_lines_and_pages_and_to_the_ends(key: str, first: int) -> None:
    """Keys of pagers and cursor keys both scroll."""
    screen = Numbers(50)
    page(screen)
    screen.on_key("page_down")
    assert (11, 20) == seen(screen)
    screen.on_key(key)

    assert (first, first + 9) == seen(screen)


def test_the_wheel_scrolls_and_a_right_click_closes() -> None:
    """Three lines a notch."""
    screen = Numbers(50)
    page(screen)
    shown = screen_of(screen)
    shown.on_mouse(Mouse(Button.WHEEL_DOWN, 0, 0))
    assert (4, 13) == seen(screen)
    shown.on_mouse(Mouse(Button.WHEEL_UP, 0, 0))
    assert (1, 10) == seen(screen)

    assert Close() == shown.on_mouse(Mouse(Button.RIGHT, 0, 0))
    assert shown.on_mouse(Mouse(Button.LEFT, 0, 0)) is None


@pytest.mark.parametrize("key", ["escape", "q", "enter"])
def test_it_closes(key: str) -> None:
    """Every key that players try closes it."""
    assert Close() == Numbers(5).on_key(key)


def test_the_frame_shows_the_visible_range() -> None:
    """Only where there is more than fits."""
    canvas = Canvas(40, 12)
    screen_of(Numbers(50)).draw(canvas)
    assert " 1-10 of 50 " in canvas.text().split("\n")[-1]
    canvas = Canvas(40, 12)
    screen_of(Numbers(10)).draw(canvas)

    assert "of" not in canvas.text().split("\n")[-1]


@given(st.integers(0, 30), st.lists(st.sampled_from(KEYS), max_size=20), st.integers(3, 14))
def test_no_scrolling_leaves_the_text(count: int, keys: list[str], height: int) -> None:
    """A page is always as full as possible, after any keys and sizes."""
    screen = Numbers(count)
    for number, key in enumerate(keys):
        shown = page(screen, height if number % 2 else 14)
        assert min(count, (height if number % 2 else 14) - 2) == len(shown)
        screen.on_key(key)

    assert min(count, height - 2) == len(page(screen, height))


def test_the_history_begins_at_the_newest_and_is_complete(fixture_rules: RuleSet) -> None:
    """Wrapped to the width, oldest first, in the colours of the log."""
    perspective = Perspective(draw("@", fixture_rules))
    perspective.log.add(LEFT_OUT)
    for number in range(1, 30):
        perspective.log.add(Message((Span("line "), Span(str(number), (0, 187, 0), bold=True))))
    screen = HistoryPage(perspective)

    assert (20, 29) == seen(screen)
    screen.on_key("home")
    assert ["...", "line 1"] == page(screen)[:2]
    canvas = Canvas(40, 12)
    screen_of(screen).draw(canvas)
    assert (0, 187, 0) == canvas.rows[2][10].style.foreground


def test_the_history_numbers_the_turns(fixture_rules: RuleSet) -> None:
    """Once each, before the first message of the turn; the opening stands before the first one."""
    perspective = Perspective(draw("@", fixture_rules))
    for turn, text in [(0, "Kill all."), (9, "You hit."), (9, "The orc misses you."), (10, "You kill the orc!")]:
        perspective.log.turn = turn
        perspective.log.add(Message((Span(text),)))

    expected = ["T0  Kill all.", "T9  You hit.", "The orc misses", "you.", "T10 You kill the", "orc!"]
    assert expected == page(HistoryPage(perspective), width=24)


def test_an_empty_history_is_an_empty_page(fixture_rules: RuleSet) -> None:
    """No key fails without messages."""
    screen = HistoryPage(Perspective(draw("@", fixture_rules)))
    for key in KEYS:
        screen.on_key(key)

        assert [] == page(screen)


@pytest.mark.parametrize(
    ("size", "count", "box"),
    [((80, 24), 3, (0, 0, 80, 24)), ((132, 43), 3, (26, 19, 80, 5)), ((132, 43), 60, (26, 0, 80, 43))],
)
def test_on_a_large_screen_the_frame_is_as_large_as_the_text(
    size: tuple[int, int], count: int, box: tuple[int, int, int, int]
) -> None:
    """It is centred, over the screen beneath."""
    canvas = Canvas(*size)
    canvas.write(0, size[1] // 2, "beneath")
    screen_of(Numbers(count)).draw(canvas)
    rows = canvas.text().split("\n")
    x, y, width, height = box

    assert ["┌┤Numbers├", "┐"] == [rows[y][x : x + 10], rows[y][x + width - 1]]
    assert ["└", "┘"] == [rows[y + height - 1][x], rows[y + height - 1][x + width - 1]]
    assert ("beneath" in canvas.text()) is (x > 0)


def test_a_page_has_longer_lines_where_it_has_too_many() -> None:
    """Lines of 132 columns are long enough, unless the text would have to scroll."""

    class Words(Numbers):
        def lines(self, width: int) -> list[Line]:
            return wrap((Span("word " * self._count),), width)

        def __init__(self, count: int) -> None:
            super().__init__(0)
            self._count = count

    assert [124, 194] == [len(page(Words(count), 60, 200)[1]) for count in (25 * 30, 39 * 58)]
