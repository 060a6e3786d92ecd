"""Levels of densely packed rooms, with the numbers of the chargrid tutorial."""

from __future__ import annotations

import collections
from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.engine.parts.mapgen.population import LootEntry, SpawnEntry
from roguelike.engine.rng import PCG32, stream_seed
from roguelike.tutorials.mapgen.blocks import Blocks
from tests.engine.mapgen.plans import (
    floors,
    is_connected,
    is_enclosed,
    item_cells,
    monster_cells,
    start_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.level_plan import LevelPlan

SEEDS = range(60)


@pytest.fixture(scope="module")
def blocks(arena: RuleSet) -> Blocks:
    """Return a generator with the figures of P-C3 to P-C11, C8-6 and C9-20; orc and snail stand for the NPCs."""
    return Blocks(
        width=40,
        height=25,
        attempts=100,
        room_width=(5, 10),
        room_height=(5, 8),
        monsters_in_room=(0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 3, 3, 4),
        residents=(SpawnEntry(arena.monsters["orc"], 80), SpawnEntry(arena.monsters["snail"], 20)),
        items_in_room=(0, 0, 1, 1, 1, 1, 1, 2, 2),
        treasures=(
            LootEntry(arena.items["fireball"], 30),
            LootEntry(arena.items["bolt"], 20),
            LootEntry(arena.items["potion"], 50),
        ),
    )


@pytest.fixture(scope="module")
def make(arena: RuleSet, blocks: Blocks) -> Callable[..., list[LevelPlan]]:
    """Return a generator of levels with other numbers."""

    def make(seeds: range = SEEDS, **changes: object) -> list[LevelPlan]:
        changed = attrs.evolve(blocks, **changes)  # type: ignore[arg-type]
        return [changed.generate(arena, PCG32(stream_seed(seed, 1))) for seed in seeds]

    return make


@pytest.fixture(scope="module")
def plans(make: Callable[..., list[LevelPlan]]) -> list[LevelPlan]:
    """Return the levels of all seeds."""
    return make()


def test_every_cell_of_floor_can_be_reached(plans: list[LevelPlan]) -> None:
    """P-C7: each room is joined to the previous one."""
    assert [] == [seed for seed, plan in zip(SEEDS, plans, strict=True) if not is_connected(plan)]


def test_the_border_is_wall_all_round(plans: list[LevelPlan]) -> None:
    """P-C4 and P-C5: row and column 0 belong to walls, column 39 and row 24 to no room."""
    assert all(map(is_enclosed, plans))


def test_actors_and_items_have_separate_floor_cells(plans: list[LevelPlan]) -> None:
    """C8-7 to C8-9: an item never starts under an actor, nor inside a wall."""
    for plan in plans:
        places = collections.Counter([start_of(plan), *monster_cells(plan), *item_cells(plan)])

        assert 1 == max(places.values())
        assert places.keys() <= floors(plan)


def test_the_same_seed_gives_the_same_plan(make: Callable[..., list[LevelPlan]], plans: list[LevelPlan]) -> None:
    """Down to the last item; and two seeds never give the same walls."""
    assert plans[:40] == make(range(40))
    assert len(SEEDS) == len({bytes(plan.terrain) for plan in plans})


def test_nothing_to_choose_from_leaves_the_rooms_empty(make: Callable[..., list[LevelPlan]], arena: RuleSet) -> None:
    """No kinds, no weights and no numbers all give empty rooms."""
    for changes in (
        {"residents": (), "treasures": ()},
        {"residents": (SpawnEntry(arena.monsters["orc"], 0),), "treasures": (LootEntry(arena.items["potion"], 0),)},
        {"monsters_in_room": (), "items_in_room": ()},
    ):
        assert not any(plan.monsters or plan.items for plan in make(range(10), **changes))


@pytest.mark.parametrize(
    "numbers",
    [
        {"room_width": (9, 8)},
        {"room_height": (5, 4)},
        {"width": 12, "room_width": (12, 20)},
        {"height": 8, "room_height": (8, 20)},
        {"attempts": 0},
        {"attempts": 1001},
        {"width": 201},
        {"height": 7},
        {"room_width": (5, 201)},
        {"room_height": (5, 201)},
        {"room_width": (1, 10)},
        {"room_height": (1, 8)},
        {"monsters_in_room": (1, 101)},
        {"items_in_room": (-1,)},
    ],
)
def test_numbers_that_cannot_be_are_refused(make: Callable[..., list[LevelPlan]], numbers: dict[str, object]) -> None:
    """On reading the rule set, not when a game begins."""
    with pytest.raises(ValueError, match=r"must (be|not exceed)"):
        make(range(1), **numbers)


@pytest.mark.parametrize("weight", [-1, 1_000_001])
def test_weights_have_limits(arena: RuleSet, weight: int) -> None:
    """Their sum must stay within what one roll can give."""
    with pytest.raises(ValueError, match="weight"):
        SpawnEntry(arena.monsters["orc"], weight)
    with pytest.raises(ValueError, match="weight"):
        LootEntry(arena.items["potion"], weight)


def test_rooms_larger_than_the_level_are_cut_to_fit(make: Callable[..., list[LevelPlan]]) -> None:
    """The last row and column stay wall, even with the largest room."""
    for plan in make(range(40), room_width=(5, 200), room_height=(5, 200)):
        assert is_enclosed(plan)
        assert is_connected(plan)
