"""What gear would change, and the charges of what has any."""

from __future__ import annotations

import attrs

from roguelike.content.loader import load_ruleset
from roguelike.engine.scenario import draw
from roguelike.engine.state.item import Item
from roguelike.ui.examine import item_facts
from roguelike.ui.presenter import Presenter
from tests.line.talking import talk

EMBER = load_ruleset("ember")


def test_a_weapon_is_compared_with_the_one_in_hand() -> None:
    """Against the nearest enemy in view; without one, against an orc."""
    sword = Item.of(EMBER.items["sword"])
    alone = item_facts(Presenter(draw("#@....#", EMBER)).seen, sword)
    beside = item_facts(Presenter(draw("#@..r.#", EMBER)).seen, sword)

    assert ["Against an orc:", "You hit 81>77%", "kill in 5.5>3.8"] == alone[-3:]
    assert "Against a rat:" == beside[-3]


def test_armour_is_compared_by_what_hits_you() -> None:
    """What is worn already is compared with nothing."""
    seen = Presenter(draw("#@....#", EMBER)).seen
    plate = item_facts(seen, Item.of(EMBER.items["plate"]))
    worn = seen.me.inventory.worn("armour")

    assert plate[-2].startswith("Hits you ")
    assert float(plate[-1].split(">")[1]) > float(plate[-1].split(">")[0].split()[-1])
    assert worn is not None
    assert [worn.kind.description] == item_facts(seen, worn)


def test_charges_are_told_with_when_the_next_one_comes() -> None:
    """A wand, whose charges never come back, has so many and no more."""
    seen = Presenter(draw("#@....#", EMBER)).seen
    staff = attrs.evolve(Item.of(EMBER.items["staff of fire"], plus=2), charges=1, ready_on=seen.round + 61)
    wand = Item.of(EMBER.items["wand of slowness"])

    assert "Charges 1 of 3, next in 61" in item_facts(seen, staff)
    assert "Charges 4" in item_facts(seen, wand)


def test_lines_tell_what_a_monster_is_about_and_what_gear_changes() -> None:
    """As the panel does."""
    place = talk("#@...r#", "sword", rules=EMBER)

    assert any("Against a rat:" in line for line in place.say("examine sword"))
    assert any("hunting you" in line for line in place.say("look"))
