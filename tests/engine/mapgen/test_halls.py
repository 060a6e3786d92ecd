"""Levels of rooms that stand apart, by the figures of the tcod and roguebasin tutorials."""

from __future__ import annotations

import collections
import itertools
from fractions import Fraction
from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.engine.dice import roll
from roguelike.engine.geometry import Point
from roguelike.engine.mapgen.halls import Halls
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

SEEDS = range(100)
MANY = range(4000)

TINY = {"narrowest": 3, "widest": 3, "lowest": 3, "tallest": 3, "attempts": 1}
"""One room of four cells, of which the player has one: whoever tries a cell often finds it taken."""


@pytest.fixture(scope="module")
def halls(arena: RuleSet) -> Halls:
    """Give a generator with the figures of P-T2, P-T4, P-T9 and T9-40; the orc and the snail stand for the monsters."""
    return Halls(
        width=80,
        height=43,
        attempts=30,
        narrowest=6,
        widest=10,
        lowest=6,
        tallest=10,
        most_monsters=3,
        residents=(Dweller(arena.monsters["orc"], 80), Dweller(arena.monsters["snail"], 20)),
        most_items=2,
        treasures=(
            Treasure(arena.items["potion"], 70),
            Treasure(arena.items["fireball"], 10),
            Treasure(arena.items["bolt"], 10),
            Treasure(arena.items["lightning"], 10),
        ),
    )


@pytest.fixture(scope="module")
def make(arena: RuleSet, halls: Halls) -> Callable[..., list[Plan]]:
    """Give a way to make levels with other numbers."""

    def make(seeds: range = SEEDS, **changes: object) -> list[Plan]:
        changed = attrs.evolve(halls, **changes)  # type: ignore[arg-type]
        return [changed.generate(arena, PCG32(stream_seed(seed, 1))) for seed in seeds]

    return make


@pytest.fixture(scope="module", params=[False, True], ids=["tcod", "roguebasin"])
def plans(make: Callable[..., list[Plan]], request: pytest.FixtureRequest) -> list[Plan]:
    """Give the levels of all seeds, once with items that share cells and once without."""
    return make(items_share=request.param)


@pytest.fixture(scope="module")
def boxes(make: Callable[..., list[Plan]]) -> list[tuple[int, int, int, int]]:
    """Give x, y, w and h of lone rooms, walls included, as the rows count them."""
    found = []
    for plan in make(MANY, attempts=1, most_monsters=0, most_items=0):
        cells = floors(plan)
        (left, top), (right, bottom) = min(cells), max(cells)
        assert len(cells) == (right - left + 1) * (bottom - top + 1)
        assert Point((left - 1 + right + 1) // 2, (top - 1 + bottom + 1) // 2) == plan.start
        found.append((left - 1, top - 1, right - left + 2, bottom - top + 2))
    return found


def evenly(low: int, high: int) -> dict[int, Fraction]:
    """Give the same chance to every number of a range."""
    return dict.fromkeys(range(low, high + 1), Fraction(1, high - low + 1))


def by_the_rows(rng: PCG32) -> tuple[Point, set[Point], list[bool]]:
    """Give the start, the floor and the coins of an empty level, made as P-T2 and P-T3 tell."""
    rooms: list[tuple[int, int, int, int]] = []
    floor: set[Point] = set()
    centers, coins = [], []
    for _ in range(30):
        w, h = roll(rng, 6, 10), roll(rng, 6, 10)
        x1, y1 = roll(rng, 0, 80 - w - 1), roll(rng, 0, 43 - h - 1)
        x2, y2 = x1 + w, y1 + h
        if any(x1 <= x4 and x2 >= x3 and y1 <= y4 and y2 >= y3 for x3, y3, x4, y4 in rooms):
            continue
        rooms.append((x1, y1, x2, y2))
        centers.append(Point((x1 + x2) // 2, (y1 + y2) // 2))
        floor |= {Point(x, y) for x in range(x1 + 1, x2) for y in range(y1 + 1, y2)}
        if len(centers) > 1:
            a, b = centers[-2:]
            coins.append(roll(rng, 0, 99) < 50)
            floor |= {Point(x, (a if coins[-1] else b).y) for x in range(min(a.x, b.x), max(a.x, b.x) + 1)}
            floor |= {Point((b if coins[-1] else a).x, y) for y in range(min(a.y, b.y), max(a.y, b.y) + 1)}
        for _ in range(2):
            assert 0 == roll(rng, 0, 0)  # how many monsters, how many items
    return centers[0], floor, coins


def after_tries(cells: int, taken: int, tries: int) -> dict[int, Fraction]:
    """Give the chances of how many of `tries` find a free cell, when none shares and so many are taken before."""
    chances = {0: Fraction(1)}
    for _ in range(tries):
        following: dict[int, Fraction] = collections.defaultdict(Fraction)
        for placed, chance in chances.items():
            free = Fraction(cells - taken - placed, cells)
            following[placed + 1] += chance * free
            following[placed] += chance * (1 - free)
        chances = following
    return chances


def crowds(*, items_share: bool) -> dict[tuple[int, int], Fraction]:
    """Give the exact chances of so many monsters and so many items in a tiny room."""
    chances: dict[tuple[int, int], Fraction] = collections.defaultdict(Fraction)
    for tries in range(4):
        for monsters, chance in after_tries(4, 1, tries).items():
            for item_tries in range(3):
                alone = after_tries(4, 1 + monsters, item_tries)
                free = Fraction(3 - monsters, 4)
                shared = {
                    items: ways * free**items * (1 - free) ** (item_tries - items)
                    for items, ways in enumerate(((1,), (1, 1), (1, 2, 1))[item_tries])
                }
                for items, part in (shared if items_share else alone).items():
                    chances[monsters, items] += chance * part / 12
    return chances


@pytest.mark.rows("P-T2", "P-T3")
def test_rooms_and_tunnels_are_those_of_the_rows(make: Callable[..., list[Plan]]) -> None:
    """P-T2 and P-T3, cell by cell: thirty attempts, none touching another, tunnels by a coin to the room before."""
    plans = make(most_monsters=0, most_items=0)
    expected = [by_the_rows(PCG32(stream_seed(seed, 1))) for seed in SEEDS]

    assert [(start, floor) for start, floor, _ in expected] == [(start_of(plan), floors(plan)) for plan in plans]
    assert fits((coin for *_, coins in expected for coin in coins), dict.fromkeys((True, False), Fraction(1, 2)))


@pytest.mark.rows("P-T2")
def test_rooms_are_six_to_ten_wide_and_high(boxes: list[tuple[int, int, int, int]]) -> None:
    """P-T2: each size as likely as the others, the interior one cell inside."""
    assert fits((w for _, _, w, _ in boxes), evenly(6, 10))
    assert fits((h for _, _, _, h in boxes), evenly(6, 10))


@pytest.mark.rows("P-T2")
def test_rooms_stand_anywhere_but_in_the_last_row_and_column(boxes: list[tuple[int, int, int, int]]) -> None:
    """P-T2: x 0 to 80 - w - 1 and y 0 to 43 - h - 1, each as likely as the others, whatever the size."""
    for size in range(6, 11):
        assert fits((x for x, _, w, _ in boxes if w == size), evenly(0, 80 - size - 1))
        assert fits((y for _, y, _, h in boxes if h == size), evenly(0, 43 - size - 1))


@pytest.mark.rows("P-R3", "P-T4", "P-T9", "T9-39")
@pytest.mark.parametrize("items_share", [False, True], ids=["T9-39", "P-R3"])
def test_rooms_hold_as_many_as_find_a_free_cell(make: Callable[..., list[Plan]], items_share: bool) -> None:  # noqa: FBT001 -- pytest gives it by name
    """P-T4, P-T9, T9-39 and P-R3: 0 to 3 monsters and 0 to 2 items, each lost whose one cell is taken."""
    plans = make(range(8000), **TINY, items_share=items_share)

    assert fits(((len(plan.monsters), len(plan.items)) for plan in plans), crowds(items_share=items_share))


@pytest.mark.rows("P-T4", "P-T9")
def test_numbers_that_may_be_are_all_as_likely(make: Callable[..., list[Plan]]) -> None:
    """P-T4 and P-T9: where nearly every cell is free, 0 to 3 monsters and 0 to 2 items come up alike."""
    large = {"narrowest": 11, "widest": 11, "lowest": 7, "tallest": 7, "width": 12, "height": 8}
    plans = make(range(2000), attempts=1, **large)
    alike = {number: Fraction(1, 4) for number in range(4)}
    monsters: dict[int, Fraction] = collections.defaultdict(Fraction)
    for tries, part in alike.items():
        for number, chance in after_tries(60, 1, tries).items():
            monsters[number] += part * chance

    assert fits((len(plan.monsters) for plan in plans), monsters)


@pytest.mark.rows("P-T4", "T9-39")
def test_every_free_cell_of_a_room_is_as_likely(make: Callable[..., list[Plan]]) -> None:
    """P-T4 and T9-39: at a random interior cell, the player's excepted."""
    small = {"narrowest": 5, "widest": 5, "lowest": 5, "tallest": 5, "attempts": 1}
    around = set(itertools.product(range(-1, 3), repeat=2)) - {(0, 0)}
    for changes, cells in (({"most_items": 0}, monster_cells), ({"most_monsters": 0}, item_cells)):
        plans = make(range(3000), **small, **changes)
        steps = [(at.x - start_of(plan).x, at.y - start_of(plan).y) for plan in plans for at in cells(plan)]

        assert fits(steps, dict.fromkeys(sorted(around), Fraction(1, 15)))


@pytest.mark.rows("P-T4")
def test_monsters_come_by_their_weights(plans: list[Plan]) -> None:
    """P-T4 by ruling D9: four in five are orcs."""
    names = [kind.name for plan in plans for kind, _ in plan.monsters]

    assert fits(names, {"orc": Fraction(80, 100), "snail": Fraction(20, 100)})


@pytest.mark.rows("R9-23", "T9-40")
def test_items_come_by_their_weights(plans: list[Plan]) -> None:
    """T9-40 and R9-23 by ruling D9: 70, 10, 10 and 10 in a hundred."""
    names = [kind.name for plan in plans for kind, _ in plan.items]
    tenth = Fraction(1, 10)

    assert fits(names, {"potion": 7 * tenth, "fireball": tenth, "bolt": tenth, "lightning": tenth})


@pytest.mark.rows("P-T4")
def test_the_first_room_is_not_exempt(make: Callable[..., list[Plan]]) -> None:
    """P-T4: monsters may live where the player starts."""
    assert any(plan.monsters for plan in make(attempts=1))


@pytest.mark.rows("P-R3", "T9-39")
def test_items_share_cells_only_where_they_may(make: Callable[..., list[Plan]]) -> None:
    """P-R3 lets items lie on items, T9-39 does not; neither lets them lie under anyone."""
    for items_share in (False, True):
        plans = make(range(400), **TINY, items_share=items_share)
        piles = [plan for plan in plans if len(set(item_cells(plan))) < len(plan.items)]

        assert items_share == bool(piles)
        assert not any({start_of(plan), *monster_cells(plan)} & set(item_cells(plan)) for plan in plans)


@pytest.mark.rows("P-T4", "T9-39")
def test_everyone_has_a_cell_of_floor_alone(plans: list[Plan]) -> None:
    """P-T4: no two monsters, and none on the player."""
    for plan in plans:
        places = [start_of(plan), *monster_cells(plan)]

        assert len(places) == len(set(places))
        assert {*places, *item_cells(plan)} <= floors(plan)
        assert not set(places) & set(item_cells(plan))


@pytest.mark.rows("P-T3")
def test_every_cell_of_floor_can_be_reached(plans: list[Plan]) -> None:
    """P-T3: each room is joined to the one before it."""
    assert [] == [seed for seed, plan in zip(SEEDS, plans, strict=True) if not is_connected(plan)]


@pytest.mark.rows("P-T2")
def test_the_border_is_wall_all_round(plans: list[Plan]) -> None:
    """P-T2: the interior is one cell inside, and the last row and column belong to no room."""
    assert all(map(is_enclosed, plans))


def test_the_same_seed_gives_the_same_plan(make: Callable[..., list[Plan]]) -> None:
    """To the last item; and two seeds never give the same walls."""
    plans = make(range(40))

    assert plans == make(range(40))
    assert 40 == len({bytes(plan.terrain) for plan in plans})


def test_nothing_to_choose_from_leaves_the_rooms_empty(make: Callable[..., list[Plan]], arena: RuleSet) -> None:
    """No kinds, no weights and no numbers are all the same as nothing."""
    for changes in (
        {"residents": (), "treasures": ()},
        {"residents": (Dweller(arena.monsters["orc"], 0),), "treasures": (Treasure(arena.items["potion"], 0),)},
        {"most_monsters": 0, "most_items": 0},
    ):
        assert not any(plan.monsters or plan.items for plan in make(range(10), **changes))


@pytest.mark.parametrize(
    "numbers",
    [
        {"narrowest": 9, "widest": 8},
        {"lowest": 9, "tallest": 8},
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
        {"most_monsters": 101},
        {"most_items": -1},
    ],
)
def test_numbers_that_cannot_be_are_refused(make: Callable[..., list[Plan]], numbers: dict[str, object]) -> None:
    """When the rule set is read, not when a game begins."""
    with pytest.raises(ValueError, match="must be"):
        make(range(1), **numbers)
