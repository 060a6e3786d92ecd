"""The rooms that teach on the first two levels of Ember."""

from __future__ import annotations

import collections
import functools
from typing import TYPE_CHECKING, Final

import attrs
import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.draft import LevelDraft, Retry
from roguelike.engine.grid import Grid
from roguelike.engine.level_plan import LevelRequest
from roguelike.engine.parts.mapgen.passes import Passes
from roguelike.engine.parts.mapgen.population import shortest_ways, view
from roguelike.engine.parts.passes.lessons import Lessons
from roguelike.engine.scenario import plan_levels
from tests.effort import EFFORT

if TYPE_CHECKING:
    from roguelike.engine.draft import Contents
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.level_plan import LevelPlan

EMBER: Final = load_ruleset("ember")
SEEDS: Final = range(30 * EFFORT)
NEAR: Final = 8
"""Steps of what is built from the way."""
TRIES: Final = 10


def generator(ruleset: RuleSet = EMBER) -> Passes:
    """Return the generator of a rule set."""
    assert isinstance(ruleset.generator, Passes)
    return ruleset.generator


@functools.cache
def contents(seed: int) -> list[Contents]:
    """Return what the first two levels of a game hold."""
    return generator().contents(EMBER, seed)[:2]


def bare(**budget: object) -> RuleSet:
    """Return rules without rooms that add items or hordes, and with other values of the budget."""
    made = attrs.evolve(generator().budget, extras=None, events=(), **budget)  # type: ignore[arg-type]
    return attrs.evolve(EMBER, generator=attrs.evolve(generator(), budget=made))


def taught(seed: int, depth: int) -> tuple[LevelDraft, int] | None:
    """Return a level in the making as soon as it has its lessons, and the board of these; None if they never fit."""
    made = generator()
    for attempt in range(TRIES):
        request = LevelRequest(seed, depth)
        draft = LevelDraft(Grid(made.width, made.height), EMBER, contents(seed)[depth - 1], None)
        rng = request.chance(attempt)
        try:
            for each in made.levels[depth - 1].theme.passes:
                before = draft.vaults
                each.run(draft, rng)
                if isinstance(each, Lessons):
                    return draft, draft.vaults & ~before & draft.floor
        except Retry:
            continue
    return None


def held(plan: LevelPlan) -> collections.Counter[str]:
    """Return the items of a level by kind: those that lie, are held or are carried."""
    items = [each.holds for each in plan.features] + [each.carries for each in plan.monsters] + list(plan.items)
    found = collections.Counter[str]()
    for item in items:
        if item is not None:
            found[item.kind.name] += item.number
    return found


@pytest.mark.slow
def test_a_game_has_three_lessons_on_the_first_level_and_two_on_the_second() -> None:
    """None twice, and two games seldom have the same ones."""
    games = [[[kind.name for kind in level.lessons] for level in contents(seed)] for seed in range(200)]
    alike = collections.Counter(tuple(map(frozenset, game)) for game in games)

    for first, second in games:
        assert 2 <= len(first) <= 3
        assert 2 == len(second)
        assert len({*first, *second}) == len(first) + len(second)
    assert sum(len(first) == 3 for first, _ in games) > 180
    assert sum(number * (number - 1) for number in alike.values()) < 200 * 199 // 10
    assert {"altar by the stairs"} & set().union(*(second for _, second in games)) == set()


@pytest.mark.slow
def test_lessons_lie_beside_the_way_to_the_stairs() -> None:
    """Near a shortest way, or in view of the stairs; nobody has to swim or dig to get in; few levels go without."""
    missing = 0
    for seed in SEEDS:
        for depth in (1, 2):
            if (made := taught(seed, depth)) is None:
                missing += 1
                continue
            draft, new = made
            near = sum(
                wave
                for wave, _ in zip(draft.waves(shortest_ways(draft), draft.walkable), range(NEAR + 2), strict=False)
            )
            seen = view(draft, draft.exit)
            assert new or not draft.contents.lessons
            assert draft.is_connected(draft.walkable & ~draft.locked)
            while new:
                piece = draft.reach(new & -new, new)
                new ^= piece
                assert piece & (near | seen), (seed, depth)

    assert missing * 10 <= len(SEEDS) * 2


@pytest.mark.slow
def test_lessons_keep_the_contents_of_a_level() -> None:
    """Each item is there as without them, and as many hordes; the first weapon is not there twice."""
    taught, plain = bare(), bare(lessons=None)
    for seed in SEEDS[::2]:
        for depth, (plan, other) in enumerate(
            zip(plan_levels(taught, seed, 2), plan_levels(plain, seed, 2), strict=True)
        ):
            assert held(plan) == held(other), (seed, depth)
            if depth == 0:
                leaders = [each for each in plan.monsters if each.leader is None]
                assert len(leaders) == generator().levels[0].hordes, seed


def test_the_first_weapon_lies_on_the_altar() -> None:
    """Where that lesson is drawn; the budget guarantees that weapon."""
    seeds = [seed for seed in SEEDS if any(kind.site == "stairs" for kind in contents(seed)[0].lessons)]
    assert seeds
    for seed in seeds[:10]:
        (plan,) = plan_levels(EMBER, seed, 1)
        altars = [each.holds for each in plan.features if each.kind.name == "altar"]
        weapons = [item.kind.name for item in plan.items if item.kind.sort == "weapon"]
        guaranteed = next(loot.kind for loot in contents(seed)[0].loot if loot.kind.sort == "weapon")
        assert [guaranteed] == [item.kind for item in altars if item is not None], seed
        assert weapons.count(guaranteed.name) == sum(loot.kind is guaranteed for loot in contents(seed)[0].loot) - 1
