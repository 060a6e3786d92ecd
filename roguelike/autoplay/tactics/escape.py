"""Escape from a lost fight by items, and sheltering on safe ground."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.autoplay.outlook import awake, cost
from roguelike.autoplay.roles import reaches_out
from roguelike.autoplay.uses import heals, ready
from roguelike.engine.commands import Command, Use, Wait
from roguelike.engine.geometry import chebyshev_distance
from roguelike.engine.grid import board_of
from roguelike.engine.kinds.appearances import UnknownKind
from roguelike.engine.parts.effects.conditions import AfflictSeen
from roguelike.engine.parts.effects.movement import Teleport
from roguelike.engine.parts.effects.terrain import Consecrate, OpenFloor
from roguelike.engine.preview import preview_use

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.autoplay.memory import Memory
    from roguelike.engine.kinds.items import ItemKind
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.actor import Actor

HURT: Final = 50
"""Percentage of maximum HP at or below which the player escapes."""
LOST: Final = 0.9
"""Share of the hit points left; a fight with this mean cost counts as lost."""
WELL: Final = 95
"""Percentage of maximum HP at which the player leaves ground that monsters cannot enter."""


def escape(seen: Observation, _: Memory) -> Command | None:
    """Use an item to leave a lost fight: teleport, sanctuary or a hole, else one that stops the enemies."""
    foes = awake(seen)
    if not foes or not is_lost(seen, foes):
        return None
    ways = [(rank, slot) for slot, kind in ready(seen) if (rank := _rank(seen, kind)) is not None]
    return Use(min(ways)[1]) if ways else None


def is_lost(seen: Observation, foes: Sequence[Actor]) -> bool:
    """Return whether the player is hurt, and likely to lose a fight."""
    me = seen.me
    return me.hit_points * 100 <= me.max_hit_points * HURT and cost(seen, foes) >= me.hit_points * LOST


def shelter(seen: Observation, _: Memory) -> Command | None:
    """Stay on ground that monsters cannot enter until healed; if hurt, out of reach of adjacent enemies."""
    level, me = seen.level, seen.me
    haven = level.cells("monsters") & level.passable
    foes = awake(seen)
    if not haven >> seen.cell & 1 or not foes or me.hit_points * 100 >= me.max_hit_points * WELL:
        return None
    if any(reaches_out(foe.kind) for foe in foes):
        return None
    reached = level.grid.spread(board_of(level.grid.index(foe.at) for foe in foes), diagonally=True)
    if not reached >> seen.cell & 1:
        return Wait()
    if me.hit_points * 100 > me.max_hit_points * HURT:
        return None
    goal = seen.nearest(haven & ~reached & seen.around(2) & seen.safe)
    return None if goal is None else seen.step_to(goal)


def _rank(seen: Observation, kind: ItemKind) -> int | None:
    """Return the rank of an item as an escape, the lowest the best; None if it is none."""
    if (
        isinstance(kind, UnknownKind)
        or kind.aimed
        or heals(kind)
        or preview_use(kind, seen, seen.me.at).refused is not None
    ):
        return None
    if any(isinstance(effect, Teleport) for effect in kind.effects):
        return 0
    if any(isinstance(effect, Consecrate) for effect in kind.effects):
        return None if any(reaches_out(foe.kind) for foe in awake(seen)) else 1
    beside = sum(chebyshev_distance(foe.at, seen.me.at) == 1 for foe in awake(seen))
    if any(isinstance(effect, OpenFloor) for effect in kind.effects):
        return 2 if not beside and seen.depth < seen.ruleset.depths else None
    stops = [effect.condition for effect in kind.effects if isinstance(effect, AfflictSeen)]
    return 3 if any(each.overrides is not None or each.blocks for each in stops) else None
