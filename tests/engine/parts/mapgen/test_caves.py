"""Caves, by the figures and the reference vectors of the kasidin tutorial."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.engine.dice import roll
from roguelike.engine.geometry import CARDINALS, Point
from roguelike.engine.grid import Grid, board_of, cells_of
from roguelike.engine.level_plan import NoLevel
from roguelike.engine.parts.mapgen.caves import Caves, any_floor, flood, hollow, smooth
from roguelike.engine.parts.mapgen.population import SpawnEntry
from roguelike.engine.rng import PCG32, stream_seed
from tests.engine.mapgen.plans import floors, is_connected, is_enclosed, monster_cells, start_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.level_plan import LevelPlan

SEEDS = range(60)

VECTORS = [
    (1, 50, 1266, "885267f47a06da07", 0xD5EE063CDEAF723F, (20, 25)),
    (42, 50, 1341, "4699e2bdf49c12c9", 0x1AA92F8362203EA0, (34, 8)),
    (1, 100, 5475, "c8866c309a98bf76", 0xED9B8F53DCE26D2B, (20, 65)),
    (42, 100, 5471, "8b57d9ea7df497a6", 0xF0A0D16956857330, (75, 39)),
]
"""Seed, size, open cells, the start of the digest, the generator's state after, and the next random floor."""


@pytest.fixture(scope="module")
def caves(arena: RuleSet) -> Caves:
    """Return a generator with the figures of P-K3 and P-K7, in the size of week 6."""
    return Caves(width=50, height=50, walls=45, passes=5, tries=50, residents=(SpawnEntry(arena.monsters["orc"], 1),))


@pytest.fixture(scope="module")
def make(arena: RuleSet, caves: Caves) -> Callable[..., list[LevelPlan]]:
    """Return a generator of levels with other numbers."""

    def make(seeds: range = SEEDS, **changes: object) -> list[LevelPlan]:
        changed = attrs.evolve(caves, **changes)  # type: ignore[arg-type]
        return [changed.generate(arena, PCG32(stream_seed(seed, 1))) for seed in seeds]

    return make


@pytest.fixture(scope="module")
def plans(make: Callable[..., list[LevelPlan]]) -> list[LevelPlan]:
    """Return the levels of all seeds."""
    return make()


def board(grid: Grid, floor: set[Point]) -> int:
    """Return a set of points as a bitboard."""
    return board_of(map(grid.index, floor))


def points(grid: Grid, floor: int) -> set[Point]:
    """Return a bitboard as a set of points."""
    return set(map(grid.point, cells_of(floor)))


def walls_near(grid: Grid, floor: set[Point], at: Point, radius: int) -> int:
    """Count walls by P-K4: cells outside and the cell itself count, but not (0, 0); 0 on the low edges."""
    if at.x < radius or at.y < radius:
        return 0
    square = [at.offset(dx, dy) for dy in range(-radius, radius + 1) for dx in range(-radius, radius + 1)]
    return sum(cell != (0, 0) and not (grid.contains(cell) and cell in floor) for cell in square)


def smoothed(grid: Grid, floor: set[Point]) -> set[Point]:
    """Smooth a cave once by P-K3, cell by cell."""
    return {at for at in grid.points() if walls_near(grid, floor, at, 1) < 5 and walls_near(grid, floor, at, 2) > 1}


def flooded(grid: Grid, floor: set[Point], start: Point) -> set[Point]:
    """Flood from an open cell by P-K5, cell by cell."""
    inner = {at for at in floor if 1 <= at.x <= grid.width - 2 and 1 <= at.y <= grid.height - 2}
    seen, front = {start}, [start]
    while front:
        at = front.pop()
        for found in map(at.step, CARDINALS):
            if found in inner and found not in seen:
                seen.add(found)
                front.append(found)
    return seen & inner


def by_the_rows(grid: Grid, rng: PCG32) -> tuple[set[Point], int]:
    """Return the floor of a cave and the number of attempts; only the smoothing, tested elsewhere, is the fast one."""
    for begun in range(1, 1000):
        floor = {at for at in grid.points() if not roll(rng, 1, 100) <= 45}
        for _ in range(5):
            floor = points(grid, smooth(grid, board(grid, floor)))
        cave: set[Point] = set()
        for _ in range(101):
            x = roll(rng, 0, grid.width - 1)
            start = Point(x, roll(rng, 0, grid.height - 1))
            if start in floor:
                cave = flooded(grid, floor, start)
                break
        if 2 * len(cave) >= grid.width * grid.height:
            return cave, begun
    raise AssertionError


@pytest.mark.parametrize(("seed", "size", "count", "digest", "state", "floor"), VECTORS)
def test_caves_are_those_of_the_vectors(  # noqa: PLR0917 -- one vector
    seed: int, size: int, count: int, digest: str, state: int, floor: tuple[int, int]
) -> None:
    """Section 5.11: the cave, the state of the generator after it, and the player's cell (P-K3 to P-K6)."""
    rng = PCG32(seed)
    grid = Grid(size, size)
    cave = hollow(grid, rng, walls=45, passes=5)
    text = "".join(".#"[not cave >> grid.index(at) & 1] for at in grid.points())

    assert count == text.count(".")
    assert digest == hashlib.sha256(text.encode()).hexdigest()[:16]
    assert state == rng.state
    assert floor == any_floor(grid, cave, rng)


@pytest.mark.parametrize(("seed", "size", "floor"), [(seed, size, floor) for seed, size, *_, floor in VECTORS])
def test_the_player_starts_on_the_next_random_floor(
    arena: RuleSet, caves: Caves, seed: int, size: int, floor: tuple[int, int]
) -> None:
    """P-K6 and section 5.11, for a whole level of P-K2."""
    plan = attrs.evolve(caves, width=size, height=size).generate(arena, PCG32(seed))

    assert floor == plan.start


@pytest.mark.parametrize(("width", "height"), [(3, 3), (5, 4), (12, 12), (17, 9), (9, 23)])
@pytest.mark.parametrize("walls", [3, 15, 45, 60])
def test_smoothing_counts_as_the_rows_count(width: int, height: int, walls: int) -> None:
    """P-K3 and P-K4, cell by cell on noise of any density: 5 of 9, 1 of 25, and all quirks at the edges."""
    grid = Grid(width, height)
    rng = PCG32(walls)
    for _ in range(20):
        floor = {at for at in grid.points() if roll(rng, 1, 100) > walls}

        assert smoothed(grid, floor) == points(grid, smooth(grid, board(grid, floor)))


@pytest.mark.parametrize("wall", [Point(4, 4), Point(0, 0)])
def test_the_cell_in_the_corner_never_counts(wall: Point) -> None:
    """P-K4: (2, 2) has two walls among its 25 cells and stays floor, unless one of the two is the one at (0, 0)."""
    grid = Grid(12, 12)
    floor = set(grid.points()) - {Point(3, 3), wall}

    assert (wall != (0, 0)) == (Point(2, 2) in points(grid, smooth(grid, board(grid, floor))))


def test_the_cell_itself_counts() -> None:
    """P-K4: a wall with four of its neighbours stays wall, a floor with the same four stays floor."""
    grid = Grid(12, 12)
    around = {Point(5, 5), Point(6, 5), Point(7, 5), Point(5, 6)}
    for walls in (around, around | {Point(6, 6)}):
        floor = set(grid.points()) - walls

        assert (walls == around) == (Point(6, 6) in points(grid, smooth(grid, board(grid, floor))))


def test_a_flood_may_begin_in_the_border_but_leaves_it_out() -> None:
    """P-K5: from any start, it continues within 1 to size - 2; from a corner it goes nowhere."""
    grid = Grid(6, 5)
    everywhere = board(grid, set(grid.points()))
    starts = set()
    for seed in range(300):
        replay = PCG32(seed)
        x = roll(replay, 0, 5)
        starts.add(start := Point(x, roll(replay, 0, 4)))

        assert flooded(grid, set(grid.points()), start) == points(grid, flood(grid, everywhere, PCG32(seed)))
    assert set(grid.points()) == starts


def test_a_flood_gives_up_where_nothing_is_open() -> None:
    """P-K5: 101 cells are tried, with two draws each, and then the cave starts over."""
    rng, replay = PCG32(1), PCG32(1)
    for _ in range(2 * 101):
        roll(replay, 0, 7)

    assert 0 == flood(Grid(8, 8), 0, rng)
    assert replay == rng


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), [(40, 40), (45, 52)])
def test_whole_caves_are_those_of_the_rows(width: int, height: int) -> None:
    """P-K3 and P-K5: 45 in a hundred, five passes, one area from a random open cell, half of all cells or again."""
    grid = Grid(width, height)
    begun = []
    for seed in range(12):
        slow, fast = PCG32(seed), PCG32(seed)
        floor, caves_begun = by_the_rows(grid, slow)
        begun.append(caves_begun)

        assert floor == points(grid, hollow(grid, fast, walls=45, passes=5))
        assert slow == fast
    assert max(begun) > 1


@pytest.mark.slow
def test_a_cave_is_one_area_of_at_least_half_of_all_cells(plans: list[LevelPlan]) -> None:
    """P-K5: connected without diagonals."""
    for plan in plans:
        assert is_connected(plan)
        assert 2 * len(floors(plan)) >= 50 * 50


def test_the_border_is_wall_and_two_cells_thick_at_the_low_edges(plans: list[LevelPlan]) -> None:
    """P-K4 and section 5.11: rows and columns 0 and 1 are wall, and so are the last ones."""
    for plan in plans:
        assert is_enclosed(plan)
        assert not [at for at in floors(plan) if at.x < 2 or at.y < 2]


def test_everyone_has_a_cell_of_floor_alone(plans: list[LevelPlan]) -> None:
    """P-K7 and K4-20: one creature a cell, none in a wall."""
    for plan in plans:
        places = [start_of(plan), *monster_cells(plan)]

        assert len(places) == len(set(places))
        assert set(places) <= floors(plan)
        assert {"orc"} == {kind.name for kind, *_ in plan.monsters}
        assert [] == plan.items


def test_fifty_monsters_are_tried_each_on_a_random_floor(arena: RuleSet, caves: Caves) -> None:
    """P-K7, draw by draw: x, then y, until there is floor; a monster whose cell is taken is left out."""
    lost = 0
    for seed in range(25):
        replay = PCG32(seed)
        floor = points(grid := Grid(50, 50), hollow(grid, replay, walls=45, passes=5))
        taken: list[Point] = []
        for _ in range(1 + 50):
            at = Point(0, 0)
            while at not in floor:
                x = roll(replay, 0, 49)
                at = Point(x, roll(replay, 0, 49))
            if at not in taken:
                if taken:
                    roll(replay, 0, 0)  # which of the one kind
                taken.append(at)
        lost += 51 - len(taken)
        plan = caves.generate(arena, PCG32(seed))

        assert taken == [start_of(plan), *monster_cells(plan)]
    assert lost > 0


@pytest.mark.slow
def test_walls_that_leave_no_cave_are_given_up() -> None:
    """Otherwise it would dig forever."""
    with pytest.raises(NoLevel, match="no cave fills half of a level of 40x40"):
        hollow(Grid(40, 40), PCG32(1), walls=70, passes=1)


def test_the_same_seed_gives_the_same_plan(make: Callable[..., list[LevelPlan]], plans: list[LevelPlan]) -> None:
    """Down to the last monster; and two seeds never give the same walls."""
    assert plans[:20] == make(range(20))
    assert len(SEEDS) == len({bytes(plan.terrain) for plan in plans})


def test_no_monsters_are_placed_without_kinds_to_choose_from(
    make: Callable[..., list[LevelPlan]], arena: RuleSet
) -> None:
    """No kinds, no weights and no tries all give no monsters."""
    for changes in ({"residents": ()}, {"residents": (SpawnEntry(arena.monsters["orc"], 0),)}, {"tries": 0}):
        assert not any(plan.monsters for plan in make(range(5), **changes))


@pytest.mark.slow
@pytest.mark.parametrize(
    "changes",
    [{"width": 40, "height": 40, "walls": 46, "passes": 10}, {"walls": 36, "passes": 1}, {"width": 40, "height": 200}],
)
def test_a_cave_is_found_at_the_limits_of_the_numbers(
    make: Callable[..., list[LevelPlan]], changes: dict[str, int]
) -> None:
    """It retries until it finds one (P-K5), so all allowed numbers must give one quickly."""
    assert all(map(is_connected, make(range(5), **changes)))


@pytest.mark.parametrize(
    "numbers",
    [
        {"width": 39},
        {"height": 39},
        {"width": 201},
        {"height": 201},
        {"walls": 35},
        {"walls": 47},
        {"passes": 0},
        {"passes": 11},
        {"tries": -1},
        {"tries": 1001},
    ],
)
def test_numbers_that_cannot_be_are_refused(make: Callable[..., list[LevelPlan]], numbers: dict[str, int]) -> None:
    """On reading the rule set, not when a game begins; beyond these bounds no cave might be large enough."""
    with pytest.raises(ValueError, match="must be"):
        make(range(1), **numbers)
