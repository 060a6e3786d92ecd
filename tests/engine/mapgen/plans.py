"""Checks of plans for the tests of all map generators."""

from __future__ import annotations

import collections
import math
from fractions import Fraction
from typing import TYPE_CHECKING, TypeVar

import attrs

from roguelike.engine.kinds.terrain import FLOOR, WALL
from roguelike.engine.level_plan import LevelPlan, PlannedItem, PlannedMonster

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from roguelike.engine.game import Game
    from roguelike.engine.geometry import Point
    from roguelike.engine.kinds.ruleset import RuleSet

_Outcome = TypeVar("_Outcome")


def plan_of(game: Game) -> LevelPlan:
    """Return the plan of the first level of a new game."""
    level = game.world.level
    return LevelPlan(
        level.grid,
        game.world.player.at,
        bytearray(level.terrain),
        monsters=[PlannedMonster(actor.kind, actor.at) for actor in level.actors if not actor.is_player],
        items=[PlannedItem(item.kind, level.grid.point(cell)) for cell, pile in level.items.items() for item in pile],
    )


def with_generator(rules: RuleSet, **changes: object) -> RuleSet:
    """Return rules with other parameters of levels."""
    return attrs.evolve(rules, generator=attrs.evolve(rules.generator, **changes))  # type: ignore[misc]


def evenly(low: int, high: int) -> dict[int, Fraction]:
    """Return equal chances for all numbers of a range."""
    return dict.fromkeys(range(low, high + 1), Fraction(1, high - low + 1))


def boxes(plans: Iterable[LevelPlan]) -> list[tuple[int, int, int, int]]:
    """Return left, top, width and height of the rooms of levels with one room, with a wall above and to the left."""
    found = []
    for plan in plans:
        cells = floors(plan)
        (left, top), (right, bottom) = min(cells), max(cells)
        assert len(cells) == (right - left + 1) * (bottom - top + 1)
        found.append((left - 1, top - 1, right - left + 2, bottom - top + 2))
    return found


def floors(plan: LevelPlan) -> set[Point]:
    """Return all floor cells."""
    return {plan.grid.point(cell) for cell, terrain in enumerate(plan.terrain) if terrain == FLOOR}


def start_of(plan: LevelPlan) -> Point:
    """Return the player's cell."""
    assert plan.start is not None
    return plan.start


def monster_cells(plan: LevelPlan) -> list[Point]:
    """Return the cell of every monster."""
    return [at for _, at, *_ in plan.monsters]


def item_cells(plan: LevelPlan) -> list[Point]:
    """Return the cell of every item."""
    return [at for _, at, *_ in plan.items]


def is_connected(plan: LevelPlan) -> bool:
    """Return whether all floor is connected by orthogonal steps."""
    left: set[tuple[int, int]] = set(floors(plan))
    front: list[tuple[int, int]] = [start_of(plan)]
    left.discard(front[0])
    while front:
        x, y = front.pop()
        for at in ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)):
            if at in left:
                left.remove(at)
                front.append(at)
    return not left and start_of(plan) in floors(plan)


def is_enclosed(plan: LevelPlan) -> bool:
    """Return whether the level is enclosed by walls, and has only walls and floor."""
    inner = {(x, y) for x in range(1, plan.grid.width - 1) for y in range(1, plan.grid.height - 1)}
    return floors(plan) <= inner and {WALL, FLOOR} == {plan.terrain_at(point) for point in plan.grid.points()}


def fits(outcomes: Iterable[_Outcome], chances: Mapping[_Outcome, Fraction]) -> bool:
    """Return whether outcomes have these chances, by Pearson's test; it wrongly says no once in two thousand times.

    The limit of the statistic is after Wilson and Hilferty (1931). Seeds are fixed, so the result never changes.
    """
    seen = collections.Counter(outcomes)
    expected = {outcome: float(chance * seen.total()) for outcome, chance in chances.items() if chance}
    assert 1 == sum(chances.values())
    assert min(expected.values()) >= 5, "too few outcomes for the test to mean anything"
    if not seen.keys() <= expected.keys():
        return False
    free = len(expected) - 1
    limit = free * (1 - 2 / (9 * free) + 3.29 * math.sqrt(2 / (9 * free))) ** 3
    return sum((seen[outcome] - mean) ** 2 / mean for outcome, mean in expected.items()) < limit
