"""Piles, as they are seen from above."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.engine.state.item import Item
from roguelike.narration.piles import from_the_top, topmost

if TYPE_CHECKING:
    from roguelike.engine.kinds.ruleset import RuleSet


def test_the_last_thing_that_can_be_taken_shows_of_a_pile(fixture_rules: RuleSet) -> None:
    """A corpse must not hide the potion beneath it."""
    corpse = fixture_rules.monsters["orc"].corpse
    assert corpse is not None
    pebble, potion, dead = Item(fixture_rules.items["pebble"]), Item(fixture_rules.items["health potion"]), Item(corpse)

    assert potion is topmost([pebble, potion, dead])
    assert pebble is topmost([potion, pebble])
    assert dead is topmost([dead])
    assert [potion, pebble, dead] == from_the_top([pebble, potion, dead])
