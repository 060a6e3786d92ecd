"""The inventory as the game's own rules have it: one menu, and all that can be done with a row of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roguelike.cells.input import Button, Mouse
from roguelike.engine.commands import Drop, Use
from roguelike.engine.geometry import Point
from tests.watching import Ahead, FakeLibrary, spot, watch

if TYPE_CHECKING:
    from collections.abc import Callable

    from roguelike.engine.game import Game

CARRIED = ["fireball scroll", "health potion", "health potion", "pebble", "health potion"]
TARGET = {(16, 10): "T"}


def rows(text: str) -> list[str]:
    """Return the rows of the menu on a screen, from its frame to the line below them."""
    lines = text.splitlines()
    top = next(number for number, line in enumerate(lines) if "┌" in line)
    left, right = lines[top].index("┌"), lines[top].index("┐")
    inside = [line[left + 1 : right].rstrip() for line in lines[top + 1 :]]
    return inside[: next(number for number, line in enumerate(inside) if line.startswith("─"))]


def carried(game: Game) -> list[str]:
    """Return the names of the carried items."""
    return [item.kind.name for item in game.world.player.inventory.slots if item is not None]


def test_equal_items_share_a_row_and_no_row_is_empty(begin: Callable[..., Game]) -> None:
    """In the order of their letters, which is that of the rule set."""
    text = watch(begin(inventory=CARRIED), "i").last.text()

    assert ["> a) 3 health potions", "  b) fireball scroll", "  e) pebble"] == rows(text)


def test_a_letter_stays_with_its_kind(begin: Callable[..., Game]) -> None:
    """A freed letter is not reused: the same keys never use another item."""
    game = begin(inventory=CARRIED, hit_points=1)
    watched = watch(game, "d", "b", "l", "d", "e", "i", "a", "u", "i")

    assert ["> a) 2 health potions"] == rows(watched.last.text())
    assert 6 == game.world.player.hit_points


def test_the_heading_shows_the_used_slots(begin: Callable[..., Game]) -> None:
    """A stack takes one row but several slots, so rows do not show that the pack is full."""
    assert "┌┤Inventory 5/10├" in watch(begin(inventory=CARRIED), "i").last.text()
    assert "┌┤Inventory 10/10├" in watch(begin(inventory=CARRIED * 2), "i").last.text()


@pytest.mark.parametrize("opener", ["i", "d"])
def test_a_letter_of_no_item_is_said_to_be_unknown(begin: Callable[..., Game], opener: str) -> None:
    """Whether the item was to be dropped or used."""
    assert "Unknown key: z" in watch(begin(inventory=["pebble"]), opener, "z").last.text()


def test_an_empty_pack_says_so(begin: Callable[..., Game]) -> None:
    """And Enter does nothing there."""
    watched = watch(begin(), "i", "enter")

    assert [">    nothing carried"] == rows(watched.last.text())


def test_the_highlighted_row_is_described_and_the_box_stays_where_it_is(begin: Callable[..., Game]) -> None:
    """Nothing jumps while one looks through the list."""
    watched = watch(begin(inventory=CARRIED), "i", "down", "up")
    shown = ["Gives up to 5 hit points back." in canvas.text() for canvas in watched.after[1:]]

    assert [True, False, True] == shown
    assert 1 == len({spot(canvas, "┌┤Inventory ") for canvas in watched.after[1:]})


@pytest.mark.parametrize("keys", ["iau", ["i", "a", "enter"], ["i", "enter", "enter"]], ids=str)
def test_a_letter_and_another_key_use_an_item_at_any_typing_speed(begin: Callable[..., Game], keys: list[str]) -> None:
    """One item of the stack, and the game goes on."""
    game = begin(inventory=CARRIED, hit_points=10)
    watched = watch(game, Ahead(keys))

    assert 15 == game.world.player.hit_points
    assert 2 == carried(game).count("health potion")
    assert "┌" not in watched.last.text()


@pytest.mark.parametrize("keys", ["da", ["d", "enter"], "iad"], ids=str)
def test_dropping_takes_one_of_a_stack(begin: Callable[..., Game], keys: list[str]) -> None:
    """By its own key, or as an action of the item."""
    library = FakeLibrary(lambda: begin(inventory=CARRIED))
    watched = watch(library.make(), *keys, library=library)

    assert [Drop(1)] == library.plays[0].written
    assert "You drop the health potion." in watched.last.text()


def test_an_unusable_item_offers_no_use(begin: Callable[..., Game]) -> None:
    """A pebble can be looked at and laid down; it is not thrown, for these rules throw nothing."""
    text = watch(begin(inventory=CARRIED), "i", "e").last.text()

    assert ["> x) Examine", "  d) Drop", "  n) Never pick up pebbles"] == rows(text)


def test_the_actions_show_the_effects_of_using_the_item_now(begin: Callable[..., Game]) -> None:
    """For items without an aim."""
    healthy = watch(begin(inventory=CARRIED), "i", "a").last.text()
    hurt = watch(begin(inventory=CARRIED, hit_points=18), "i", "a").last.text()

    assert "Now: full health" in healthy
    assert "Now: you: +2 HP" in hurt


def test_examining_shows_all_facts_and_leads_back(begin: Callable[..., Game]) -> None:
    """No turn passes."""
    game = begin(inventory=CARRIED)
    watched = watch(game, "i", "a", "x", "escape", "escape", "escape")
    texts = watched.texts()

    assert "Health potion" in texts[3]
    assert "You carry 3." in texts[3]
    assert ["a) 3 health potions├" in text for text in texts[2:5]] == [True, False, True]
    assert "┤Inventory " in texts[5]
    assert texts[0] == texts[6]
    assert 0 == game.world.turn


def test_a_refusal_keeps_the_actions_open(begin: Callable[..., Game]) -> None:
    """The reason is in the log."""
    text = watch(begin(inventory=CARRIED), "i", "a", "u").last.text()

    assert "You are already at full health." in text
    assert "u) Use" in text


def test_an_aimed_thing_goes_on_to_the_aim(begin: Callable[..., Game]) -> None:
    """Four keys from the map to the fire."""
    library = FakeLibrary(lambda: begin(TARGET, CARRIED))
    watched = watch(library.make(), Ahead(["i", "b", "enter", "enter"]), library=library)

    assert [Use(0, Point(16, 10))] == library.plays[0].written
    assert "You launch a fireball." in watched.last.text()


def test_two_clicks_use_an_item(begin: Callable[..., Game]) -> None:
    """One on its row, one on the action."""
    game = begin(inventory=CARRIED, hit_points=10)
    first = spot(watch(begin(inventory=CARRIED), "i").last, "a) ")
    second = spot(watch(begin(inventory=CARRIED), "i", "a").last, "u) ")
    watch(game, "i", Mouse(Button.LEFT, *first), Mouse(Button.MOVE, 0, 0), Mouse(Button.LEFT, *second))

    assert 15 == game.world.player.hit_points


def test_a_double_click_opens_the_actions_and_chooses_none(begin: Callable[..., Game]) -> None:
    """The second click could hit "Drop", which may be at the place of the row."""
    game = begin(inventory=CARRIED, hit_points=10)
    press = Mouse(Button.LEFT, *spot(watch(begin(inventory=CARRIED), "i").last, "a) "))
    watched = watch(game, "i", press, press)

    assert "u) Use" in watched.last.text()
    assert 10 == game.world.player.hit_points


def test_all_of_it_has_room_on_the_smallest_screen(begin: Callable[..., Game]) -> None:
    """The rows come first, then the description."""
    game = begin(inventory=[*CARRIED, "lightning scroll", "confusion scroll"])
    watched = watch(game, "i", "a", size=(40, 15))

    assert 5 == len(rows(watched.after[1].text()))
    assert "Gives up to 5 hit points back." in watched.after[1].text()
    assert "└" in watched.after[2].text()
