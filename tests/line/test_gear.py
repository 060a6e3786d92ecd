"""Wearing, throwing and using one item on another, in words."""

from __future__ import annotations

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Drop, Equip, Slot, ThrowItem, Use
from roguelike.engine.geometry import Point
from roguelike.engine.kinds.moods import Mood
from tests.line.talking import talk

EMBER = load_ruleset("ember")
ROOM = """
    ############
    #..........#
    #.@....r...#
    #..........#
    ############
"""


def test_things_are_worn_and_thrown_by_their_names() -> None:
    """What may be worn is worn; whoever throws a potion does not drink it."""
    place = talk(ROOM, "sword", "potion of healing", "potion of swiftness", rules=EMBER)
    place.say("wear sword")
    place.say("throw e at 3 east")
    place.say("throw dart at rat")
    first, second, third = place.library.plays[0].written

    assert [Equip(3), ThrowItem(4, Point(5, 2))] == [first, second]
    assert isinstance(third, ThrowItem)
    assert 2 == third.slot


def test_an_enchantment_is_read_on_what_is_named_or_asked_for() -> None:
    """Only what it is for is offered."""
    place = talk(ROOM, "scroll of enchantment", "scroll of enchantment", rules=EMBER)
    place.say("read enchantment on armour")
    asked = place.say("read enchantment")
    place.say("1")

    assert ["1: dagger (in hand) (a)", "2: leather armour +1 (worn) (b)"] == asked[1:3]
    assert [Use(3, Slot(1)), Use(3, Slot(0))] == place.library.plays[0].written


def test_what_is_drunk_read_or_zapped_is_asked_for_by_its_word() -> None:
    """Only what that word is for; the whole pack has the word use."""
    place = talk(ROOM, "potion of life", "potion of fire", "scroll of mapping", rules=EMBER)

    assert ["Drink what? Or cancel.", "1: potion of life (d)"] == place.say("quaff")[:2]
    place.say("1")
    assert [Use(3)] == place.library.plays[0].written
    assert ["Nothing to zap."] == place.say("zap")
    assert ["Not carried: 'life'."] == place.say("read life")


def test_looking_ends_with_depth_oil_and_noise() -> None:
    """As the panel has them; monsters are said to be asleep with the chance that they wake."""
    place = talk(ROOM, rules=EMBER)
    place.game.world.level.actors[1].mood = Mood.ASLEEP
    place.say("wait")
    looked = place.say("look")

    assert "asleep, may wake 0%" in looked[0]
    assert "Depth 1. Oil 899. Noise 7." == looked[-1]


def test_several_things_are_dropped_in_one_turn() -> None:
    """By letters, numbers and names."""
    place = talk(ROOM, "sword", "potion of life", rules=EMBER)

    assert ["Not carried: 'mail'."] == place.say("drop sword, mail")
    place.say("drop dart, 4 and life")
    assert [Drop(2, (3, 4))] == place.library.plays[0].written


def test_the_pack_is_listed_with_all_that_is_known() -> None:
    """By the letters of the slots."""
    listed = talk(ROOM, rules=EMBER).say("inventory")

    assert listed[0].startswith("1: dagger (in hand) (a).")
    assert listed[2].startswith("3: 8 darts (c).")


def test_only_games_with_gear_and_a_lamp_have_words_for_them() -> None:
    """Elsewhere throwing means using, and no word is offered that does nothing."""
    words = {line.partition(":")[0] for line in talk(ROOM, rules=EMBER).say("help")}
    classic = talk("#.@.#")
    others = {line.partition(":")[0] for line in classic.say("help")}
    use = classic.say("help use")

    assert {
        "cover",
        "equip",
        "throw",
        "descend",
        "ascend",
        "discoveries",
        "drink",
        "read",
        "zap",
        "levels",
    } == words - others
    assert not others - words
    assert use[0].endswith("Also: drink, quaff, read, throw, fire.")
    assert classic.say("cover")[0].startswith("Unknown word: 'cover'")
