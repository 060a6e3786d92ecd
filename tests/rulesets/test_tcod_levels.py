"""The levels of tcod and roguebasin as they are made: rooms, tunnels, who lives there and what lies there."""

from __future__ import annotations

import collections
import itertools
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.dice import roll
from roguelike.engine.game import LEVEL_STREAM, new_game
from roguelike.engine.geometry import Point
from roguelike.engine.parts.mapgen.tables import LootEntry
from roguelike.engine.rng import PCG32, stream_seed
from roguelike.tutorials.mapgen.halls import Halls
from tests.engine.mapgen.plans import (
    boxes,
    evenly,
    fits,
    floors,
    item_cells,
    monster_cells,
    plan_of,
    start_of,
    with_generator,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.level_plan import LevelPlan

TCOD, ROGUEBASIN = load_ruleset("tcod"), load_ruleset("roguebasin")
POTION, FIREBALL, CONFUSION, LIGHTNING = "Healing Potion", "Fireball Scroll", "Confusion Scroll", "Lightning Scroll"

TINY = {"narrowest": 3, "widest": 3, "lowest": 3, "tallest": 3, "attempts": 1}
"""One room of four cells, of which the player has one: whoever tries a cell often finds it taken."""

both = pytest.mark.parametrize("rules", [TCOD, ROGUEBASIN], ids=["tcod", "roguebasin"])


def levels(rules: RuleSet, seeds: Iterable[int], **changes: object) -> list[LevelPlan]:
    """Return the levels of new games, with other numbers for the generator."""
    changed = with_generator(rules, **changes)
    return [plan_of(new_game(changed, seed)) for seed in seeds]


def by_the_rows(rng: PCG32) -> tuple[Point, set[Point], list[bool]]:
    """Return the start, the floor and the coins of an empty level, made as P-T2 and P-T3 tell."""
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
    """Return the chances of how many of `tries` find a free cell, when none shares and so many are taken before."""
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
    """Return the exact chances of so many monsters and so many items in a tiny room."""
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


@pytest.mark.parametrize(
    ("rules", "shares", "items"),
    [
        (TCOD, False, {POTION: 70, FIREBALL: 10, CONFUSION: 10, LIGHTNING: 10}),
        (
            ROGUEBASIN,
            True,
            {"healing potion": 70, "scroll of lightning bolt": 10, "scroll of fireball": 10, "scroll of confusion": 10},
        ),
    ],
    ids=["tcod", "roguebasin"],
)
def test_the_figures_of_a_level(rules: RuleSet, shares: bool, items: dict[str, int]) -> None:  # noqa: FBT001 -- pytest gives it by name
    """To the last digit, which no count of games would show."""
    halls = rules.generator
    assert isinstance(halls, Halls)

    assert (80, 43, 30) == (halls.width, halls.height, halls.attempts)
    assert (6, 10, 6, 10) == (halls.narrowest, halls.widest, halls.lowest, halls.tallest)
    assert (3, 2, shares) == (halls.most_monsters, halls.most_items, halls.items_share)
    assert [80, 20] == [resident.weight for resident in halls.residents]
    assert items == {treasure.item.name: treasure.weight for treasure in halls.treasures}


@pytest.mark.rows("P-T1", "P-T2", "P-T3")
@both
def test_rooms_and_tunnels_are_those_of_the_rows(rules: RuleSet) -> None:
    """Cell by cell: 80 by 43, thirty attempts, none touching another, tunnels by a coin to the room before."""
    made = levels(rules, range(60), most_monsters=0, most_items=0)
    expected = [by_the_rows(PCG32(stream_seed(seed, LEVEL_STREAM, 1))) for seed in range(60)]

    assert {(80, 43)} == {(plan.grid.width, plan.grid.height) for plan in made}
    assert [(start, floor) for start, floor, _ in expected] == [(start_of(plan), floors(plan)) for plan in made]
    assert fits((coin for *_, coins in expected for coin in coins), dict.fromkeys((True, False), Fraction(1, 2)))


@pytest.mark.rows("P-T2", "P-T3")
def test_rooms_are_of_every_size_and_stand_anywhere_but_in_the_last_row_and_column() -> None:
    """6 to 10 wide and high with a wall above and to the left, each place as likely; the start is the centre."""
    made = levels(TCOD, range(2500), attempts=1, most_monsters=0, most_items=0)
    rooms = boxes(made)

    assert fits((w for _, _, w, _ in rooms), evenly(6, 10))
    assert fits((h for _, _, _, h in rooms), evenly(6, 10))
    for size in range(6, 11):
        assert fits((x for x, _, w, _ in rooms if w == size), evenly(0, 80 - size - 1))
        assert fits((y for _, y, _, h in rooms if h == size), evenly(0, 43 - size - 1))
    assert [Point((x + x + w) // 2, (y + y + h) // 2) for x, y, w, h in rooms] == list(map(start_of, made))


@pytest.mark.rows("P-R3", "P-T4", "P-T9", "T9-39")
@both
def test_rooms_hold_as_many_as_find_a_free_cell(rules: RuleSet) -> None:
    """0 to 3 monsters and 0 to 2 items, each lost whose one cell is taken; items share a cell in roguebasin alone."""
    rooms = levels(rules, range(1500), **TINY)
    share = rules is ROGUEBASIN

    assert fits(((len(room.monsters), len(room.items)) for room in rooms), crowds(items_share=share))
    assert share == any(len(set(item_cells(room))) < len(room.items) for room in rooms)


@pytest.mark.rows("P-T4", "T9-39")
def test_every_free_cell_of_a_room_is_as_likely() -> None:
    """At a random interior cell, the player's excepted."""
    small = {"narrowest": 5, "widest": 5, "lowest": 5, "tallest": 5, "attempts": 1}
    around = set(itertools.product(range(-1, 3), repeat=2)) - {(0, 0)}
    for changes, cells in (({"most_items": 0}, monster_cells), ({"most_monsters": 0}, item_cells)):
        rooms = levels(TCOD, range(700), **small, **changes)
        steps = [(at.x - start_of(room).x, at.y - start_of(room).y) for room in rooms for at in cells(room)]

        assert fits(steps, dict.fromkeys(sorted(around), Fraction(1, 15)))


@pytest.mark.rows("P-T4", "R9-23", "T9-40")
@pytest.mark.parametrize(
    ("rules", "monsters", "items"),
    [
        (TCOD, ("Orc", "Troll"), (POTION, FIREBALL, CONFUSION, LIGHTNING)),
        (
            ROGUEBASIN,
            ("orc", "troll"),
            ("healing potion", "scroll of lightning bolt", "scroll of fireball", "scroll of confusion"),
        ),
    ],
    ids=["tcod", "roguebasin"],
)
def test_kinds_come_by_exact_percentages(rules: RuleSet, monsters: tuple[str, ...], items: tuple[str, ...]) -> None:
    """80 and 20 in a hundred, and 70, 10, 10 and 10 (ruling D9), the first room no exception."""
    rooms = levels(rules, range(800), attempts=1)
    shares = [Fraction(percent, 100) for percent in (80, 20, 70, 10, 10, 10)]
    found = [kind.name for room in rooms for kind, _ in room.monsters]

    assert fits(found, dict(zip(monsters, shares[:2], strict=True)))
    assert fits((kind.name for room in rooms for kind, _ in room.items), dict(zip(items, shares[2:], strict=True)))


@pytest.mark.rows("T9-41")
@pytest.mark.parametrize("weights", [{POTION: 70, LIGHTNING: 30}, {POTION: 70, FIREBALL: 15, LIGHTNING: 15}])
def test_the_tables_of_the_earlier_steps_can_be_had(weights: dict[str, int]) -> None:
    """70 and 30, then 70, 15 and 15: a change of the table is all it takes."""
    treasures = tuple(LootEntry(TCOD.items[name], weight) for name, weight in weights.items())
    rooms = levels(TCOD, range(800), attempts=1, treasures=treasures)

    assert fits(
        (kind.name for room in rooms for kind, _ in room.items),
        {name: Fraction(weight, 100) for name, weight in weights.items()},
    )


@pytest.mark.rows("P-R3", "P-T4", "P-T9", "T9-39")
@both
def test_everyone_has_a_cell_of_floor_alone(rules: RuleSet) -> None:
    """No two monsters, none on the player, and no item where anyone stands; in tcod none on another one."""
    for level in levels(rules, range(60)):
        places = [start_of(level), *monster_cells(level)]

        assert len(places) == len(set(places))
        assert {*places, *item_cells(level)} <= floors(level)
        assert not set(places) & set(item_cells(level))
        assert rules is ROGUEBASIN or len(level.items) == len(set(item_cells(level)))
