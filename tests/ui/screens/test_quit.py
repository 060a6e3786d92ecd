"""The quit menus of a game."""

from __future__ import annotations

import string
from typing import TYPE_CHECKING

import pytest

from roguelike.cells.canvas import Canvas, Rect
from roguelike.cells.input import Button, Mouse
from roguelike.play.perspective import Perspective
from roguelike.play.requests import Leave, ToTitle
from roguelike.play.views.menu import Menu
from roguelike.play.views.playing import Playing
from roguelike.play.views.quit import EscapeMenu, QuitMenu
from roguelike.play.views.view import Close, Open
from roguelike.ui.screens.screen import screen_of
from tests.watching import spot, watch

if TYPE_CHECKING:
    from collections.abc import Callable

    from roguelike.engine.game import Game


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        (["enter"], Leave()),
        (["down", "enter"], ToTitle()),
        (["up", "enter"], Close()),
        (["escape"], Close()),
    ],
    ids=str,
)
def test_there_are_two_ways_out_and_one_back(keys: list[str], expected: object) -> None:
    """To the shell, to the title, or back into the game."""
    menu = QuitMenu()

    assert expected == [menu.on_key(key) for key in keys][-1]


def test_no_key_of_the_game_is_an_answer() -> None:
    """Escape opens it, often by accident; further keys must not leave the game, not even a second `Q`."""
    keys = [*string.printable.strip(), " ", "tab", "up", "shift_up", "home", "center"]

    assert [None] * len(keys) == [QuitMenu().on_key(key) for key in keys]


def test_escape_opens_a_menu_that_begins_with_returning(begin: Callable[..., Game]) -> None:
    """New players, and players on phones, expect help, options and quitting there."""
    shown = watch(begin(), *["escape", "enter"], *["escape", "down", "down", "enter"]).texts()
    rows = ["Keep playing", "Actions...", "Help: keys", "Options", "Save and quit", "Save and return to title"]
    menu = EscapeMenu(Playing(Perspective(begin())), QuitMenu())

    assert rows == [row.name for row in menu.rows()]
    assert ["Game menu" in text for text in shown[1:]] == [True, False, True, True, True, False]
    assert "┤Help├" in shown[-1]
    assert [None] * 3 == [menu.on_key(key) for key in "qh "]


def test_a_guest_reads_that_the_game_ends(begin: Callable[..., Game]) -> None:
    """It cannot be continued in another session; from the title it can."""
    perspective = Perspective(begin())
    perspective.ends_with_session = True
    opened = [Playing(perspective).on_key(key) for key in ("Q", "escape")]
    rows = [
        [row.name for row in each.view.rows()]
        for each in opened
        if isinstance(each, Open) and isinstance(each.view, Menu)
    ]

    assert ["End the game and quit", "Return to title", "Keep playing"] == rows[0]
    assert ["Keep playing", "Actions...", "Help: keys", "Options", "End the game and quit", "Return to title"] == rows[
        1
    ]


def test_any_other_key_is_said_to_be_unknown(begin: Callable[..., Game]) -> None:
    """Until the next key; a menu that does nothing looks as if the program hung."""
    told = ["Unknown key: z" in text for text in watch(begin(), "Q", "z", "down").texts()]

    assert [False, True, False] == told[-3:]


def test_it_says_that_the_game_is_saved(begin: Callable[..., Game]) -> None:
    """Players of other games fear this key."""
    assert "Quit? The game is saved." in watch(begin(), "Q").last.text()


def test_the_mouse_chooses() -> None:
    """A click on a row chooses it, a right click beside the rows goes back, and other clicks do nothing."""
    menu, canvas = screen_of(QuitMenu()), Canvas(80, 24)
    menu.draw(canvas)
    x, y = spot(canvas, "Save and return")

    assert ToTitle() == menu.on_mouse(Mouse(Button.LEFT, x, y))
    assert menu.on_mouse(Mouse(Button.LEFT, 0, 0)) is None
    assert Close() == menu.on_mouse(Mouse(Button.RIGHT, 0, 0))


def test_it_stands_in_the_middle_over_the_game(begin: Callable[..., Game]) -> None:
    """The game shows through, with half its light."""
    before, after = watch(begin(), "Q").after
    box = Rect(0, 0, 80, 24).centered(31, 5)

    assert ("┌", "└") == (after.rows[box.y][box.x].char, after.rows[box.y + 4][box.x].char)
    assert (box.x + 1, box.y + 1) == after.cursor
    assert "@" == before.rows[10][10].char
    assert (127, 127, 127) == after.rows[10][10].style.foreground
