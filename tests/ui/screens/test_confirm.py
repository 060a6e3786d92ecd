"""A question before something that cannot be taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roguelike.ui.canvas import Canvas, Rect
from roguelike.ui.input import Button, Mouse
from roguelike.ui.screens.confirm import ConfirmScreen
from roguelike.ui.screens.screen import Leave, Pop
from tests.watching import spot, watch

if TYPE_CHECKING:
    from collections.abc import Callable

    from roguelike.engine.game import Game


@pytest.mark.parametrize("key", ["y", "Y"])
def test_only_yes_gives_the_answer(key: str) -> None:
    """With a caps lock or without."""
    assert Leave() == ConfirmScreen("Quit?", Leave()).on_key(key)


@pytest.mark.parametrize("key", ["n", "N", "escape"])
def test_no_goes_back(key: str) -> None:
    """Nothing happens."""
    assert Pop() == ConfirmScreen("Quit?", Leave()).on_key(key)


@pytest.mark.parametrize("key", ["enter", " ", "q", "z", "up"])
def test_no_other_key_is_an_answer(key: str) -> None:
    """A key pressed in a hurry must not end a game."""
    assert Leave() != ConfirmScreen("Quit?", Leave()).on_key(key)


def test_the_mouse_is_no_answer() -> None:
    """Nor is a stray click."""
    assert Leave() != ConfirmScreen("Quit?", Leave()).on_mouse(Mouse(Button.LEFT, 1, 1))


def test_it_stands_in_the_middle_over_the_game(begin: Callable[..., Game]) -> None:
    """The game shows through, with half its light."""
    before, after = watch(begin(), "Q").after
    box = Rect(0, 0, 80, 24).centered(33, 4)

    assert "┌" == after.rows[box.y][box.x].char
    assert (box.x + 2, box.y + 1) == spot(after, "Quit? This game will be lost.")
    assert (box.x + 2, box.y + 2) == spot(after, "y) yes   n) no") == after.cursor
    assert "@" == before.rows[10][10].char
    assert (127, 127, 127) == after.rows[10][10].style.foreground


def test_a_short_question_has_room_for_the_answers() -> None:
    """The box is as wide as the wider of the two."""
    canvas = Canvas(40, 15)
    ConfirmScreen("?", Leave()).draw(canvas)

    assert "│ y) yes   n) no │" in canvas.text()
