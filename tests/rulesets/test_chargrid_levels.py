"""The levels of chargrid as they are made: rooms, corridors, who lives there and what lies there."""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.dice import roll
from roguelike.engine.game import LEVEL_STREAM, new_game
from roguelike.engine.geometry import Point
from roguelike.engine.parts.mapgen.tables import LootEntry, SpawnEntry
from roguelike.engine.rng import PCG32, stream_seed
from roguelike.tutorials.mapgen.blocks import Blocks
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

    from roguelike.engine.level_plan import LevelPlan

CHARGRID = load_ruleset("chargrid")


def levels(seeds: Iterable[int], **changes: object) -> list[LevelPlan]:
    """Return the levels of new games, with other numbers for the generator."""
    rules = with_generator(CHARGRID, **changes)
    return [plan_of(new_game(rules, seed)) for seed in seeds]


def by_the_rows(rng: PCG32) -> tuple[Point, set[Point]]:
    """Return the start and the floor of an empty level, made cell by cell as P-C3 to P-C9 tell."""
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


def test_the_figures_of_a_level() -> None:
    """To the last digit, which no count of games would show."""
    monsters, items = CHARGRID.monsters, CHARGRID.items
    figures = Blocks(
        width=40,
        height=25,
        attempts=100,
        narrowest=5,
        widest=10,
        lowest=5,
        tallest=8,
        monsters_in_room=(0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 3, 3, 4),
        residents=(SpawnEntry(monsters["orc"], 80), SpawnEntry(monsters["troll"], 20)),
        items_in_room=(0, 0, 1, 1, 1, 1, 1, 2, 2),
        treasures=(
            LootEntry(items["health potion"], 50),
            LootEntry(items["fireball scroll"], 30),
            LootEntry(items["confusion scroll"], 20),
        ),
    )

    assert figures == CHARGRID.generator


@pytest.mark.rows("P-C3", "P-C4", "P-C5", "P-C6", "P-C7", "P-C8", "P-C9")
def test_rooms_and_corridors_are_those_of_the_rows() -> None:
    """Cell by cell: a hundred attempts on empty cells, corridors across first, centres, the start."""
    made = levels(range(100), monsters_in_room=(), items_in_room=())

    assert {(40, 25)} == {(plan.grid.width, plan.grid.height) for plan in made}
    assert [by_the_rows(PCG32(stream_seed(seed, LEVEL_STREAM, 1))) for seed in range(100)] == [
        (start_of(plan), floors(plan)) for plan in made
    ]


@pytest.mark.rows("P-C4", "P-C5", "P-C8", "P-C9")
def test_rooms_are_of_every_size_and_stand_anywhere_but_in_the_last_row_and_column() -> None:
    """5 to 10 wide and 5 to 8 high with a wall above and to the left, each place as likely; the start is the centre."""
    made = levels(range(2000), attempts=1, monsters_in_room=(), items_in_room=())
    rooms = boxes(made)

    assert fits((width for _, _, width, _ in rooms), evenly(5, 10))
    assert fits((height for _, _, _, height in rooms), evenly(5, 8))
    for size in range(5, 11):
        assert fits((left for left, _, width, _ in rooms if width == size), evenly(0, 39 - size))
    for size in range(5, 9):
        assert fits((top for _, top, _, height in rooms if height == size), evenly(0, 24 - size))
    assert [Point(left + width // 2, top + height // 2) for left, top, width, height in rooms] == list(
        map(start_of, made)
    )


@pytest.mark.rows("C8-6", "C9-19", "C9-20", "P-C10", "P-C11")
def test_who_and_what_a_room_holds_comes_by_the_published_chances() -> None:
    """Up to four NPCs, in the player's room too, four in five of them orcs; up to two items, half of them potions."""
    rooms = levels(range(1500), attempts=1)
    npcs = {number: Fraction(count, 16) for number, count in enumerate((6, 4, 3, 2, 1))}
    items = {number: Fraction(count, 9) for number, count in enumerate((2, 5, 2))}
    kinds = {
        "health potion": Fraction(50, 100),
        "fireball scroll": Fraction(30, 100),
        "confusion scroll": Fraction(1, 5),
    }

    assert fits((len(room.monsters) for room in rooms), npcs)
    assert fits((len(room.items) for room in rooms), items)
    assert fits(
        (kind.name for room in rooms for kind, _ in room.monsters), {"orc": Fraction(4, 5), "troll": Fraction(1, 5)}
    )
    assert fits((kind.name for room in rooms for kind, _ in room.items), kinds)


@pytest.mark.rows("C8-7")
def test_every_free_cell_of_a_room_is_as_likely() -> None:
    """Anywhere in the room but on the player; the same for NPCs."""
    for changes, cells in (
        ({"monsters_in_room": (2,), "items_in_room": ()}, monster_cells),
        ({"monsters_in_room": (), "items_in_room": (2,)}, item_cells),
    ):
        rooms = levels(range(700), attempts=1, widest=5, tallest=5, **changes)
        steps = [(at.x - start_of(room).x, at.y - start_of(room).y) for room in rooms for at in cells(room)]
        around = set(itertools.product(range(-1, 3), repeat=2)) - {(0, 0)}

        assert 1400 == len(steps)
        assert fits(steps, dict.fromkeys(sorted(around), Fraction(1, 15)))


@pytest.mark.rows("C8-7", "C8-8")
@pytest.mark.parametrize("monsters", [3, 100])
def test_monsters_choose_before_items_which_take_what_is_left(monsters: int) -> None:
    """Each cell once: where monsters fill the room there are fewer items than asked for, none at all."""
    for room in levels(range(100), attempts=1, monsters_in_room=(monsters,), items_in_room=(100,)):
        free = floors(room) - {start_of(room)}

        assert min(monsters, len(free)) == len(set(monster_cells(room)))
        assert sorted(free - set(monster_cells(room))) == sorted(item_cells(room))


@pytest.mark.rows("P-C7")
def test_corridors_are_dug_when_all_rooms_are_furnished() -> None:
    """Nobody lives in one, however many there are: every cell that is filled belongs to a room."""
    for level in levels(range(30), monsters_in_room=(100,), items_in_room=()):
        filled = {start_of(level), *monster_cells(level)}
        corners = itertools.product((-1, 1), repeat=2)
        squares = [[(dx, 0), (0, dy), (dx, dy)] for dx, dy in corners]

        assert all(any({at.offset(*step) for step in square} <= filled for square in squares) for at in filled)
        assert floors(level) - filled


@pytest.mark.rows("C8-7", "C8-8", "C8-9", "P-C3", "P-C7")
def test_a_level_begins_with_each_thing_on_a_cell_of_its_own() -> None:
    """No item starts under an NPC, under the player, on another item or in a wall."""
    for level in levels(range(60)):
        places = [start_of(level), *monster_cells(level), *item_cells(level)]

        assert len(places) == len(set(places))
        assert set(places) <= floors(level)


@pytest.mark.rows("P-C26")
def test_whoever_is_higher_on_the_map_acts_first() -> None:
    """NPCs are numbered row by row, as the document's are created, and act by their numbers (ruling D27)."""
    for seed in range(30):
        monsters = new_game(CHARGRID, seed).world.level.actors[1:]
        places = [(actor.at.y, actor.at.x) for actor in monsters]

        assert sorted(places) == places
        assert list(range(2, 2 + len(monsters))) == [actor.id for actor in monsters]
