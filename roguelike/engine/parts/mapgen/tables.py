"""Who may live on a level and what may lie there, by weight."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.dice import choose_weighted, roll
from roguelike.engine.kinds.actors import ActorKind
from roguelike.engine.kinds.items import ItemKind
from roguelike.engine.kinds.limits import HEAVIEST
from roguelike.engine.kinds.terrain import FLOOR
from roguelike.engine.level_plan import MOST_ITEMS, MOST_MONSTERS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from roguelike.engine.geometry import Point
    from roguelike.engine.level_plan import LevelPlan
    from roguelike.engine.rng import PCG32

MOST_IN_ROOM = 100
"""The most monsters, and the most items, that are tried in one room."""


@frozen
class SpawnEntry:
    """A monster that may live anywhere on a level."""

    monster: ActorKind
    weight: int = attrs.field(validator=[ge(0), le(HEAVIEST)])
    """How likely, beside the others."""


@frozen
class LootEntry:
    """An item that may lie in a room."""

    item: ItemKind
    weight: int = attrs.field(validator=[ge(0), le(HEAVIEST)])


def place_monsters(plan: LevelPlan, residents: Sequence[SpawnEntry], cells: Iterable[Point], rng: PCG32) -> None:
    """Place a monster at each of the cells, or none if all weights are 0."""
    weights = [resident.weight for resident in residents]
    for cell in cells if any(weights) else ():
        if len(plan.monsters) < MOST_MONSTERS:
            plan.add_monster(residents[choose_weighted(rng, weights)].monster, cell)


def place_items(plan: LevelPlan, treasures: Sequence[LootEntry], cells: Iterable[Point], rng: PCG32) -> None:
    """Place an item at each of the cells, or none if all weights are 0."""
    weights = [treasure.weight for treasure in treasures]
    for cell in cells if any(weights) else ():
        if len(plan.items) < MOST_ITEMS:
            plan.add_item(treasures[choose_weighted(rng, weights)].item, cell)


def any_of(numbers: tuple[int, ...], rng: PCG32) -> int:
    """Return one of the numbers, each as likely as the others, or 0 if there is none."""
    return numbers[roll(rng, 0, len(numbers) - 1)] if numbers else 0


def free_cells(plan: LevelPlan, cells: list[Point], count: int, rng: PCG32) -> list[Point]:
    """Return up to `count` different ones of `cells` that nothing is planned for."""
    free = [cell for cell in cells if plan.terrain_at(cell) == FLOOR and not plan.is_taken(cell)]
    return [free.pop(roll(rng, 0, len(free) - 1)) for _ in range(min(count, len(free)))]
