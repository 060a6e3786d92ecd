"""Distance maps against plain searches."""

from __future__ import annotations

import heapq
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from roguelike.engine.distances import DistanceMap
from roguelike.engine.geometry import CARDINALS, COMPASS, Point
from roguelike.engine.grid import Grid, board_of, cells_of

if TYPE_CHECKING:
    from collections.abc import Mapping

GRID = Grid(8, 6)

cells = st.integers(0, 47).map(lambda number: GRID.index(Point(number % 8, number // 8)))
grounds = st.sets(cells, min_size=10)
delays = st.dictionaries(cells, st.integers(1, 9) | st.integers(10**9, 10**9 + 9), max_size=8)


def search(ground: set[int], goal: int, cost: Mapping[int, int], *, diagonally: bool) -> dict[int, int]:
    """Return all distances by Dijkstra's algorithm; a cell of `cost` takes that number of additional steps."""
    steps = [GRID.offsets[direction] for direction in (COMPASS if diagonally else CARDINALS)]
    found: dict[int, int] = {}
    front = [(0, goal)]
    while front:
        distance, cell = heapq.heappop(front)
        if cell in found:
            continue
        found[cell] = distance
        for offset in steps:
            neighbour = cell + offset
            if neighbour in ground and neighbour not in found:
                heapq.heappush(front, (distance + 1 + cost.get(neighbour, 0), neighbour))
    return found


def boards(cost: Mapping[int, int]) -> dict[int, int]:
    """Return the cells of each delay as a bitboard."""
    return {delay: board_of(cell for cell in cost if cost[cell] == delay) for delay in cost.values()}


@given(ground=grounds, goal=cells, diagonally=st.booleans())
def test_distances_are_those_of_a_plain_search(ground: set[int], goal: int, *, diagonally: bool) -> None:
    """A search over whole bitboards must give the same as one from cell to cell."""
    expected = search(ground, goal, {}, diagonally=diagonally)
    distances = DistanceMap(GRID, board_of(ground), goal, diagonally=diagonally)

    assert [expected.get(cell) for cell in range(GRID.size)] == [distances.distance(cell) for cell in range(GRID.size)]


@given(ground=grounds, goal=cells, cost=delays, diagonally=st.booleans())
def test_slow_cells_cost_their_delay(ground: set[int], goal: int, cost: dict[int, int], *, diagonally: bool) -> None:
    """An actor that stands still makes the path through its cell longer by exactly its number of steps."""
    expected = search(ground, goal, cost, diagonally=diagonally)
    distances = DistanceMap(GRID, board_of(ground), goal, diagonally=diagonally, delays=boards(cost))

    assert [expected.get(cell) for cell in range(GRID.size)] == [distances.distance(cell) for cell in range(GRID.size)]


@given(ground=grounds, goal=cells, cost=delays, diagonally=st.booleans(), cell=cells)
def test_downhill_returns_the_neighbours_nearest_to_the_goal(
    ground: set[int], goal: int, cost: dict[int, int], cell: int, *, diagonally: bool
) -> None:
    """All of them and no others, as the mind chooses between them."""
    steps = [GRID.offsets[direction] for direction in (COMPASS if diagonally else CARDINALS)]
    found = search(ground, goal, cost, diagonally=diagonally)
    near = {cell + offset: found[cell + offset] for offset in steps if cell + offset in found}
    expected = sorted(neighbour for neighbour in near if near[neighbour] == min(near.values()))
    distances = DistanceMap(GRID, board_of(ground), goal, diagonally=diagonally, delays=boards(cost))

    assert expected == cells_of(distances.downhill(cell))


@given(grounds, cells, delays, st.integers(0, 12))
def test_nothing_is_further_than_the_limit(ground: set[int], goal: int, cost: dict[int, int], limit: int) -> None:
    """Exactly the cells beyond the limit count as out of reach."""
    found = search(ground, goal, cost, diagonally=True)
    expected = [found.get(cell) if found.get(cell, limit + 1) <= limit else None for cell in range(GRID.size)]
    distances = DistanceMap(GRID, board_of(ground), goal, diagonally=True, delays=boards(cost), limit=limit)

    assert expected == [distances.distance(cell) for cell in range(GRID.size)]


@given(grounds, cells, delays, st.integers(0, 12), st.integers(0, 12))
def test_within_returns_all_cells_up_to_a_distance(
    ground: set[int], goal: int, cost: dict[int, int], steps: int, limit: int
) -> None:
    """Nor further than the limit."""
    found = search(ground, goal, cost, diagonally=True)
    expected = sorted(cell for cell in found if found[cell] <= min(steps, limit))
    distances = DistanceMap(GRID, board_of(ground), goal, diagonally=True, delays=boards(cost), limit=limit)

    assert expected == cells_of(distances.within(steps))


@given(grounds, cells, st.permutations(range(GRID.size)))
def test_distances_do_not_depend_on_the_order_of_queries(ground: set[int], goal: int, order: list[int]) -> None:
    """The map is computed lazily, without an effect on the results."""
    patient, hasty = (DistanceMap(GRID, board_of(ground), goal, diagonally=True) for _ in range(2))
    expected = [patient.distance(cell) for cell in range(GRID.size)]

    answers = {cell: hasty.distance(cell) for cell in order}

    assert expected == [answers[cell] for cell in range(GRID.size)]


def test_a_goal_inside_a_wall_can_still_be_reached() -> None:
    """The goal's own cell need not be passable."""
    corridor = board_of(GRID.index(Point(x, 0)) for x in range(1, 8))
    distances = DistanceMap(GRID, corridor, GRID.index(Point(0, 0)), diagonally=False)

    assert (0, 7) == (distances.distance(GRID.index(Point(0, 0))), distances.distance(GRID.index(Point(7, 0))))
