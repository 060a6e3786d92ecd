"""Playing: the effects of each key and the mouse."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roguelike.cells.color import grey
from roguelike.cells.input import Button, Mouse
from roguelike.content.loader import load_ruleset
from roguelike.engine.game import new_game
from roguelike.engine.geometry import Point
from roguelike.settings.presets import STANDARD
from tests.watching import cells, spot, watch

if TYPE_CHECKING:
    from collections.abc import Callable

    from roguelike.engine.game import Game


def test_everything_is_in_its_place(begin: Callable[..., Game]) -> None:
    """Map at the top left, panel at its right, log below."""
    canvas = watch(begin({(14, 10): "T"}), "k").last

    assert (10, 9) == spot(canvas, "@")
    assert "T" == canvas.rows[10][14].char
    assert 0 == spot(canvas, "20/20")[1]
    assert 61 <= spot(canvas, "Enemies left: 1")[0]
    assert (2, 20) == spot(watch(begin(), "g").last, "There is nothing here")


@pytest.mark.parametrize("key", STANDARD.directions)
def test_every_direction_key_moves(begin: Callable[..., Game], key: str) -> None:
    """A step a key, one turn each."""
    game = begin()
    watch(game, key)

    assert Point(10, 10).step(STANDARD.directions[key]) == game.world.player.at
    assert 1 == game.world.turn


def test_walking_into_an_enemy_attacks(begin: Callable[..., Game]) -> None:
    """The same keys as for a step."""
    game = begin({(11, 10): "T"})
    canvas = watch(game, "l").last

    assert (2, 20) == spot(canvas, "You hit the troll for 1.")
    assert Point(10, 10) == game.world.player.at


def test_a_click_attacks_only_adjacent_enemies(begin: Callable[..., Game]) -> None:
    """Also diagonally; a click on a distant enemy takes no step."""
    game = begin({(11, 9): "T"})
    watched = watch(game, Mouse(Button.LEFT, 11, 9))

    assert (2, 20) == spot(watched.last, "You hit the troll for 1.")
    assert 1 == game.world.turn
    afar = begin({(13, 10): "T"})
    assert "Not with a troll in view: Tab attacks." in watch(afar, Mouse(Button.LEFT, 13, 10)).last.text()
    assert 0 == afar.world.turn


@pytest.mark.parametrize("key", [".", "5", "center", " "])
def test_waiting_takes_a_turn(begin: Callable[..., Game], key: str) -> None:
    """Also on the numpad's middle, with its number lock or without."""
    game = begin()
    watch(game, key)

    assert 1 == game.world.turn
    assert Point(10, 10) == game.world.player.at


@pytest.mark.parametrize("key", ["g", ","])
def test_getting_takes_the_items_underfoot(begin: Callable[..., Game], key: str) -> None:
    """Both of the keys that players try."""
    game = begin({(11, 10): "!"})
    watch(game, "l", key)

    assert "health potion" == game.world.player.inventory.slots[0].kind.name  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("key", "shown"),
    [("i", "┤Inventory "), ("d", "┤Drop which item?├"), ("x", "EXAMINE"), ("m", "┤Messages├"), ("Q", "Quit?")],
)
def test_a_key_opens_its_screen_and_takes_no_turn(begin: Callable[..., Game], key: str, shown: str) -> None:
    """Looking is free; Escape comes back."""
    game = begin()
    before = game.digest()
    watched = watch(game, key, "escape")

    assert shown in watched.after[1].text()
    assert watched.after[0].text() == watched.after[2].text()
    assert before == game.digest()


@pytest.mark.parametrize(("key", "name"), [("z", "z"), ("f5", "F5")])
def test_a_key_that_means_nothing_is_answered(begin: Callable[..., Game], key: str, name: str) -> None:
    """No turn, but a word on where to look."""
    game = begin()
    before = game.digest()

    assert f"Unknown key: {name}. Press ? for help." in watch(game, key).last.text()
    assert before == game.digest()


def test_enter_once_too_often_is_silent(begin: Callable[..., Game]) -> None:
    """Its first press confirmed a question; nothing is left to confirm."""
    watched = watch(begin(), "enter")

    assert watched.after[0].text() == watched.last.text()


def test_a_capital_is_another_key(begin: Callable[..., Game]) -> None:
    """`q` must not ask to quit."""
    assert "Quit?" not in watch(begin(), "q").last.text()


def test_leaving_asks_first(begin: Callable[..., Game]) -> None:
    """One key must not end a session, though nothing would be lost; a second one does."""
    assert watch(begin(), "Q", "up", "enter", "Q", "escape", "Q").hung_up
    assert not watch(begin(), "Q", "enter").hung_up


def test_the_mouse_examines_the_cell_under_it(begin: Callable[..., Game]) -> None:
    """The cell lights up and the panel describes it, without a key and without a turn."""
    game = begin({(14, 10): "T"})
    before = game.digest()
    canvas = watch(game, Mouse(Button.MOVE, 14, 10)).last

    assert (127, 127, 158) == canvas.rows[10][14].style.background
    assert (14, 10) == canvas.cursor
    assert 5 == spot(canvas, "  troll")[1]
    assert before == game.digest()


def test_the_mouse_beside_the_map_points_at_nothing(begin: Callable[..., Game]) -> None:
    """Moving on to the panel takes the cursor away."""
    watched = watch(begin(), Mouse(Button.MOVE, 14, 10), Mouse(Button.MOVE, 70, 10))

    assert watched.after[1].cursor is not None
    assert spot(watched.after[2], "@") == watched.after[2].cursor
    assert watched.after[0].rows == watched.after[2].rows


@pytest.mark.parametrize("key", ["l", ".", "z"])
def test_a_key_clears_the_mouses_cursor(begin: Callable[..., Game], key: str) -> None:
    """The player looks elsewhere now."""
    watched = watch(begin(), Mouse(Button.MOVE, 14, 12), key)

    assert watched.after[1].cursor == (14, 12)
    assert spot(watched.after[2], "@") == watched.after[2].cursor


@pytest.mark.parametrize("key", ["i", "d", "m", "?", "Q"])
def test_the_cursor_stays_while_another_screen_is_open(begin: Callable[..., Game], key: str) -> None:
    """It is where the mouse still is when the screen closes."""
    watched = watch(begin(), Mouse(Button.MOVE, 14, 12), key, "escape")

    assert (14, 12) == watched.last.cursor


def test_the_wheel_and_other_buttons_do_nothing(begin: Callable[..., Game]) -> None:
    """The wheel must not lose a game; the right button, which opens a menu, does nothing outside the map."""
    game = begin()
    others = [Mouse(button, 14, 12) for button in (Button.WHEEL_UP, Button.WHEEL_DOWN, Button.MIDDLE)]
    others.append(Mouse(Button.RIGHT, 70, 12))
    watched = watch(game, *others)

    assert all(watched.after[0].rows == canvas.rows for canvas in watched.after)
    assert 0 == game.world.turn


def test_new_messages_that_do_not_fit_are_counted_until_the_next_key(begin: Callable[..., Game]) -> None:
    """At 40x15 the log has four rows; a turn with two hits and four new enemies has more messages."""
    game = begin({(11, 10): "o", (14, 10): "T", (14, 12): "m", (10, 14): "s"})
    game.world.in_view = frozenset()
    watched = watch(game, ".", 1.0, "z", size=(40, 15))

    assert "more above: m]" in watched.after[2].text()
    assert "more above" not in watched.after[3].text()


def test_messages_stay_until_there_are_new_ones(begin: Callable[..., Game]) -> None:
    """The log is no flash: the last four lines are always there."""
    watched = watch(begin(), "g", "z", "z")

    assert "There is nothing here" in watched.last.text()


def test_a_level_larger_than_the_screen_scrolls_with_the_player(begin: Callable[..., Game]) -> None:
    """At 40x15 the map shows 20x11 of it, and always the player."""
    game = begin()
    watched = watch(game, *"l" * 45, *"j" * 8, size=(40, 15))

    for canvas in watched.after:
        x, y = spot(canvas, "@")
        assert x < 20
        assert y < 11
        assert grey(255) == cells(canvas, x, y)[0].style.foreground


def test_the_terminals_cursor_rests_on_the_player(begin: Callable[..., Game]) -> None:
    """Screen readers and magnifiers follow it, and eyes find it in a crowd."""
    watched = watch(begin(), "l", "l")

    assert spot(watched.last, "@") == watched.last.cursor


@pytest.mark.parametrize(
    ("rules", "opener"), [*(("ember", key) for key in ("", *"ix?#Qt")), ("classic", ""), ("tcod", "x")]
)
def test_a_letter_of_another_alphabet_gets_a_hint_at_the_layout(rules: str, opener: str) -> None:
    """Otherwise a Cyrillic keyboard gets no response."""
    text = watch(new_game(load_ruleset(rules), 3), *opener, "ж").last.text()

    assert "Switch the keyboard to a Latin layout." in text
