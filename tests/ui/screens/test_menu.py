"""What all menus share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roguelike.cells.canvas import Canvas
from roguelike.cells.input import Button, Mouse
from roguelike.engine.commands import Wait
from roguelike.play.requests import Submit
from roguelike.play.views.menu import Menu, Row
from roguelike.ui.screens.menu import MenuScreen
from tests.watching import spot

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.play.views.view import Request


class Dishes(Menu):
    """Three dishes."""

    heading = "Dishes"

    def __init__(self) -> None:
        self.chosen: list[int] = []

    def rows(self) -> Sequence[Row]:
        """Return them."""
        return [Row("s", "soup"), Row("f", "fish"), Row("c", "cake")]

    def choose(self, number: int) -> Request:
        """Remember the choice."""
        self.chosen.append(number)
        return Submit(Wait())


def test_the_highlight_wraps_at_both_ends() -> None:
    """Up from the first is the last."""
    menu = Dishes()
    seen = []
    for key in ("up", "down", "down", "down", "down"):
        assert menu.on_key(key) is None
        seen.append(menu.highlight)

    assert [2, 0, 1, 2, 0] == seen


@pytest.mark.parametrize(("key", "number"), [("s", 0), ("f", 1), ("c", 2)])
def test_a_rows_letter_chooses_it_and_leaves_the_highlight(key: str, number: int) -> None:
    """Whatever the letters are."""
    menu = Dishes()

    assert Submit(Wait()) == menu.on_key(key)
    assert [number] == menu.chosen
    assert 0 == menu.highlight


def test_each_menu_has_its_own_highlight() -> None:
    """It must not be shared by all menus of a class."""
    one, other = Dishes(), Dishes()
    one.on_key("down")

    assert (1, 0) == (one.highlight, other.highlight)


def test_the_mouse_before_the_first_drawing_does_nothing() -> None:
    """There is nothing to hit yet."""
    assert MenuScreen(Dishes()).on_mouse(Mouse(Button.LEFT, 3, 3)) is None


def test_a_click_chooses_the_row_that_is_drawn_there() -> None:
    """Also when a low screen has scrolled it."""
    for height in (5, 4, 3, 20):
        menu = Dishes()
        menu.on_key("up")
        canvas = Canvas(20, height)
        screen = MenuScreen(menu)
        screen.draw(canvas)
        y = next(y for y, line in enumerate(canvas.text().split("\n")) if "c) cake" in line)
        x = canvas.text().split("\n")[y].index("c)")

        assert Submit(Wait()) == screen.on_mouse(Mouse(Button.MIDDLE, x, y))
        assert [2] == menu.chosen


def test_an_unknown_key_is_ignored() -> None:
    """The menu stays as it is."""
    menu = Dishes()

    assert menu.on_key("z") is None
    assert [] == menu.chosen


class Numbers(Dishes):
    """More than a low screen shows."""

    def rows(self) -> Sequence[Row]:
        """Return thirty."""
        return [Row("", f"number {number}") for number in range(30)]


def test_an_unknown_key_is_named_on_the_edge_until_the_next_key() -> None:
    """The rows stay where they are, and no key looks as if the program hung."""
    menu, edges = Dishes(), []
    for key in ("down", "z", "down"):
        canvas = Canvas(40, 5)
        menu.on_key(key)
        MenuScreen(menu).draw(canvas)
        edges.append(canvas.text().split("\n")[4].strip())

    assert ["└────────────┘", "└ Unknown key: z ┘", "└────────────┘"] == edges


def test_a_long_list_does_not_scroll_away_under_the_mouse() -> None:
    """The mouse highlights the row beneath it, wherever in the box; keys go on from there."""
    menu, canvas = Numbers(), Canvas(40, 12)
    menu.highlight = 12
    screen = MenuScreen(menu)
    screen.draw(canvas)
    x, top = spot(canvas, "number 7")

    for below in (9, 0, 5, 8, 9):
        screen.on_mouse(Mouse(Button.MOVE, x, top + below))
        canvas = Canvas(40, 12)
        screen.draw(canvas)
        assert (x, top + below) == spot(canvas, f"number {7 + below}")
        assert 7 + below == menu.highlight

    menu.on_key("down")
    screen.draw(canvas)
    assert (x, top + 9) == spot(canvas, "number 17")
