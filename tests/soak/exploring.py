"""Explores levels of every generator to their ends, and compares the steps with those of two others: `make soak`.

One goes to the nearest frontier and keeps to it until it is seen; the other knows the whole level and takes a short
tour to places from which all of it can be seen. The numbers of levels to explore and to tour may be given, and the rule
sets.
"""

from __future__ import annotations

import itertools
import statistics
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from typing import TYPE_CHECKING, NamedTuple

from roguelike.automation.automation import Stop
from roguelike.automation.explore import Explore
from roguelike.automation.tour import Ways
from roguelike.content.loader import load_ruleset, ruleset_names
from roguelike.engine.commands import Move
from roguelike.engine.distances import DistanceMap
from roguelike.engine.game import new_game
from roguelike.engine.grid import board_of, cells_of
from roguelike.engine.observation import Observation, observe
from roguelike.engine.rules.fov_update import update_fov

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from roguelike.engine.state.world import World

LEVELS, TOURS = 1000, 20
CHUNK = 20
LARGEST = 5000
"""Cells of a level for which a tour is found in seconds."""
LONGEST = 20_000
"""Steps: no level takes more."""


class Explored(NamedTuple):
    """What exploring one level took."""

    steps: int
    nearest: int
    """The steps of the explorer that goes to the nearest frontier."""
    tour: int
    """The steps of the explorer that knows the level; 0 if it was not asked."""
    seconds: tuple[float, ...]
    """What each decision took."""
    is_complete: bool


def quiet_world(name: str, seed: int) -> World:
    """Return a new level with nobody on it but the player, and nothing to pick up."""
    world = new_game(load_ruleset(name), seed).world
    for actor in [actor for actor in world.level.actors if actor is not world.player]:
        world.level.remove(actor)
    world.level.items.clear()
    update_fov(world)
    return world


def explored(name: str, seed: int, *, tours: bool) -> Explored:
    """Explore one level in every way."""
    world, seconds, steps = quiet_world(name, seed), [], 0
    explore, answer = Explore(), None
    while steps < LONGEST:
        seen, began = observe(world), time.process_time()
        answer = explore.next(seen)
        seconds.append(time.process_time() - began)
        if not isinstance(answer, Move):
            break
        _step(world, seen.level.grid.index(world.player.at.step(answer.direction)))
        steps += 1
    is_complete = isinstance(answer, Stop) and not _frontier(observe(world))
    tour = _tour(quiet_world(name, seed)) if tours and world.level.grid.size <= LARGEST else 0
    return Explored(steps, _nearest_first(quiet_world(name, seed)), tour, tuple(seconds), is_complete)


def _step(world: World, cell: int) -> None:
    world.level.move(world.player, world.level.grid.point(cell))
    update_fov(world)


def _frontier(seen: Observation) -> int:
    """Return the cells that can be reached and have a neighbour that was never seen."""
    return seen.frontier & Ways.known(seen).reachable(seen.cell) & ~(1 << seen.cell)


def _nearest_first(world: World) -> int:
    """Return the steps of going to the nearest frontier, and on while it is one."""
    steps, stood = 0, 0
    while True:
        seen = observe(world)
        stood |= 1 << seen.cell
        goals = _frontier(seen) & ~stood
        goal = seen.nearest(goals)
        if goal is None:
            return steps
        ways = Ways.known(seen)
        while True:
            _step(world, ways.path(world.level.grid.index(world.player.at), goal)[0])
            steps += 1
            seen = observe(world)
            stood |= 1 << seen.cell
            if seen.cell == goal or not _frontier(seen) >> goal & 1:
                break


def _tour(world: World) -> int:
    """Return the steps of a good tour of places from which all is seen: a greedy cover, improved by 2-opt."""
    level, rules = world.level, world.ruleset
    grid, start = level.grid, level.grid.index(world.player.at)
    ways = Ways(grid, level.passable, diagonally=rules.diagonal)
    reach = cells_of(ways.reachable(start))
    views = {cell: board_of(rules.sight.cells(level, grid.point(cell))) for cell in reach}
    needed = 0
    for view in views.values():
        needed |= view
    needed &= grid.spread(board_of(reach), diagonally=True)

    def distances(goal: int) -> DistanceMap:
        if goal not in known:
            known[goal] = DistanceMap(grid, level.passable, goal, diagonally=rules.diagonal)
        return known[goal]

    known: dict[int, DistanceMap] = {}

    def length(order: Sequence[int]) -> int:
        return sum(distances(to).distance(cell) or 0 for cell, to in itertools.pairwise((start, *order)))

    def walked(order: Sequence[int]) -> int | None:
        """Return the steps until all is seen; None if it never is."""
        left, at, steps = needed & ~views[start], start, 0
        for goal in order:
            for cell in ways.path(at, goal):
                if not left:
                    return steps
                left &= ~views[cell]
                steps += 1
            at = goal
        return None if left else steps

    return _pruned(_improved(_cover(needed & ~views[start], views), length), walked)


def _cover(needed: int, views: dict[int, int]) -> list[int]:
    order = []
    while needed:
        best = max(views, key=lambda cell: ((views[cell] & needed).bit_count(), -cell))
        order.append(best)
        needed &= ~views[best]
    return order


def _improved(order: list[int], length: Callable[[Sequence[int]], int]) -> list[int]:
    """Return the order after all 2-opt and or-opt moves that make it shorter."""
    best = length(order)
    while True:
        shorter = next(((other, steps) for other in _neighbours(order) if (steps := length(other)) < best), None)
        if shorter is None:
            return order
        order, best = shorter


def _neighbours(order: list[int]) -> Iterable[list[int]]:
    for one, other in itertools.combinations(range(len(order)), 2):
        yield order[:one] + order[one : other + 1][::-1] + order[other + 1 :]
        yield [*order[:one], *order[one + 1 : other + 1], order[one], *order[other + 1 :]]
        yield [*order[:one], order[other], *order[one:other], *order[other + 1 :]]


def _pruned(order: list[int], walked: Callable[[Sequence[int]], int | None]) -> int:
    """Return the steps of the tour without the places that are seen in passing."""
    best = walked(order)
    assert best is not None
    while True:
        without = [order[:place] + order[place + 1 :] for place in range(len(order))]
        better = next(((o, steps) for o in without if (steps := walked(o)) is not None and steps < best), None)
        if better is None:
            return best
        order, best = better


def _chunk(name: str, first: int, last: int, tours: int) -> list[Explored]:
    return [explored(name, seed, tours=seed < tours) for seed in range(first, last)]


def main() -> int:
    """Explore all levels, print the figures of each rule set, and give 1 if a level was not explored to its end."""
    levels, tours = map(int, sys.argv[1:3] or (LEVELS, TOURS))
    incomplete = 0
    print("rule set     levels  steps  of nearest-first  of a tour (median)  decision: median, 99 of 100")  # noqa: T201
    with ProcessPoolExecutor(2) as pool:
        for name in sys.argv[3:] or ruleset_names():
            firsts = range(0, levels, CHUNK)
            ends = [min(first + CHUNK, levels) for first in firsts]
            chunks = pool.map(_chunk, [name] * len(ends), firsts, ends, [tours] * len(ends))
            runs = [run for chunk in chunks for run in chunk]
            incomplete += sum(not run.is_complete for run in runs)
            print(_row(name, runs))  # noqa: T201
    print(f"{incomplete} levels were not explored to their ends")  # noqa: T201
    return min(incomplete, 1)


def _row(name: str, runs: Sequence[Explored]) -> str:
    steps, nearest = sum(run.steps for run in runs), sum(run.nearest for run in runs)
    tours = [run.steps / run.tour for run in runs if run.tour]
    seconds = sorted(second for run in runs for second in run.seconds)
    half, slow = seconds[len(seconds) // 2] * 1000, seconds[len(seconds) * 99 // 100] * 1000
    share = f"{statistics.median(tours):.2f}" if tours else "-"
    mean = steps / len(runs)
    return f"{name:<12} {len(runs):>6} {mean:>6.0f} {steps / nearest:>17.3f} {share:>19} {half:>17.2f}, {slow:.2f} ms"


if __name__ == "__main__":
    sys.exit(main())
