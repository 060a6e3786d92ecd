"""What the tests of all map generators ask of a plan, and of many."""

from __future__ import annotations

import collections
import math
from typing import TYPE_CHECKING, TypeVar

from roguelike.engine.geometry import CARDINALS, Point
from roguelike.engine.kinds import FLOOR, WALL

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from fractions import Fraction

    from roguelike.engine.plan import Plan

_Outcome = TypeVar("_Outcome")


def floors(plan: Plan) -> set[Point]:
    """Give all floor cells."""
    return {plan.grid.point(cell) for cell, terrain in enumerate(plan.terrain) if terrain == FLOOR}


def start_of(plan: Plan) -> Point:
    """Give the player's cell."""
    assert plan.start is not None
    return plan.start


def monster_cells(plan: Plan) -> list[Point]:
    """Give the cell of every monster."""
    return [at for _, at in plan.monsters]


def item_cells(plan: Plan) -> list[Point]:
    """Give the cell of every item."""
    return [at for _, at in plan.items]


def is_connected(plan: Plan) -> bool:
    """Tell whether all floor can be walked to, diagonals not needed."""
    ground = floors(plan)
    seen, front = {start_of(plan)}, [start_of(plan)]
    while front:
        at = front.pop()
        found = {at.step(direction) for direction in CARDINALS} & ground - seen
        seen |= found
        front += found
    return seen == ground


def is_enclosed(plan: Plan) -> bool:
    """Tell whether there are walls all round, and nothing but walls and floor."""
    inner = {(x, y) for x in range(1, plan.grid.width - 1) for y in range(1, plan.grid.height - 1)}
    return floors(plan) <= inner and {WALL, FLOOR} == {plan.terrain_at(point) for point in plan.grid.points()}


def fits(outcomes: Iterable[_Outcome], chances: Mapping[_Outcome, Fraction]) -> bool:
    """Tell whether outcomes come by these chances, by Pearson's test; once in two thousand it is wrong about it.

    The limit of the statistic is after Wilson and Hilferty (1931). Seeds are fixed, so a test never changes its mind.
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
