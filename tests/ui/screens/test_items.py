"""The menus of carried items in source documents."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.cells.canvas import Rect
from roguelike.cells.color import grey, scale
from roguelike.cells.input import Button, Mouse
from tests.fixture_rules import POTION
from tests.watching import cells, spot, watch, words

if TYPE_CHECKING:
    from collections.abc import Callable

    from roguelike.cells.canvas import Canvas
    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet

CARRIED = ["health potion", "fireball scroll", "lightning scroll"]


@pytest.fixture
def begin(begin: Callable[..., Game], fixture_rules: RuleSet) -> Callable[..., Game]:
    """Return a function that begins a game whose screens follow a document."""
    return functools.partial(begin, ruleset=attrs.evolve(fixture_rules, comfort=False))


def names(game: Game) -> list[str | None]:
    """Return the names of the items in the slots."""
    return [item.kind.name if item is not None else None for item in game.world.player.inventory.slots]


def marked(canvas: Canvas) -> str:
    """Return the letter of the highlighted row."""
    x, y = spot(canvas, "│> ")
    return words(canvas, x + 3, y, 1)


def test_a_row_for_every_slot_in_the_middle_of_the_map(begin: Callable[..., Game]) -> None:
    """Rows a to j over the map of 60x20, not over the whole screen."""
    canvas = watch(begin(inventory=CARRIED), "i").last
    box = Rect(0, 0, 60, 20).centered(len("> b) fireball scroll") + 3, 12)

    assert "┌┤Use Item├" == words(canvas, box.x, box.y, 11)
    rows = [words(canvas, box.x + 1, box.y + 1 + row, 21).rstrip() for row in range(10)]
    assert ["> a) health potion", "  b) fireball scroll", "  c) lightning scroll"] == rows[:3]
    assert [f"  {letter}) -" for letter in "defghij"] == rows[3:]
    assert POTION == cells(canvas, box.x + 6, box.y + 1)[0].style.foreground


def test_the_map_is_dimmed_and_the_rest_is_not(begin: Callable[..., Game]) -> None:
    """Every colour of the map is halved; panel and log stay as they were."""
    watched = watch(begin({(14, 15): "T"}), "g", "i")
    before, after = watched.after[1], watched.after[2]

    for y in range(24):
        for x in range(80):
            old, new = before.rows[y][x], after.rows[y][x]
            if x >= 60 or y >= 20:
                assert old == new
            elif not 20 <= x < 40:
                assert scale(old.style.background, 1, 2) == new.style.background
                assert scale(old.style.foreground, 1, 2) == new.style.foreground


@pytest.mark.parametrize("opener", ["i", "d"])
def test_arrows_and_the_wheel_move_the_highlight_and_wrap(begin: Callable[..., Game], opener: str) -> None:
    """The highlight wraps at both ends."""
    wheel = [Mouse(Button.WHEEL_UP, 0, 0), Mouse(Button.WHEEL_DOWN, 0, 0), Mouse(Button.WHEEL_DOWN, 0, 0)]
    watched = watch(begin(), opener, "down", "down", "up", "up", "up", "down", *wheel)

    assert list("abcbajajab") == [marked(canvas) for canvas in watched.after[1:]]


def test_the_highlight_stays_from_one_opening_to_the_next_and_from_use_to_drop(begin: Callable[..., Game]) -> None:
    """It is one highlight for both menus."""
    watched = watch(begin(), "i", "down", "down", "escape", "d", "down", "escape", "i")

    assert "c" == marked(watched.after[5])
    assert "d" == marked(watched.after[8])


@pytest.mark.parametrize("key", ["enter", " "])
def test_enter_and_space_choose_the_highlighted_row(begin: Callable[..., Game], key: str) -> None:
    """The item is used, and the menu closes."""
    game = begin(inventory=CARRIED, hit_points=10)
    watched = watch(game, "i", key)

    assert 15 == game.world.player.hit_points
    assert "┤Use Item├" not in watched.last.text()
    assert [None, *CARRIED[1:]] == names(game)[:3]


def test_a_letter_chooses_without_moving_the_highlight(begin: Callable[..., Game]) -> None:
    """Fast keys do not affect the slow ones."""
    game = begin(inventory=CARRIED)
    watched = watch(game, "d", "c", "d")

    assert [*CARRIED[:2], None] == names(game)[:3]
    assert "a" == marked(watched.last)


def test_dropping_lays_it_underfoot(begin: Callable[..., Game]) -> None:
    """The log reports it."""
    game = begin(inventory=CARRIED)
    canvas = watch(game, "d", "enter").last

    assert "health potion" == game.world.level.items_at(game.world.player.at)[0].kind.name
    assert "You drop the health potion." in canvas.text()


@pytest.mark.parametrize(("opener", "key"), [("i", "a"), ("i", "j"), ("d", "j")])
def test_a_refusal_keeps_the_menu_open(begin: Callable[..., Game], opener: str, key: str) -> None:
    """A potion in full health, an empty slot: the reason is in the log, no turn has passed."""
    game = begin(inventory=CARRIED)
    watched = watch(game, opener, key)

    assert "Item├" in watched.last.text()
    assert ("full health" if key == "a" else "nothing in that slot") in watched.last.text()
    assert 0 == game.world.turn
    assert CARRIED == names(game)[:3]


@pytest.mark.parametrize("opener", ["i", "d"])
@pytest.mark.parametrize("key", ["z", "k", "left", "tab", "1", "A"])
def test_any_other_key_is_ignored(begin: Callable[..., Game], opener: str, key: str) -> None:
    """The menu stays, and nothing happens in the game."""
    game = begin(inventory=CARRIED)
    before = game.digest()
    watched = watch(game, opener, key)

    assert watched.after[1].rows == watched.after[2].rows
    assert before == game.digest()


def test_escape_closes_and_takes_no_turn(begin: Callable[..., Game]) -> None:
    """The screen is as it was before."""
    game = begin(inventory=CARRIED)
    before = game.digest()
    watched = watch(game, "i", "escape", "d", "escape")

    assert watched.after[0].rows == watched.after[2].rows == watched.after[4].rows
    assert before == game.digest()


def test_the_mouse_highlights_a_row_and_any_button_chooses_it(begin: Callable[..., Game]) -> None:
    """Left, middle or right."""
    for button in (Button.LEFT, Button.MIDDLE, Button.RIGHT):
        game = begin(inventory=CARRIED)
        x, y = spot(watch(begin(inventory=CARRIED), "d").last, "c) ")
        watched = watch(game, "d", Mouse(Button.MOVE, x, y), Mouse(button, x, y))

        assert "c" == marked(watched.after[2])
        assert [*CARRIED[:2], None] == names(game)[:3]


def test_the_padding_is_not_clickable_and_a_right_click_there_goes_back(begin: Callable[..., Game]) -> None:
    """The rows end with the widest text."""
    game = begin(inventory=["pebble"])
    x, y = spot(watch(begin(inventory=["pebble"]), "d").last, "a) pebble")
    beside = x + len("a) pebble")
    watched = watch(
        game, "d", Mouse(Button.LEFT, beside, y), Mouse(Button.MOVE, beside, y + 1), Mouse(Button.RIGHT, 0, 0)
    )

    assert "a" == marked(watched.after[2])
    assert "a" == marked(watched.after[3])
    assert watched.after[0].rows == watched.after[4].rows
    assert ["pebble"] == names(game)[:1]


def test_an_aimed_item_opens_the_aim(begin: Callable[..., Game]) -> None:
    """Nothing is used up yet; going back leads to the game, not to the menu."""
    game = begin({(14, 10): "T"}, inventory=CARRIED)
    before = game.digest()
    watched = watch(game, "i", "b", "escape")

    assert "AIM" in watched.after[2].text()
    assert "Item├" not in watched.after[2].text()
    assert watched.after[0].rows == watched.after[3].rows
    assert before == game.digest()


def test_an_unusable_item_is_refused(begin: Callable[..., Game]) -> None:
    """A pebble is only good for being carried."""
    game = begin(inventory=["pebble"])
    watched = watch(game, "i", "a")

    assert "Use Item" in watched.last.text()
    assert ["pebble"] == names(game)[:1]


def test_a_death_by_a_command_of_a_menu_is_shown_immediately(begin: Callable[..., Game]) -> None:
    """The source noticed it only at the next key."""
    game = begin({(11, 10): "o"}, inventory=["pebble"], hit_points=1)
    watched = watch(game, "d", "a")

    assert "died" == game.outcome
    assert "YOU DIED" in watched.last.text()


def test_on_a_small_screen_the_menu_scrolls(begin: Callable[..., Game]) -> None:
    """At 40x15 nine rows have room; the tenth comes with the highlight."""
    watched = watch(begin(), "i", "up", size=(40, 15))

    assert "j" == marked(watched.last)
    assert (
        grey(187)
        == watched.last.rows[spot(watched.last, "> j) -")[1]][spot(watched.last, "> j) -")[0] + 5].style.foreground
    )


def test_the_highlighted_item_is_described_if_empty_slots_are_hidden(
    begin: Callable[..., Game], fixture_rules: RuleSet
) -> None:
    """The ten rows of chargrid's document are all of its menu; elsewhere a description makes it no wider."""
    compact = attrs.evolve(fixture_rules.inventory, shows_empty=False)
    rules = attrs.evolve(fixture_rules, comfort=False, inventory=compact)
    first, second = watch(begin(inventory=CARRIED, ruleset=rules), "i", "down").after[1:]
    ten = watch(begin(inventory=CARRIED), "i").last

    assert [True, False, False] == ["Gives up to 5" in canvas.text() for canvas in (first, second, ten)]
    assert spot(first, "┤Use Item├") == spot(second, "┤Use Item├")
    assert "  c) lightning scroll│" in first.text()
