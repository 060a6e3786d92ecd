"""Levels of rooms packed close, by the figures of the chargrid tutorial."""

from __future__ import annotations

import collections
import itertools
from fractions import Fraction
from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.engine.dice import roll
from roguelike.engine.geometry import Point
from roguelike.engine.mapgen.blocks import Blocks
from roguelike.engine.mapgen.tables import Dweller, Treasure
from roguelike.engine.rng import PCG32, stream_seed
from tests.engine.mapgen.plans import (
    fits,
    floors,
    is_connected,
    is_enclosed,
    item_cells,
    monster_cells,
    start_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from roguelike.engine.plan import Plan
    from roguelike.engine.ruleset import RuleSet

SEEDS = range(150)
MANY = range(5000)


@pytest.fixture(scope="module")
def blocks(arena: RuleSet) -> Blocks:
    """Give a generator with the figures of P-C3 to P-C11, C8-6 and C9-20; the orc and the snail stand for the NPCs."""
    return Blocks(
        width=40,
        height=25,
        attempts=100,
        narrowest=5,
        widest=10,
        lowest=5,
        tallest=8,
        monsters_in_room=(0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 3, 3, 4),
        residents=(Dweller(arena.monsters["orc"], 80), Dweller(arena.monsters["snail"], 20)),
        items_in_room=(0, 0, 1, 1, 1, 1, 1, 2, 2),
        treasures=(
            Treasure(arena.items["fireball"], 30),
            Treasure(arena.items["bolt"], 20),
            Treasure(arena.items["potion"], 50),
        ),
    )


@pytest.fixture(scope="module")
def make(arena: RuleSet, blocks: Blocks) -> Callable[..., list[Plan]]:
    """Give a way to make levels with other numbers."""

    def make(seeds: range = SEEDS, **changes: object) -> list[Plan]:
        changed = attrs.evolve(blocks, **changes)  # type: ignore[arg-type]
        return [changed.generate(arena, PCG32(stream_seed(seed, 1))) for seed in seeds]

    return make


@pytest.fixture(scope="module")
def plans(make: Callable[..., list[Plan]]) -> list[Plan]:
    """Give the levels of all seeds."""
    return make()


@pytest.fixture(scope="module")
def lone(make: Callable[..., list[Plan]]) -> list[Plan]:
    """Give many levels of one room each, in which every draw can be seen."""
    return make(MANY, attempts=1)


@pytest.fixture(scope="module")
def boxes(lone: list[Plan]) -> list[tuple[int, int, int, int]]:
    """Give left, top, width and height of the lone rooms, walls included, as the rows count them."""
    found = []
    for plan in lone:
        cells = floors(plan)
        (left, top), (right, bottom) = min(cells), max(cells)
        assert len(cells) == (right - left + 1) * (bottom - top + 1)
        found.append((left - 1, top - 1, right - left + 2, bottom - top + 2))
    return found


def evenly(low: int, high: int) -> dict[int, Fraction]:
    """Give the same chance to every number of a range."""
    return dict.fromkeys(range(low, high + 1), Fraction(1, high - low + 1))


def by_the_rows(rng: PCG32) -> tuple[Point, set[Point]]:
    """Give the start and the floor of an empty level, made cell by cell as P-C3 to P-C9 tell."""
    cells: dict[tuple[int, int], str] = {}
    centers = []
    for _ in range(100):
        width, height = roll(rng, 5, 10), roll(rng, 5, 8)
        left, top = roll(rng, 0, 39 - width), roll(rng, 0, 24 - height)
        covered = [(x, y) for x in range(left, left + width) for y in range(top, top + height)]
        if not any(cell in cells for cell in covered):
            cells |= {(x, y): "#" if x == left or y == top else "." for x, y in covered}
            centers.append((left + width // 2, top + height // 2))
    for (x, y), (next_x, next_y) in itertools.pairwise(centers):
        cells |= {(across, y): "." for across in range(min(x, next_x), max(x, next_x) + 1)}
        cells |= {(next_x, down): "." for down in range(min(y, next_y), max(y, next_y))}
    return Point(*centers[0]), {Point(*cell) for cell, code in cells.items() if code == "."}


@pytest.mark.rows("P-C3", "P-C4", "P-C5", "P-C6", "P-C7", "P-C8", "P-C9")
def test_rooms_and_corridors_are_those_of_the_rows(make: Callable[..., list[Plan]]) -> None:
    """P-C3 to P-C9, cell by cell: a hundred attempts on empty cells, corridors across first, centres, the start."""
    plans = make(monsters_in_room=(), items_in_room=())

    assert [by_the_rows(PCG32(stream_seed(seed, 1))) for seed in SEEDS] == [
        (start_of(plan), floors(plan)) for plan in plans
    ]


@pytest.mark.rows("P-C4")
def test_rooms_are_five_to_ten_wide_and_five_to_eight_high(boxes: list[tuple[int, int, int, int]]) -> None:
    """P-C4: each size as likely as the others, one row and one column of it wall."""
    assert fits((width for _, _, width, _ in boxes), evenly(5, 10))
    assert fits((height for _, _, _, height in boxes), evenly(5, 8))


@pytest.mark.rows("P-C5")
def test_rooms_stand_anywhere_but_in_the_last_row_and_column(boxes: list[tuple[int, int, int, int]]) -> None:
    """P-C5: left 0 to 39 - w and top 0 to 24 - h, each as likely as the others, whatever the size."""
    for width in range(5, 11):
        assert fits((left for left, _, room, _ in boxes if room == width), evenly(0, 39 - width))
    for height in range(5, 9):
        assert fits((top for _, top, _, room in boxes if room == height), evenly(0, 24 - height))


@pytest.mark.rows("P-C8", "P-C9")
def test_the_player_starts_in_the_centre_of_the_first_room(
    lone: list[Plan], boxes: list[tuple[int, int, int, int]]
) -> None:
    """P-C8 and P-C9: the top left corner, wall included, and half the size, rounded down."""
    expected = [Point(left + width // 2, top + height // 2) for left, top, width, height in boxes]

    assert expected == [start_of(plan) for plan in lone]


@pytest.mark.rows("P-C10")
def test_monsters_in_a_room_come_by_the_list(lone: list[Plan]) -> None:
    """P-C10: 6, 4, 3, 2 and 1 sixteenths for 0 to 4, in the first room too."""
    chances = {number: Fraction(count, 16) for number, count in enumerate((6, 4, 3, 2, 1))}

    assert fits((len(plan.monsters) for plan in lone), chances)


@pytest.mark.rows("C8-6")
def test_items_in_a_room_come_by_the_list(lone: list[Plan]) -> None:
    """C8-6 and C9-19: 2, 5 and 2 ninths for 0, 1 and 2, so one on the average."""
    chances = {number: Fraction(count, 9) for number, count in enumerate((2, 5, 2))}

    assert fits((len(plan.items) for plan in lone), chances)


@pytest.mark.rows("P-C11")
def test_monsters_come_by_their_weights(lone: list[Plan]) -> None:
    """P-C11: four in five are orcs."""
    names = [kind.name for plan in lone for kind, _ in plan.monsters]

    assert fits(names, {"orc": Fraction(80, 100), "snail": Fraction(20, 100)})


def test_items_come_by_their_weights(lone: list[Plan]) -> None:
    """C9-20: 30 fireballs and 20 confusions to 50 potions."""
    names = [kind.name for plan in lone for kind, _ in plan.items]

    assert fits(names, {"fireball": Fraction(30, 100), "bolt": Fraction(20, 100), "potion": Fraction(50, 100)})


@pytest.mark.rows("C8-7")
def test_every_free_cell_of_a_room_is_as_likely(make: Callable[..., list[Plan]]) -> None:
    """C8-7: anywhere in the room but on the player; the same for monsters."""
    for changes, cells in (
        ({"monsters_in_room": (2,), "items_in_room": ()}, monster_cells),
        ({"monsters_in_room": (), "items_in_room": (2,)}, item_cells),
    ):
        plans = make(range(1500), attempts=1, widest=5, tallest=5, **changes)
        steps = [(at.x - start_of(plan).x, at.y - start_of(plan).y) for plan in plans for at in cells(plan)]
        around = set(itertools.product(range(-1, 3), repeat=2)) - {(0, 0)}

        assert 3000 == len(steps)
        assert fits(steps, dict.fromkeys(sorted(around), Fraction(1, 15)))


@pytest.mark.rows("C8-7", "C8-8")
def test_monsters_choose_before_items(make: Callable[..., list[Plan]]) -> None:
    """C8-8: where monsters fill a room nothing is left for items; C8-7: there are fewer then than asked for."""
    for plan in make(attempts=1, monsters_in_room=(100,), items_in_room=(100,)):
        assert floors(plan) - {start_of(plan)} == set(monster_cells(plan))
        assert not plan.items


@pytest.mark.rows("C8-7", "C8-8")
def test_items_take_what_is_left(make: Callable[..., list[Plan]]) -> None:
    """C8-7: neither the player's cell nor a monster's, and each cell once."""
    for plan in make(attempts=1, monsters_in_room=(3,), items_in_room=(100,)):
        taken = {start_of(plan), *monster_cells(plan)}

        assert 4 == len(taken)
        assert sorted(floors(plan) - taken) == sorted(item_cells(plan))


@pytest.mark.rows("P-C7")
def test_nobody_lives_in_a_corridor(make: Callable[..., list[Plan]]) -> None:
    """P-C7: corridors are dug when all rooms are furnished; every cell that is filled belongs to a room."""
    for plan in make(range(30), monsters_in_room=(100,), items_in_room=()):
        filled = {start_of(plan), *monster_cells(plan)}
        thin = [
            at
            for at in filled
            if not any(
                {at.offset(dx, 0), at.offset(0, dy), at.offset(dx, dy)} <= filled for dx in (-1, 1) for dy in (-1, 1)
            )
        ]

        assert [] == thin
        assert floors(plan) - filled


@pytest.mark.rows("P-C7")
def test_every_cell_of_floor_can_be_reached(plans: list[Plan]) -> None:
    """P-C7: each room is joined to the one before it."""
    assert [] == [seed for seed, plan in zip(SEEDS, plans, strict=True) if not is_connected(plan)]


@pytest.mark.rows("P-C4", "P-C5")
def test_the_border_is_wall_all_round(plans: list[Plan]) -> None:
    """P-C4 and P-C5: row and column 0 belong to walls, column 39 and row 24 to no room."""
    assert all(map(is_enclosed, plans))


@pytest.mark.rows("C8-7", "C8-8", "C8-9")
def test_everyone_and_everything_has_a_cell_of_floor_of_its_own(plans: list[Plan]) -> None:
    """C8-7 to C8-9: an item never starts under anyone, nor inside a wall."""
    for plan in plans:
        places = collections.Counter([start_of(plan), *monster_cells(plan), *item_cells(plan)])

        assert 1 == max(places.values())
        assert places.keys() <= floors(plan)


def test_the_same_seed_gives_the_same_plan(make: Callable[..., list[Plan]], plans: list[Plan]) -> None:
    """To the last item; and two seeds never give the same walls."""
    assert plans[:40] == make(range(40))
    assert len(SEEDS) == len({bytes(plan.terrain) for plan in plans})


def test_nothing_to_choose_from_leaves_the_rooms_empty(make: Callable[..., list[Plan]], arena: RuleSet) -> None:
    """No kinds, no weights and no numbers are all the same as nothing."""
    for changes in (
        {"residents": (), "treasures": ()},
        {"residents": (Dweller(arena.monsters["orc"], 0),), "treasures": (Treasure(arena.items["potion"], 0),)},
        {"monsters_in_room": (), "items_in_room": ()},
    ):
        assert not any(plan.monsters or plan.items for plan in make(range(10), **changes))


@pytest.mark.parametrize(
    "numbers",
    [
        {"narrowest": 9, "widest": 8},
        {"lowest": 5, "tallest": 4},
        {"width": 12, "narrowest": 12, "widest": 20},
        {"height": 8, "lowest": 8, "tallest": 20},
        {"attempts": 0},
        {"attempts": 1001},
        {"width": 201},
        {"height": 7},
        {"widest": 201},
        {"tallest": 201},
        {"narrowest": 1},
        {"lowest": 1},
        {"monsters_in_room": (1, 101)},
        {"items_in_room": (-1,)},
    ],
)
def test_numbers_that_cannot_be_are_refused(make: Callable[..., list[Plan]], numbers: dict[str, object]) -> None:
    """When the rule set is read, not when a game begins."""
    with pytest.raises(ValueError, match="must be"):
        make(range(1), **numbers)


@pytest.mark.parametrize("weight", [-1, 1_000_001])
def test_weights_have_limits(arena: RuleSet, weight: int) -> None:
    """Their sum must stay within what one roll can give."""
    with pytest.raises(ValueError, match="weight"):
        Dweller(arena.monsters["orc"], weight)
    with pytest.raises(ValueError, match="weight"):
        Treasure(arena.items["potion"], weight)


def test_rooms_larger_than_the_level_are_cut_to_fit(make: Callable[..., list[Plan]]) -> None:
    """The last row and column stay wall, however large a room may be."""
    for plan in make(range(40), widest=200, tallest=200):
        assert is_enclosed(plan)
        assert is_connected(plan)
