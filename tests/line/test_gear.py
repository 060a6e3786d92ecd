"""Wearing, throwing and using one item on another, in words."""

from __future__ import annotations

import re

import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Drop, Equip, Slot, ThrowFuel, ThrowItem, Use
from roguelike.engine.geometry import Point
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.rng import PCG32
from roguelike.engine.rules.identity import shuffled
from roguelike.line.prompts import menu_question
from roguelike.play.views.confirm import Confirm
from tests.line.talking import talk
from tests.memory import Memory

EMBER = load_ruleset("ember")
ROOM = """
    ############
    #..........#
    #.@....r...#
    #..........#
    ############
"""


def test_things_are_worn_and_thrown_by_their_names() -> None:
    """Wearable items are worn; a thrown potion is not drunk."""
    place = talk(ROOM, "sword", "potion of healing", "potion of swiftness", rules=EMBER)
    place.say("wear sword")
    place.say("throw e at 3 east")
    place.say("throw dart at rat")
    first, second, third = place.library.plays[0].written

    assert [Equip(3), ThrowItem(4, Point(5, 2))] == [first, second]
    assert isinstance(third, ThrowItem)
    assert 2 == third.slot


@pytest.mark.parametrize(
    ("line", "targets"),
    [
        ("throw dart east", [Point(7, 2)]),  # at the rat
        ("throw dart at east", [Point(7, 2)]),
        ("throw c north-east", [Point(3, 1)]),  # as far as it flies
        ("throw dart 2 west", []),  # a wall asks first
        ("throw dart west", [Point(1, 2)]),
        ("throw 3 3 east 1 south", [Point(5, 3)]),
    ],
)
def test_an_item_is_thrown_in_a_direction(line: str, targets: list[Point]) -> None:
    """At the first creature there, or to a place with a number of steps; the word "at" can be left out."""
    place = talk(ROOM, rules=EMBER)
    place.say(line)
    place.say("cancel")

    assert [ThrowItem(2, at) for at in targets] == place.library.plays[0].written


def test_the_oil_of_the_lamp_is_thrown_in_a_direction() -> None:
    """Without a target it flies to the end of its range."""
    place = talk(ROOM.replace("r", "."), rules=EMBER)
    place.say("throw oil east")

    assert [ThrowFuel(Point(6, 2))] == place.library.plays[0].written


def test_swap_equips_the_other_weapon() -> None:
    """The same as the key of the full screen."""
    place = talk(ROOM, "sword", rules=EMBER)
    place.say("swap", "swap")

    assert [Equip(3), Equip(0)] == place.library.plays[0].written
    assert ["You carry no other weapon."] == talk(ROOM, rules=EMBER).say("swap")


def test_ignore_names_a_kind_that_is_never_picked_up() -> None:
    """Items at hand by words of their names, others by whole names; without a name, the item underfoot."""
    store = Memory()
    place = talk(ROOM, "sword", rules=EMBER, store=store)

    assert ["From now on you leave darts."] == place.say("ignore darts")
    assert ["From now on you leave plate armour."] == place.say("ignore plate armour")
    assert ["From now on you pick up darts."] == place.say("ignore dart")
    assert ["Nothing by that name: 'plate'."] == place.say("ignore plate")
    assert ["There is nothing here that you pick up in passing."] == place.say("ignore")
    assert ("never_pick_up", ["plate armour"]) == store.changed[-1]
    assert ["From now on rats never stop you."] == place.say("ignore rat")
    assert ["From now on orcs never stop you."] == place.say("ignore orc")
    assert ("stops.ignore", ["rat", "orc"]) == store.changed[-1]


def test_the_goal_of_the_game_cannot_be_ignored() -> None:
    """The answer explains it."""
    store = Memory()
    place = talk("#@.!#", rules=EMBER, legend={"!": "Ember"}, store=store)

    assert ["You always pick up the Ember."] == place.say("ignore ember")
    assert [] == store.changed


def test_the_options_list_the_kinds_that_are_never_picked_up() -> None:
    """One is removed at a time; an empty list says how to add one."""
    store = Memory()
    place = talk(ROOM, rules=EMBER, store=store)
    place.say("ignore dart", "ignore mace")

    assert ["Don't pick up: take off which? Type cancel to go back.", "1: dart (a)", "2: mace (b)"] == place.say(
        "options pick"
    )
    assert ["No longer on the list: dart."] == place.say("dart")
    assert ("never_pick_up", ["mace"]) == store.changed[-1]
    assert ["Always ignore: nothing. Type ignore and a name to add a kind."] == place.say("options always")


def test_an_enchantment_is_read_on_a_named_item_or_asks() -> None:
    """Only suitable items are offered, with their gains, as on the full screen."""
    place = talk(ROOM, "scroll of enchantment", "scroll of enchantment", rules=EMBER)
    place.say("read enchantment on armour")
    asked = place.say("read enchantment")
    place.say("1")

    assert "1: dagger (in hand): You hit 94% (now 92%), kill in 1.8 turns (now 2.1) (a)" == asked[1]
    assert asked[2].startswith("2: leather armour +1 (worn): Hits you")
    assert [Use(3, Slot(1)), Use(3, Slot(0))] == place.library.plays[0].written


def test_drink_read_and_zap_ask_for_their_items() -> None:
    """Only items for that verb; "use" offers the whole pack."""
    place = talk(ROOM, "potion of life", "potion of fire", "scroll of mapping", rules=EMBER)

    assert ["Drink what? Type cancel to go back.", "1: potion of life (d)"] == place.say("quaff")[:2]
    place.say("1")
    assert [Use(3)] == place.library.plays[0].written
    assert ["Nothing to zap."] == place.say("zap")
    assert ["Not carried: 'life'."] == place.say("read life")


def test_the_odds_of_unidentified_items_are_listed_before_use() -> None:
    """In the question for an item, and in the inventory."""
    place = talk(ROOM, "potion of healing", rules=EMBER)
    place.game.world.knowledge.appearances = shuffled(EMBER, PCG32(1))
    told = [line for line in place.say("drink") if line.startswith("1: ")]
    place.say("cancel")
    listed = [line for line in place.say("inventory") if "(d)" in line]

    assert ["bad to use 28%, 0 of 11 known, healing 43%"] == [
        line.partition(": ")[2].partition(": ")[2][:42] for line in told
    ]
    assert [True] == ["Drink it, or throw it. Bad to use 28%, 0 of 11 known, healing 43%" in line for line in listed]


def test_looking_ends_with_depth_oil_and_noise() -> None:
    """As in the panel; sleeping monsters have their chance to wake."""
    place = talk(ROOM, rules=EMBER)
    place.game.world.level.actors[1].mood = Mood.ASLEEP
    place.say("wait")
    looked = place.say("look")

    assert "asleep, may wake 0%" in looked[0]
    assert "Depth 1. Oil 899. Noise 7." == looked[-1]
    place.game.world.player.hit_points -= 10
    assert "Depth 1. Oil 898. Rest 43. Noise 7." == (place.say("wait"), place.say("look"))[1][-1]


def test_several_things_are_dropped_in_one_turn() -> None:
    """By letters, numbers and names."""
    place = talk(ROOM, "sword", "potion of life", rules=EMBER)

    assert ["Not carried: 'mail'."] == place.say("drop sword, mail")
    place.say("drop dart, 4 and life")
    assert [Drop(2, (3, 4))] == place.library.plays[0].written


def test_the_pack_is_listed_with_all_that_is_known() -> None:
    """Rows name the letters of the slots."""
    listed = talk(ROOM, rules=EMBER).say("inventory")

    assert listed[0].startswith("1: dagger (in hand) (a).")
    assert listed[2].startswith("3: 8 darts (c).")


def test_only_games_with_gear_and_a_lamp_have_words_for_them() -> None:
    """Elsewhere throwing means using, and no word is offered that does nothing."""
    words = {line.partition(":")[0] for line in talk(ROOM, rules=EMBER).say("help") if not line.startswith("An ally ")}
    classic = talk("#.@.#")
    others = {line.partition(":")[0] for line in classic.say("help")}
    use = classic.say("help use")

    assert {
        "cover",
        "equip",
        "swap",
        "throw",
        "descend",
        "ascend",
        "discoveries",
        "drink",
        "read",
        "zap",
        "levels",
        "label",
    } == words - others
    assert not others - words
    assert use[0].endswith(" Also: drink, quaff, read, throw, fire. Keys: i")
    assert classic.say("cover")[0].startswith("Unknown word: 'cover'")


def test_several_of_a_kind_are_named_as_they_are_listed() -> None:
    """The inventory lists "8 darts"."""
    place = talk(ROOM, rules=EMBER)
    place.say("throw darts at rat")

    assert isinstance(place.library.plays[0].written[0], ThrowItem)
    assert "7 darts: carried." == place.say("examine darts")[0]


def test_carried_items_are_examined_by_letter() -> None:
    """Also by number, if the inventory was the last list."""
    place = talk("#@.!..#", "mace", rules=EMBER)
    listed = place.say("inventory")
    letters = [re.search(r"\((.)\)\.", line) for line in listed[:-1]]
    names = [line.partition(": ")[2].rpartition(" (")[0] for line in listed[:-1]]

    assert len(names) > 1
    for number, (letter, name) in enumerate(zip(letters, names, strict=True), start=1):
        assert letter is not None
        told = place.say("inventory", f"examine {number}")
        assert f"{name}: carried." == told[0]
        assert told == place.say(f"x {letter[1]}") == place.say("look", f"examine {letter[1]}")
    assert "carried" not in place.say("look", "examine 1")[0]


def test_only_wearable_or_throwable_items_are_offered() -> None:
    """Rows have the numbers of the pack; none has a description, since none is highlighted."""
    place = talk(ROOM, "scroll of mapping", "potion of life", rules=EMBER)

    assert [
        "Put on or take off what? Type cancel to go back.",
        "1: dagger (in hand) (a)",
        "2: leather armour (worn) (b)",
    ] == place.say("wear")
    assert ["5: potion of life (e)", "6: lamp oil (costs 150 of 900)"] == place.say("throw")[-2:]
    assert "Throw which item? Type cancel to go back." == place.say("again")[0]


def test_a_capital_is_no_letter_of_the_pack() -> None:
    """D lists discoveries: it must not drink the potion with the letter d."""
    place = talk(ROOM, "potion of life", rules=EMBER)
    place.say("quaff")
    told = place.say("D")

    assert told[0].startswith("Potions")
    assert not place.library.plays[0].written


def test_facts_have_no_symbols() -> None:
    """A screen reader cannot read "88>79%"."""
    told = talk(ROOM, "mace", rules=EMBER).say("examine mace")

    assert "You hit 88% (now 92%)" in told


def test_a_question_ends_with_one_full_stop() -> None:
    """Its warning can already be a sentence."""
    screen = Confirm("Take it?", "The other cages then close.", None)

    assert "Take it? The other cages then close. Type cancel to go back." == menu_question(screen).lines()[0]


def test_an_aim_at_one_thing_names_it_once() -> None:
    """Names are long to hear."""
    asked = talk(ROOM, rules=EMBER).say("throw darts")

    assert asked[1].startswith("1: rat, 5 cells east")
    assert asked[1].count("rat") == 1


def test_an_empty_item_is_not_aimed() -> None:
    """The list of targets would show effects that it does not have."""
    place = talk(ROOM, "staff of fire", rules=EMBER)
    staff = place.game.world.player.inventory.slots[3]
    assert staff is not None
    staff.charges, staff.ready_on = 0, 99
    place.say("wait")

    assert ["The staff of fire [0/1] has no charges left: the next in 98 turns."] == place.say("zap d")
