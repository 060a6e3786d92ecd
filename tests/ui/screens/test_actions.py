"""The list of all actions."""

from __future__ import annotations

import string
from typing import TYPE_CHECKING

from roguelike.content.loader import load_ruleset
from roguelike.engine.scenario import draw
from roguelike.play.perspective import Perspective
from roguelike.play.requests import Automate
from roguelike.play.views.actions import ActionsMenu
from roguelike.play.views.gear import ThrowMenu
from roguelike.play.views.playing import Playing
from roguelike.play.views.view import Close, Open
from tests.watching import watch

if TYPE_CHECKING:
    from roguelike.engine.game import Game


def game() -> Game:
    """Return a game of Ember."""
    return draw("@..", load_ruleset("ember"), inventory=["dart"])


def test_each_action_of_the_game_is_a_row_with_its_key() -> None:
    """Except that of Escape, which opened the list, and those of practice games."""
    playing = Playing(Perspective(game()))
    rows = ActionsMenu(playing).rows()

    assert [each.help.lower() for each in playing.key_help().actions if each.name != "escape"] == [
        row.name.lower() for row in rows
    ]
    assert {*"o<>Zctxm"} <= {row.key for row in rows} <= {*string.printable}
    assert len(rows) == len({row.key for row in rows})


def test_a_row_and_its_key_do_the_same_and_close_the_list() -> None:
    """By Enter, the mouse or the key of the game."""
    menu = ActionsMenu(Playing(Perspective(game())))
    rows = [row.key for row in menu.rows()]

    for answer in (menu.on_key("t"), menu.choose_by_mouse(rows.index("t"))):
        assert isinstance(answer, Close)
        assert isinstance(answer.then, Open)
        assert isinstance(answer.then.view, ThrowMenu)
    explored = menu.on_key("o")
    assert isinstance(explored, Close)
    assert isinstance(explored.then, Automate)


def test_escape_leads_to_the_list_and_back_to_the_game() -> None:
    """After the action, no menu is left open."""
    shown = watch(game, "escape", "down", "enter", "t", "escape", size=(41, 23)).texts()

    assert ["Actions├" in text for text in shown[-4:]] == [False, True, False, False]
    assert "┤Throw" in shown[-2]
    assert "┤" not in shown[-1]
