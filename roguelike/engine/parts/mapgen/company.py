"""Hordes: which come, and where their members stand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.engine.dice import roll
from roguelike.engine.grid import cells_of
from roguelike.engine.parts.mapgen.chance import weighed

if TYPE_CHECKING:
    from roguelike.engine.draft import Draft, Loot
    from roguelike.engine.geometry import Point
    from roguelike.engine.kinds.actors import ActorKind
    from roguelike.engine.kinds.hordes import HordeKind
    from roguelike.engine.kinds.moods import Mood
    from roguelike.engine.rng import PCG32

_NEAR = 4
"""Steps from a leader within which its members stand."""


def drawn_horde(draft: Draft, danger: int, rng: PCG32) -> HordeKind | None:
    """Return a horde by the weights of a danger; None where there is none.

    A level has of some hordes but one, and none that lives where it has no such place.
    """
    hordes = [kind for kind in draft.ruleset.hordes.values() if _may_come(draft, kind)]
    return weighed(hordes, [horde.weight(danger) for horde in hordes], rng)


def _may_come(draft: Draft, horde: HordeKind) -> bool:
    if horde.on is not None and not draft.cells_with(horde.on) & draft.plain:
        return False
    leader = draft.ruleset.monsters[horde.leader]
    return not (horde.once and any(monster.kind is leader for monster in draft.plan.monsters))


def settle(
    draft: Draft,
    horde: HordeKind,
    cell: int,
    cells: int,
    rng: PCG32,
    *,
    mood: Mood,
    carries: Loot | None = None,
    goal: Point | None = None,
) -> None:
    """Place a leader on a cell, and its members near it on others of `cells`, as far as there is space."""
    point, kinds = draft.grid.point, draft.ruleset.monsters
    leader = point(cell)
    carried = None if carries is None else carries.at(leader)
    draft.plan.add_monster(kinds[horde.leader], leader, mood, carries=carried, goal=goal)
    free = _nearest(draft, cell, cells)
    for kind, at in zip(_members(draft, horde, rng), free, strict=False):
        draft.plan.add_monster(kind, point(at), mood, leader)


def _members(draft: Draft, horde: HordeKind, rng: PCG32) -> list[ActorKind]:
    kinds = draft.ruleset.monsters
    return [kinds[some.monster] for some in horde.members for _ in range(roll(rng, some.least, some.most))]


def _nearest(draft: Draft, cell: int, cells: int) -> list[int]:
    """Return the free ones of `cells` near a cell, the nearest first."""
    near = [
        other
        for distance, front in enumerate(draft.waves(1 << cell, draft.walkable))
        if distance <= _NEAR
        for other in cells_of(front & cells)
    ]
    return [other for other in near if not draft.is_taken(other)]
