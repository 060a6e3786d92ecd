"""The comparison of gear, and charges of items."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Equip, Wait
from roguelike.engine.geometry import Point
from roguelike.engine.scenario import draw
from roguelike.engine.state.item import Item
from roguelike.narration.examine import examine, item_facts
from roguelike.narration.item_comparison import improved
from roguelike.play.perspective import Perspective
from tests.line.talking import talk

if TYPE_CHECKING:
    from roguelike.engine.game import Game

EMBER = load_ruleset("ember")


def numbers(told: str) -> tuple[float, float]:
    """Return in how many turns an enemy would kill, and does now."""
    found = re.fullmatch(r"kills in ([0-9.]+) turns \(now ([0-9.]+)\)", told)
    assert found is not None
    return float(found[1]), float(found[2])


def turns_told(game: Game, item: Item) -> tuple[float, float]:
    """Return the numbers in the line about armour: the turns in which an enemy would kill, and does now."""
    return numbers(item_facts(Perspective(game).seen, item)[-1])


def test_a_weapon_is_compared_with_the_one_in_hand() -> None:
    """Against the nearest enemy in view; without one, against an orc."""
    sword = Item.of(EMBER.items["sword"])
    alone = item_facts(Perspective(draw("#@....#", EMBER)).seen, sword)
    beside = item_facts(Perspective(draw("#@..r.#", EMBER)).seen, sword)

    assert ["Against an orc:", "You hit 77% (now 81%)", "kill in 3.6 turns (now 5.4)"] == alone[-3:]
    assert "Against a rat:" == beside[-3]


def test_a_slow_weapon_is_compared_by_turns() -> None:
    """An attack with a mace takes two: both numbers are turns, also when changing back."""
    game = draw("#@....#", EMBER, inventory=["mace"])
    mace = item_facts(Perspective(game).seen, Item.of(EMBER.items["mace"]))[-1]
    for each in game.world.player.inventory.slots:
        if each is not None and each.kind.equips == "weapon":
            each.worn = each.kind.name == "mace"
    dagger = item_facts(Perspective(game).seen, Item.of(EMBER.items["dagger"]))[-1]

    assert "kill in 5.5 turns (now 5.4)" == mace
    assert "kill in 5.4 turns (now 5.5)" == dagger


def test_armour_is_compared_by_hits_on_you() -> None:
    """Worn gear is not compared."""
    seen = Perspective(draw("#@....#", EMBER)).seen
    plate = item_facts(seen, Item.of(EMBER.items["plate"]))
    worn = seen.me.inventory.worn("armour")

    assert plate[-2].startswith("Hits you ")
    then, now = numbers(plate[-1])
    assert then > now
    assert worn is not None
    assert [worn.kind.description] == item_facts(seen, worn)


def test_armour_is_compared_with_armour_being_put_on() -> None:
    """Not with bare skin, but with the armour worn after the change."""
    game = draw("#@....#", EMBER, inventory=["plate"])
    plate, mail = Item.of(EMBER.items["plate"]), Item.of(EMBER.items["mail"])
    then, _ = turns_told(game, plate)
    game.play(Equip(3))
    changing = turns_told(game, mail)
    for _ in range(8):
        game.play(Wait())
    after, worn = turns_told(game, mail), game.world.player.inventory.worn("armour")

    assert worn is not None
    assert plate.kind is worn.kind
    assert changing == after
    assert then == after[1]


@pytest.mark.parametrize("name", ["ember", "ember:gentle"])
def test_armour_is_compared_by_the_damage_of_hits(name: str) -> None:
    """Also in a gentle game, where hits do half: the numbers match those of examining the monster."""
    rules = load_ruleset(name)
    game = draw("#@o#", rules)
    seen = Perspective(game).seen
    _, turns = turns_told(game, Item.of(rules.items["mail"]))
    found = examine(seen, Point(2, 0))

    assert found is not None
    assert f"kills you in about {round(turns)} turns" in found.lines


def test_charges_have_the_turns_until_the_next() -> None:
    """A wand, whose charges never come back, shows only their number."""
    seen = Perspective(draw("#@....#", EMBER)).seen
    staff = attrs.evolve(Item.of(EMBER.items["staff of fire"], plus=2), charges=1, ready_on=seen.round + 61)
    wand = Item.of(EMBER.items["wand of slowness"])

    assert "Charges 1 of 3, next in 61" in item_facts(seen, staff)
    assert "Charges 4" in item_facts(seen, wand)


@pytest.mark.parametrize(
    ("name", "told", "better"),
    [
        (
            "staff of fire",
            "damage about 13, a charge in 120 turns",
            "damage about 16 (now 13), a charge in 80 turns (now 120)",
        ),
        (
            "staff of lightning",
            "damage about 13, a charge in 120 turns",
            "damage about 16 (now 13), a charge in 80 turns (now 120)",
        ),
        ("staff of blinking", "5 cells, a charge in 120 turns", "6 cells (now 5), a charge in 80 turns (now 120)"),
        ("staff of stone", "8 cells, a charge in 150 turns", "10 cells (now 8), a charge in 100 turns (now 150)"),
        ("staff of blades", "summons 2, a charge in 150 turns", "summons 3 (now 2), a charge in 100 turns (now 150)"),
        ("charm of mending", "heals 46%, a charge in 780 turns", "heals 54% (now 46), a charge in 720 turns (now 780)"),
        (
            "charm of warding",
            "takes 20 damage, a charge in 420 turns",
            "takes 25 damage (now 20), a charge in 380 turns (now 420)",
        ),
    ],
)
def test_numbers_that_grow_with_a_plus_are_listed(name: str, told: str, better: str) -> None:
    """On the floor, in a cage, and before another enchantment."""
    seen = Perspective(draw("#@....#", EMBER)).seen
    item = Item.of(EMBER.items[name], plus=2)
    charges = "" if item.most_charges == 1 else "Charges 4 (now 3), "

    assert f"At +2: {told}" in item_facts(seen, item)
    assert [charges + better] == improved(seen, item)


def test_line_mode_describes_moods_and_compares_gear() -> None:
    """As the panel does."""
    place = talk("#@...r#", "sword", rules=EMBER)

    assert any("Against a rat:" in line for line in place.say("examine sword"))
    assert any("hunting you" in line for line in place.say("look"))
