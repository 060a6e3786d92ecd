"""The numbers of weapons and armour, in words."""

from __future__ import annotations

import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.observation import observe
from roguelike.engine.scenario import draw
from roguelike.engine.state.item import Item
from roguelike.narration.examine import item_facts

EMBER = load_ruleset("ember")


def facts(name: str, plus: int = 0, picture: str = "@....") -> list[str]:
    """Return the facts about an item."""
    item = Item.of(EMBER.items[name])
    item.plus = plus
    return item_facts(observe(draw(picture, EMBER).world), item)


@pytest.mark.parametrize(
    ("name", "plus", "told"),
    [
        ("sword", 0, "Damage 4-10."),
        ("sword", 3, "Damage 5-15."),
        ("dagger", 2, "Damage 3-9, a stab 36."),
        ("mail", 4, "Armour +7, defence +5 with its plus."),
    ],
)
def test_gear_shows_its_numbers_with_its_plus(name: str, plus: int, told: str) -> None:
    """The minimum and maximum damage of a hit, a stab, and the bonuses of armour."""
    assert told in facts(name, plus)


def test_armour_without_a_plus_adds_nothing() -> None:
    """The description gives the armour of the kind."""
    assert not any("with its plus" in each for each in facts("mail"))


def test_armour_is_compared_against_an_attacking_enemy() -> None:
    """If the adjacent monster never hits, the rule set's measure is used."""
    assert not any("shrieker" in each for each in facts("mail", picture="@.F.."))
    assert any("Against an orc" in each for each in facts("mail", picture="@.F.."))
