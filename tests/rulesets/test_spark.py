"""Spark: Ember in four levels."""

from __future__ import annotations

import collections
from typing import TYPE_CHECKING, Final

import pytest

from roguelike.content.loader import describe, load_ruleset
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.scenario import plan_levels
from tests.effort import EFFORT

if TYPE_CHECKING:
    from roguelike.engine.level_plan import LevelPlan

SPARK = load_ruleset("spark")
WEAPONS: Final = ("sword", "axe", "spear", "mace", "rapier")
CAPTIVE: Final = (Mood.HELD, Mood.DUELLING)
BLOCKS, SEEDS_IN_BLOCK = 2 * EFFORT, 15


def test_danger_grows_twice_as_fast() -> None:
    """Four levels with the dangers 1, 3, 5 and 7; everything except the description is Ember's."""
    ember = load_ruleset("ember")

    assert [1, 3, 5, 7] == [SPARK.generator.danger(depth) for depth in range(1, SPARK.depths + 1)]
    assert ember.score == SPARK.score
    assert ember.monsters.keys() == SPARK.monsters.keys()
    assert "Spark" == describe("spark").title
    assert "level 4" in SPARK.objective


def wrong(plans: list[LevelPlan]) -> list[str]:
    """Return the parts of the budget that a game does not have."""
    lying = [collections.Counter[str]() for _ in plans]
    for plan, found in zip(plans, lying, strict=True):
        for each in plan.items:
            found[each.kind.name] += each.number
    altars = [[each.holds.kind.name for each in plan.features if each.holds] for plan in plans]
    for held, plan in zip(altars, plans, strict=True):
        held += [each.carries.kind.name for each in plan.monsters if each.carries]
    captives = [[each for each in plan.monsters if each.mood in CAPTIVE and not each.kind.always] for plan in plans]
    truths = {
        "enchantment": [found["scroll of enchantment"] for found in lying] == [2, 4, 4, 2],
        "oil": all(found["oil flask"] >= 1 for found in lying[:3]),
        "healing": all(found["potion of healing"] >= least for found, least in zip(lying, (2, 2, 1, 1), strict=True)),
        "life": [found["potion of life"] for found in lying] == [0, 1, 1, 0],
        "a weapon at once": any(lying[0][name] or name in altars[0] for name in WEAPONS),
        "armour": lying[1]["chain mail"] + lying[1]["plate armour"] >= 1,
        "treasuries": ["key" in held for held in altars] == [False, True, True, False],
        "a captive, two who fight, or three in cages": [len(held) for held in captives]
        in ([0, 0, 1, 0], [0, 0, 2, 0], [0, 0, 3, 0]),
        "the Ember": ["Ember" in held for held in altars] == [False, False, False, True],
    }
    return [name for name, holds in truths.items() if not holds]


@pytest.mark.slow
@pytest.mark.parametrize("block", range(BLOCKS))
def test_every_game_holds_its_budget(block: int) -> None:
    """Every level can be generated with everything promised; the passes verify the rest."""
    seeds = range(block * SEEDS_IN_BLOCK, (block + 1) * SEEDS_IN_BLOCK)
    broken = {seed: missing for seed in seeds if (missing := wrong(list(plan_levels(SPARK, seed, SPARK.depths))))}

    assert {} == broken
