"""Levels of separate rooms, with the numbers of the tcod and roguebasin tutorials."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.engine.parts.mapgen.population import LootEntry, SpawnEntry
from roguelike.engine.rng import PCG32, stream_seed
from roguelike.tutorials.mapgen.halls import Halls
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

SEEDS = range(40)

TINY = {"room_width": (3, 3), "room_height": (3, 3), "attempts": 1}
"""One room of four cells, one of them the player's: a generator that tries a cell often finds it taken."""


@pytest.fixture(scope="module")
def halls(arena: RuleSet) -> Halls:
    """Return a generator with the figures of P-T2, P-T4, P-T9 and T9-40; orc and snail stand for the monsters."""
    return Halls(
        width=80,
        height=43,
        attempts=30,
        room_width=(6, 10),
        room_height=(6, 10),
        most_monsters=3,
        residents=(SpawnEntry(arena.monsters["orc"], 80), SpawnEntry(arena.monsters["snail"], 20)),
        most_items=2,
        treasures=(
            LootEntry(arena.items["potion"], 70),
            LootEntry(arena.items["fireball"], 10),
            LootEntry(arena.items["bolt"], 10),
            LootEntry(arena.items["lightning"], 10),
        ),
    )


@pytest.fixture(scope="module")
def make(arena: RuleSet, halls: Halls) -> Callable[..., list[LevelPlan]]:
    """Return a generator of levels with other numbers."""

    def make(seeds: range = SEEDS, **changes: object) -> list[LevelPlan]:
        changed = attrs.evolve(halls, **changes)  # type: ignore[arg-type]
        return [changed.generate(arena, PCG32(stream_seed(seed, 1))) for seed in seeds]

    return make


@pytest.fixture(scope="module", params=[False, True], ids=["tcod", "roguebasin"])
def plans(make: Callable[..., list[LevelPlan]], request: pytest.FixtureRequest) -> list[LevelPlan]:
    """Return the levels of all seeds, once with items that share cells and once without."""
    return make(items_share=request.param)


def test_items_share_cells_only_where_they_may(make: Callable[..., list[LevelPlan]]) -> None:
    """P-R3 allows items to share cells, T9-39 does not; neither allows items under actors."""
    for items_share in (False, True):
        plans = make(range(400), **TINY, items_share=items_share)
        piles = [plan for plan in plans if len(set(item_cells(plan))) < len(plan.items)]

        assert items_share == bool(piles)
        assert not any({start_of(plan), *monster_cells(plan)} & set(item_cells(plan)) for plan in plans)


def test_everyone_has_a_cell_of_floor_alone(plans: list[LevelPlan]) -> None:
    """P-T4: no two monsters, and none on the player."""
    for plan in plans:
        places = [start_of(plan), *monster_cells(plan)]

        assert len(places) == len(set(places))
        assert {*places, *item_cells(plan)} <= floors(plan)
        assert not set(places) & set(item_cells(plan))


def test_every_cell_of_floor_can_be_reached(plans: list[LevelPlan]) -> None:
    """P-T3: each room is joined to the previous one."""
    assert [] == [seed for seed, plan in zip(SEEDS, plans, strict=True) if not is_connected(plan)]


def test_the_border_is_wall_all_round(plans: list[LevelPlan]) -> None:
    """P-T2: the interior is one cell inside, and the last row and column belong to no room."""
    assert all(map(is_enclosed, plans))


def test_the_same_seed_gives_the_same_plan(make: Callable[..., list[LevelPlan]]) -> None:
    """Down to the last item; and two seeds never give the same walls."""
    plans = make(range(40))

    assert plans == make(range(40))
    assert 40 == len({bytes(plan.terrain) for plan in plans})


def test_nothing_to_choose_from_leaves_the_rooms_empty(make: Callable[..., list[LevelPlan]], arena: RuleSet) -> None:
    """No kinds, no weights and no numbers all give empty rooms."""
    for changes in (
        {"residents": (), "treasures": ()},
        {"residents": (SpawnEntry(arena.monsters["orc"], 0),), "treasures": (LootEntry(arena.items["potion"], 0),)},
        {"most_monsters": 0, "most_items": 0},
    ):
        assert not any(plan.monsters or plan.items for plan in make(range(10), **changes))


@pytest.mark.parametrize(
    "numbers",
    [
        {"room_width": (9, 8)},
        {"room_height": (9, 8)},
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
        {"most_monsters": 101},
        {"most_items": -1},
    ],
)
def test_numbers_that_cannot_be_are_refused(make: Callable[..., list[LevelPlan]], numbers: dict[str, object]) -> None:
    """On reading the rule set, not when a game begins."""
    with pytest.raises(ValueError, match=r"must (be|not exceed)"):
        make(range(1), **numbers)
