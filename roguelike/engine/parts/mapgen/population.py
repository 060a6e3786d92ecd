"""Weighted draws and placement of the monsters and items of a level."""

from __future__ import annotations

import functools
import itertools
from typing import TYPE_CHECKING, TypeVar

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.dice import choose_weighted, roll
from roguelike.engine.grid import cells_of, nth_cell
from roguelike.engine.kinds.actors import ActorKind
from roguelike.engine.kinds.items import ItemKind
from roguelike.engine.kinds.limits import HEAVIEST
from roguelike.engine.kinds.terrain import FLOOR, marks
from roguelike.engine.level_plan import MAX_ITEMS, MAX_MONSTERS
from roguelike.engine.rules.shadowcast import board_in_sight

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from roguelike.engine.draft import LevelDraft, Loot
    from roguelike.engine.geometry import Point
    from roguelike.engine.kinds.hordes import HordeKind
    from roguelike.engine.kinds.moods import Mood
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.level_plan import LevelPlan
    from roguelike.engine.rng import PCG32


MAX_IN_ROOM = 100
"""The maximum number of monsters, and of items, to try in one room."""


@frozen
class SpawnEntry:
    """A kind of monster to draw from, for any cell of a level."""

    monster: ActorKind
    weight: int = attrs.field(validator=[ge(0), le(HEAVIEST)])
    """Its weight among the others."""


@frozen
class LootEntry:
    """A kind of item to draw from, for a room."""

    item: ItemKind
    weight: int = attrs.field(validator=[ge(0), le(HEAVIEST)])


def place_monsters(plan: LevelPlan, residents: Sequence[SpawnEntry], cells: Iterable[Point], rng: PCG32) -> None:
    """Place a monster on each of the cells, or none if all weights are 0."""
    weights = [resident.weight for resident in residents]
    for cell in cells if any(weights) else ():
        if len(plan.monsters) < MAX_MONSTERS:
            plan.add_monster(residents[choose_weighted(rng, weights)].monster, cell)


def place_items(plan: LevelPlan, treasures: Sequence[LootEntry], cells: Iterable[Point], rng: PCG32) -> None:
    """Place an item on each of the cells, or none if all weights are 0."""
    weights = [treasure.weight for treasure in treasures]
    for cell in cells if any(weights) else ():
        if len(plan.items) < MAX_ITEMS:
            plan.add_item(treasures[choose_weighted(rng, weights)].item, cell)


def any_of(numbers: tuple[int, ...], rng: PCG32) -> int:
    """Return one of the numbers, all equally likely; 0 if there is none."""
    return numbers[roll(rng, 0, len(numbers) - 1)] if numbers else 0


def free_cells(plan: LevelPlan, cells: list[Point], count: int, rng: PCG32) -> list[Point]:
    """Return up to `count` different random `cells` that are floor without planned contents."""
    free = [cell for cell in cells if plan.terrain_at(cell) == FLOOR and not plan.is_taken(cell)]
    return [free.pop(roll(rng, 0, len(free) - 1)) for _ in range(min(count, len(free)))]


_NEAR = 4
"""Steps from a leader within which its members are placed."""


def drawn_horde(draft: LevelDraft, danger: int, rng: PCG32) -> HordeKind | None:
    """Return a horde drawn by the weights of a danger; None if there is none.

    Hordes with `once` that the level already has are left out, and hordes whose terrain it does not have.
    """
    hordes = [(kind, weight) for kind, weight in _hordes_at(draft.ruleset, danger) if _may_come(draft, kind)]
    return weighed([kind for kind, _ in hordes], [weight for _, weight in hordes], rng)


@functools.lru_cache(maxsize=64)
def _hordes_at(ruleset: RuleSet, danger: int) -> Sequence[tuple[HordeKind, int]]:
    """Return the hordes with a weight at a danger, and these weights."""
    weights = [(kind, kind.weight(danger)) for kind in ruleset.hordes.values()]
    return tuple((kind, weight) for kind, weight in weights if weight)


def _may_come(draft: LevelDraft, horde: HordeKind) -> bool:
    if horde.on is not None and not draft.cells_with(horde.on) & draft.plain:
        return False
    leader = draft.ruleset.monsters[horde.leader]
    return not (horde.once and any(monster.kind is leader for monster in draft.plan.monsters))


def items_of(ruleset: RuleSet, sorts: Collection[str], danger: int) -> list[ItemKind]:
    """Return the kinds of items of some sorts that can be found at a danger."""
    return [kind for kind in ruleset.items.values() if kind.sort in sorts and kind.min_danger <= danger]


def settle(
    draft: LevelDraft,
    horde: HordeKind,
    cell: int,
    cells: int,
    rng: PCG32,
    *,
    mood: Mood,
    carries: Loot | None = None,
    goal: Point | None = None,
    stays: bool = False,
) -> None:
    """Place a leader on a cell, and its members near it on others of `cells`, as far as there is space.

    If the leader `stays`, the members stay near it.
    """
    point, kinds = draft.grid.point, draft.ruleset.monsters
    leader = point(cell)
    carried = None if carries is None else carries.at(leader)
    draft.plan.add_monster(kinds[horde.leader], leader, mood, carries=carried, goal=goal, stays=stays)
    free = _nearest(draft, cell, cells)
    for kind, at in zip(_members(draft, horde, rng), free, strict=False):
        draft.plan.add_monster(kind, point(at), mood, leader)


def _members(draft: LevelDraft, horde: HordeKind, rng: PCG32) -> list[ActorKind]:
    kinds = draft.ruleset.monsters
    return [kinds[some.monster] for some in horde.members for _ in range(roll(rng, some.least, some.most))]


def _nearest(draft: LevelDraft, cell: int, cells: int) -> list[int]:
    """Return the free cells of the board `cells` near a cell, the nearest first."""
    near = [
        other
        for front in itertools.islice(draft.waves(1 << cell, draft.walkable), _NEAR + 1)
        for other in cells_of(front & cells)
    ]
    return [other for other in near if not draft.is_taken(other)]


_Value = TypeVar("_Value")


def shuffled(values: Sequence[_Value], rng: PCG32) -> list[_Value]:
    """Return the values in random order."""
    mixed = list(values)
    for last in range(len(mixed) - 1, 0, -1):
        other = roll(rng, 0, last)
        mixed[last], mixed[other] = mixed[other], mixed[last]
    return mixed


def any_cell(board: int, rng: PCG32) -> int | None:
    """Return a random cell of a board, all equally likely; None if it is empty."""
    return nth_cell(board, roll(rng, 0, board.bit_count() - 1)) if board else None


def weighed(values: Sequence[_Value], weights: Sequence[int], rng: PCG32) -> _Value | None:
    """Return one of the values, drawn by weight; None if all weights are 0."""
    return values[choose_weighted(rng, weights)] if any(weights) else None


_FAR = 20
"""The radius of fields of view, in cells: more than that of any lamp."""
_COST = 200
"""The cost of a field of view, in units of work."""


def view(draft: LevelDraft, eye: int) -> int:
    """Return the bitboard of the cells in view of the cell `eye`."""
    draft.work.spend(_COST)
    blocking, size = marks(draft.ruleset.terrain, "sight"), draft.grid.size
    covering = b"\0" + blocking[1:]  # code 0 means no cover, and the rock around the level
    ground = int.from_bytes(draft.plan.terrain.translate(blocking), "little")
    cover = int.from_bytes(draft.plan.cover.translate(covering), "little")
    opaque = (ground | cover).to_bytes(size, "little")
    return board_in_sight(opaque, draft.grid, eye, _FAR * _FAR)


def shortest_ways(draft: LevelDraft) -> int:
    """Return the cells on all shortest paths between the stairs; the arrival on a level without stairs down."""
    if not draft.exit:
        return 1 << draft.start
    way = front = 1 << draft.exit
    waves = []
    for wave in draft.waves(1 << draft.start, draft.walkable):
        waves.append(wave)
        if wave & front:
            break
    for wave in reversed(waves[:-1]):
        front = draft.spread(front) & wave
        way |= front
    return way
