"""The items of the `tcod` rule set: what they are, where they lie, what is done with them (T9-39 to T9-49, P-T9)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Drop, PickUp, Use
from roguelike.engine.events import Dropped, Healed, PickedUp, Reason, Refused
from roguelike.engine.geometry import Point
from roguelike.engine.scenario import draw
from roguelike.engine.state.item import Item
from tests.rulesets.tcod_words import BLUE, COLORS, GREEN, YELLOW, said, told
from tests.watching import cells, spot, watch

if TYPE_CHECKING:
    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet

POTION, FIREBALL, CONFUSION, LIGHTNING = "Healing Potion", "Fireball Scroll", "Confusion Scroll", "Lightning Scroll"


@pytest.fixture(scope="module")
def tcod() -> RuleSet:
    """Return the rule set."""
    return load_ruleset("tcod")


def carried(game: Game) -> list[str]:
    """Return the names of what the player carries."""
    return [item.kind.name for item in game.world.player.inventory.slots if item is not None]


def underfoot(game: Game) -> list[str]:
    """Return the names of what lies where the player stands."""
    return [item.kind.name for item in game.world.level.items_at(game.world.player.at)]


@pytest.mark.parametrize(
    ("name", "figures"), [(POTION, ["4"]), (FIREBALL, ["3", "12"]), (CONFUSION, ["10"]), (LIGHTNING, ["5", "20"])]
)
def test_a_description_tells_the_figures(tcod: RuleSet, name: str, figures: list[str]) -> None:
    """How far, how much, how long: a player can read them by looking at the item."""
    assert figures == re.findall(r"\d+", tcod.items[name].description)


@pytest.mark.rows("T9-42", "T9-46")
@pytest.mark.parametrize(("before", "after"), [(1, 5), (25, 29), (26, 30), (28, 30), (29, 30)])
def test_a_potion_heals_4_up_to_the_most(tcod: RuleSet, before: int, after: int) -> None:
    """In green; it is used up and takes the turn."""
    game = draw("@", tcod, inventory=[POTION], hit_points=before)

    events = game.play(Use(0))

    assert Healed(game.world.player.ref, after - before) == events[0]
    assert after == game.world.player.hit_points
    assert [said("Your wounds start to feel better!", GREEN)] == told(tcod, events)
    assert [] == carried(game)
    assert 1 == game.world.turn


@pytest.mark.rows("T9-46")
def test_in_full_health_a_potion_is_kept(tcod: RuleSet) -> None:
    """In yellow, and no turn passes."""
    game = draw("@", tcod, inventory=[POTION])

    events = game.play(Use(0))

    assert [said("You are already at full health", YELLOW)] == told(tcod, events)
    assert [POTION] == carried(game)
    assert 0 == game.world.turn


@pytest.mark.rows("T9-47")
def test_picking_up_is_told_in_blue_and_takes_a_turn(tcod: RuleSet) -> None:
    """The item leaves the floor."""
    game = draw("@", tcod, inventory=[POTION])
    game.play(Drop(0))

    events = game.play(PickUp())

    assert PickedUp(game.world.player.ref, tcod.items[POTION], 0) == events[0]
    assert [said("You pick up the {Healing Potion}!", BLUE)] == told(tcod, events)
    assert [] == underfoot(game)
    assert 2 == game.world.turn


@pytest.mark.rows("T9-47")
def test_where_nothing_lies_nothing_is_picked_up(tcod: RuleSet) -> None:
    """In yellow, and no turn passes."""
    game = draw("@", tcod)

    assert [said("There is nothing here to pick up.", YELLOW)] == told(tcod, game.play(PickUp()))
    assert 0 == game.world.turn


@pytest.mark.rows("T9-47", "P-T7")
def test_the_inventory_holds_26(tcod: RuleSet) -> None:
    """The 26th goes in, the 27th does not."""
    game = draw("@", tcod, inventory=[LIGHTNING] * 26)
    game.play(Drop(0))
    game.play(PickUp())
    game.world.level.put(Item(tcod.items[POTION]), game.world.player.at)

    events = game.play(PickUp())

    assert 26 == len(carried(game))
    assert [Refused(Reason.INVENTORY_FULL, tcod.items[POTION])] == events
    assert [said("You cannot carry any more, your inventory is full", YELLOW)] == told(tcod, events)
    assert [POTION] == underfoot(game)
    assert 2 == game.world.turn


@pytest.mark.rows("T9-48")
def test_dropping_is_told_in_yellow_takes_a_turn_and_piles_up(tcod: RuleSet) -> None:
    """Any number of items may lie on one cell."""
    game = draw("@", tcod, inventory=[POTION, LIGHTNING, POTION])

    events = game.play(Drop(0))
    game.play(Drop(0))
    game.play(Drop(0))

    assert Dropped(game.world.player.ref, tcod.items[POTION]) == events[0]
    assert [said("You dropped the {Healing Potion}", YELLOW)] == told(tcod, events)
    assert [POTION, LIGHTNING, POTION] == underfoot(game)
    assert 3 == game.world.turn


@pytest.mark.rows("T9-34", "T9-48")
@pytest.mark.parametrize("command", [Use(0), Drop(0)])
def test_taking_an_item_out_closes_the_gap(tcod: RuleSet, command: Use | Drop) -> None:
    """It is a list, and the letters are places in it."""
    game = draw("@", tcod, inventory=[POTION, LIGHTNING, FIREBALL], hit_points=10)

    game.play(command)

    assert [LIGHTNING, FIREBALL] == [item.kind.name for item in game.world.player.inventory.slots[:2] if item]


@pytest.mark.rows("T9-47", "T9-48", "T9-53")
def test_g_i_and_d_get_use_and_drop(tcod: RuleSet) -> None:
    """The keys of the rows."""
    game = draw("\n".join(["." * 20] * 9 + ["@!" + "." * 18] + ["." * 20] * 9), tcod)
    watch(game, "l", "g", "d", "a", "g")

    assert [POTION] == carried(game)
    assert 4 == game.world.turn


@pytest.mark.rows("T9-49")
@pytest.mark.parametrize(("opener", "title"), [("i", "Use Item"), ("d", "Drop Item")])
def test_the_menu_has_a_row_with_a_letter_for_each_item(tcod: RuleSet, opener: str, title: str) -> None:
    """Its title says what a letter does; names are in their colours."""
    rows = "\n".join(["." * 60] * 19 + ["@" + "." * 59] + ["." * 60] * 20)
    canvas = watch(draw(rows, tcod, inventory=[POTION, LIGHTNING]), opener, size=(100, 50)).last

    assert title in canvas.text()
    assert COLORS[POTION] == cells(canvas, *spot(canvas, POTION))[0].style.foreground
    assert spot(canvas, "a) Healing Potion")[1] + 1 == spot(canvas, "b) Lightning Scroll")[1]
    assert "c)" not in canvas.text()


@pytest.mark.rows("T9-49")
def test_an_empty_inventory_says_so(tcod: RuleSet) -> None:
    """In the same menu, with the map dimmed behind."""
    game = draw("\n".join(["." * 30] * 9 + ["@" + "." * 29] + ["." * 30] * 9), tcod)
    watched = watch(game, "i", "a", "enter")
    lit, dim = watched.after[0].rows[9][1].style, watched.last.rows[9][1].style

    assert ["nothing carried" in canvas.text() for canvas in watched.after] == [False, True, True, True]
    assert tuple(part // 2 for part in lit.background) == dim.background
    assert (Point(0, 9), 0) == (game.world.player.at, game.world.turn)


@pytest.mark.rows("N-1")
@pytest.mark.parametrize("name", ["tcod", "roguebasin"])
def test_of_a_pile_the_oldest_item_is_picked_up_first(name: str) -> None:
    """What is dropped goes to the end of the list, and is picked up last (ruling D28)."""
    ruleset = load_ruleset(name)
    first, second, third = list(ruleset.items)[:3]
    game = draw("@.", ruleset, inventory=[first, second, third])
    for _ in range(3):
        game.play(Drop(0))

    game.play(PickUp())
    assert [first] == carried(game)
    game.play(Drop(0))
    for _ in range(3):
        game.play(PickUp())
    assert [second, third, first] == carried(game)
