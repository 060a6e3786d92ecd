"""Hordes of Ember that sleep in grass."""

from __future__ import annotations

import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.geometry import chebyshev_distance
from roguelike.engine.kinds.moods import Mood
from tests.rulesets.test_ember_generator import LEVELS, levels

EMBER = load_ruleset("ember")


@pytest.mark.slow
def test_four_hordes_in_ten_sleep_in_flammable_cover_or_beside_a_barrel() -> None:
    """On levels 3 to 7 of some games; about a quarter of these by a barrel."""
    hordes = grown = barrels = 0
    fuel = {kind.name for kind in EMBER.terrain if kind.fuel is not None}
    for seed in range(6):
        for level in levels(EMBER, seed):
            if 3 <= level.depth < LEVELS and EMBER.vaults["barracks"].feeling not in level.plan.feelings:
                leaders = {each.at: each for each in level.plan.monsters if each.leader is None}
                asleep = [at for at, each in leaders.items() if each.mood is Mood.ASLEEP]
                stand = level.features("oil barrel")
                beside = [at for at in asleep if any(chebyshev_distance(at, each) == 1 for each in stand)]
                hordes += len(leaders)
                barrels += len(beside)
                grown += sum(not fuel.isdisjoint({level.cover(at)}) for at in asleep if at not in beside)

    assert 33 <= 100 * (grown + barrels) // hordes <= 60
    assert 15 <= 100 * barrels // (grown + barrels) <= 35
