"""Hordes of Ember that sleep in grass."""

from __future__ import annotations

from roguelike.content.loader import load_ruleset
from roguelike.engine.kinds.moods import Mood
from tests.rulesets.test_ember_generator import LEVELS, levels

EMBER = load_ruleset("ember")


def test_four_hordes_in_ten_sleep_in_cover_that_burns() -> None:
    """On levels 3 to 7 of some games, where one of a horde lies in grass, foliage or webs."""
    hordes = kindled = 0
    fuel = {kind.name for kind in EMBER.terrain if kind.fuel is not None}
    for seed in range(4):
        for level in levels(EMBER, seed):
            if 3 <= level.depth < LEVELS:
                leaders = {each.at: each for each in level.plan.monsters if each.leader is None}
                hordes += len(leaders)
                kindled += sum(
                    each.mood is Mood.ASLEEP and not fuel.isdisjoint({level.cover(at)}) for at, each in leaders.items()
                )

    assert 33 <= 100 * kindled // hordes <= 60
