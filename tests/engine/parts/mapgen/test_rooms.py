"""Levels of rooms and corridors, for any seed."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.engine.geometry import CARDINALS, COMPASS, Point
from roguelike.engine.kinds.terrain import FLOOR, WALL
from roguelike.engine.parts.mapgen.population import LootEntry
from roguelike.engine.parts.mapgen.room import Room
from roguelike.engine.parts.mapgen.rooms import Rooms, RoomSpawnEntry
from roguelike.engine.rng import PCG32, stream_seed

if TYPE_CHECKING:
    from collections.abc import Callable

    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.level_plan import LevelPlan

SEEDS = range(60)


@pytest.fixture(scope="module")
def rooms(arena: RuleSet) -> Rooms:
    """Return a generator whose numbers never change: every other room has a monster, and snails are far away."""
    return Rooms(
        width=60,
        height=20,
        attempts=40,
        room_width=(4, 12),
        room_height=(3, 6),
        loops=2,
        monsters_in_room=(0, 1, 1, 2),
        residents=(RoomSpawnEntry(arena.monsters["orc"], 3), RoomSpawnEntry(arena.monsters["snail"], 1, rooms_away=3)),
        items_in_room=(0, 1, 2),
        treasures=(LootEntry(arena.items["potion"], 2), LootEntry(arena.items["bolt"], 1)),
    )


@pytest.fixture(scope="module")
def plans(arena: RuleSet, rooms: Rooms) -> list[LevelPlan]:
    """Return the levels of all seeds."""
    return [rooms.generate(arena, PCG32(stream_seed(seed, 1))) for seed in SEEDS]


@pytest.fixture(scope="module")
def make(arena: RuleSet, rooms: Rooms) -> Callable[..., list[LevelPlan]]:
    """Return a generator of a few levels with other numbers."""

    def make(**changes: object) -> list[LevelPlan]:
        changed = attrs.evolve(rooms, **changes)  # type: ignore[arg-type]
        return [changed.generate(arena, PCG32(stream_seed(seed, 1))) for seed in range(20)]

    return make


def floors(plan: LevelPlan) -> set[Point]:
    """Return all floor cells."""
    return {point for point in plan.grid.points() if plan.terrain_at(point) == FLOOR}


def reach(plan: LevelPlan, start: Point) -> set[Point]:
    """Return all cells that can be reached without diagonal steps."""
    seen, front = {start}, [start]
    ground = floors(plan)
    while front:
        at = front.pop()
        for direction in CARDINALS:
            if (neighbour := at.step(direction)) in ground and neighbour not in seen:
                seen.add(neighbour)
                front.append(neighbour)
    return seen


def start_of(plan: LevelPlan) -> Point:
    """Return the player's cell."""
    assert plan.start is not None
    return plan.start


@pytest.mark.slow
def test_every_cell_of_floor_can_be_reached(plans: list[LevelPlan]) -> None:
    """No monster or potion is unreachable."""
    cut_off = [seed for seed, plan in zip(SEEDS, plans, strict=True) if reach(plan, start_of(plan)) != floors(plan)]

    assert [] == cut_off


def test_actors_and_items_have_separate_floor_cells(plans: list[LevelPlan]) -> None:
    """Player, monsters and items never share a cell at the start (C8-7, C8-8)."""
    for plan in plans:
        places = [start_of(plan), *(at for _, at, *_ in plan.monsters), *(at for _, at, *_ in plan.items)]

        assert len(places) == len(set(places))
        assert set(places) <= floors(plan)


def test_the_border_is_wall_all_round(plans: list[LevelPlan]) -> None:
    """Levels are closed at their edges."""
    for plan in plans:
        inner = {(x, y) for x in range(1, plan.grid.width - 1) for y in range(1, plan.grid.height - 1)}

        assert floors(plan) <= inner
        assert {WALL, FLOOR} == {plan.terrain_at(point) for point in plan.grid.points()}


def test_the_same_seed_gives_the_same_plan(arena: RuleSet, rooms: Rooms, plans: list[LevelPlan]) -> None:
    """Plans are equal down to the last item."""
    again = [rooms.generate(arena, PCG32(stream_seed(seed, 1))) for seed in SEEDS[:40]]

    assert plans[:40] == again


def test_different_seeds_give_different_plans(plans: list[LevelPlan]) -> None:
    """Two hundred levels are all different."""
    assert len(SEEDS) == len({bytes(plan.terrain) for plan in plans})


def test_no_monster_lives_in_the_players_room(make: Callable[..., list[LevelPlan]]) -> None:
    """The player can look around first: a single room has no monsters."""
    plans = make(attempts=1)

    assert [[]] * len(plans) == [plan.monsters for plan in plans]
    assert any(plan.items for plan in plans)


def test_far_residents_never_live_next_door(make: Callable[..., list[LevelPlan]], arena: RuleSet) -> None:
    """Dangerous monsters are at least `rooms_away` rooms away: two rooms have no place for them."""
    snails = RoomSpawnEntry(arena.monsters["snail"], 1, rooms_away=2)
    one_corridor = make(attempts=2, residents=(snails,), monsters_in_room=(5,))
    many = make(residents=(snails,), monsters_in_room=(5,))

    assert not any(plan.monsters for plan in one_corridor)
    assert all(plan.monsters for plan in many)


def test_residents_and_treasures_come_by_their_weights(plans: list[LevelPlan]) -> None:
    """Two potions to one bolt, over all seeds."""
    names = [kind.name for plan in plans for kind, *_ in plan.items]

    assert 1.7 < names.count("potion") / names.count("bolt") < 2.3


def test_rooms_hold_numbers_of_the_list(make: Callable[..., list[LevelPlan]]) -> None:
    """A list of one number is that number, in every room."""
    for plan in make(attempts=1, items_in_room=(3,)):
        assert 3 == len(plan.items)


def test_a_room_holds_no_more_than_fits(make: Callable[..., list[LevelPlan]]) -> None:
    """Fewer than asked for if there are too few cells (C8-7): all except the player's."""
    for plan in make(attempts=1, items_in_room=(100,)):
        assert len(floors(plan)) - 1 == len(plan.items)


def test_nothing_to_choose_from_leaves_the_rooms_empty(make: Callable[..., list[LevelPlan]], arena: RuleSet) -> None:
    """No kinds, no weights and no numbers all give empty rooms."""
    weightless = (RoomSpawnEntry(arena.monsters["orc"], 0),), (LootEntry(arena.items["potion"], 0),)

    for changes in (
        {"residents": (), "treasures": ()},
        {"residents": weightless[0], "treasures": weightless[1]},
        {"monsters_in_room": (), "items_in_room": ()},
        {"monsters_in_room": (0,), "items_in_room": (0,)},
    ):
        assert not any(plan.monsters or plan.items for plan in make(**changes))


def test_without_loops_every_room_is_still_reached(make: Callable[..., list[LevelPlan]]) -> None:
    """Loops are additional corridors."""
    plans = make(loops=0)

    assert [floors(plan) for plan in plans] == [reach(plan, start_of(plan)) for plan in plans]


def test_loops_dig_more(make: Callable[..., list[LevelPlan]]) -> None:
    """Loops let the player walk in circles."""
    plain, looped = (sum(len(floors(plan)) for plan in make(loops=loops)) for loops in (0, 8))

    assert plain < looped


@pytest.mark.parametrize(
    "numbers",
    [
        {"room_width": (9, 8)},
        {"room_height": (5, 4)},
        {"width": 12, "room_width": (11, 20)},
        {"height": 8, "room_height": (7, 20)},
    ],
)
def test_sizes_that_cannot_be_are_refused(make: Callable[..., list[LevelPlan]], numbers: dict[str, object]) -> None:
    """On reading the rule set, not when a game begins."""
    with pytest.raises(ValueError, match="must not exceed"):
        make(**numbers)


def test_rooms_larger_than_the_level_are_cut_to_fit(make: Callable[..., list[LevelPlan]]) -> None:
    """The largest possible room is the level without its borders."""
    for plan in make(room_width=(4, 200), room_height=(3, 200)):
        assert reach(plan, start_of(plan)) == floors(plan)


def test_rooms_that_touch_are_not_apart() -> None:
    """At least one wall is between two rooms, even at the corners."""
    room = Room(10, 10, 4, 3)
    far = functools.partial(Room, width=2, height=2)

    assert [True, True, True, True] == [
        room.is_apart_from(other) for other in (far(15, 10), far(7, 10), far(10, 14), far(10, 7))
    ]
    assert [False, False, False, False, False] == [
        room.is_apart_from(other) for other in (far(14, 10), far(8, 10), far(10, 13), far(10, 8), far(11, 11))
    ]


def test_a_room_has_its_center_inside() -> None:
    """The player starts there, and corridors end there."""
    for width in range(2, 7):
        for height in range(2, 7):
            room = Room(3, 4, width, height)

            assert room.center in room.cells()
            assert width * height == len(set(room.cells()))


def test_the_games_own_levels_hold_up_too(classic: RuleSet) -> None:
    """With the numbers of `classic`, every cell can be reached, and there are monsters to fight."""
    for seed in range(40):
        plan = classic.generator.generate(classic, PCG32(stream_seed(seed, 1, 1)))
        places = [start_of(plan), *(at for _, at, *_ in plan.monsters), *(at for _, at, *_ in plan.items)]

        assert floors(plan) == reach(plan, start_of(plan))
        assert len(places) == len(set(places))
        assert plan.monsters


def test_no_monster_lives_within_the_quiet_around_the_start(make: Callable[..., list[LevelPlan]]) -> None:
    """No game should begin in a fight; the distance is in steps, not straight."""
    for plan in make(quiet=15):
        assert plan.start is not None
        near, front = {plan.start}, {plan.start}
        for _ in range(15):
            around = {at.step(direction) for at in front for direction in COMPASS}
            front = {at for at in around if plan.grid.contains(at) and plan.terrain_at(at) == FLOOR} - near
            near |= front

        assert not [monster.name for monster, at, *_ in plan.monsters if at in near]
