"""Those that stand up again: burn their bodies, or rest where they do not come."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from roguelike.autoplay.tactics.deeds import KEPT, burns
from roguelike.autoplay.tactics.ground import walk_safely
from roguelike.autoplay.tactics.onward import WAYS, carries_the_goal, stairs
from roguelike.engine.commands import Command, TakeStairs, ThrowItem
from roguelike.engine.geometry import king_distance
from roguelike.engine.grid import board_of
from roguelike.engine.parts.effects.rise import Rise
from roguelike.engine.preview import preview_throw

if TYPE_CHECKING:
    from roguelike.autoplay.memory import Memory
    from roguelike.engine.kinds.items import ItemKind
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.observation import Observation

TIRED = 75
"""Below so many percent of the hit points it goes elsewhere to rest."""
NEAREST = 3
"""Cells from which on a body is set alight."""


def bury(seen: Observation, memory: Memory) -> Command | None:
    """Throw something that burns at a body that would stand up again."""
    bodies = _bodies(seen)
    memory.haunted = memory.haunted or bool(bodies)
    if seen.enemies:
        return None
    for cell in bodies:
        at = seen.level.grid.point(cell)
        if king_distance(at, seen.me.at) < NEAREST:
            continue
        for slot, item in enumerate(seen.me.inventory.slots):
            if item is None or not burns(item.kind) or (item.kind.feeds and item.number <= KEPT):
                continue
            if preview_throw(item.kind, seen, at).refused is None and item.kind.thrown is not None:
                return ThrowItem(slot, at)
    return None


def retire(seen: Observation, memory: Memory) -> Command | None:
    """Go to another level to rest, where those that lie here would stand up and come."""
    me = seen.me
    if not memory.haunted or seen.enemies or carries_the_goal(seen) or me.hit_points * 100 >= me.max_hit_points * TIRED:
        return None
    ways = {seen.level.grid.index(at): way for way in WAYS if (at := stairs(seen, way)) is not None}
    if seen.cell in ways:
        return TakeStairs(ways[seen.cell])
    goal = seen.nearest(board_of(ways))
    return None if goal is None else walk_safely(seen, goal)


def _bodies(seen: Observation) -> list[int]:
    """Return the cells in view where such a body lies."""
    kinds = rising(seen.ruleset)
    if not kinds:
        return []
    return [cell for cell, items in seen.level.items.items() if any(item.kind in kinds for item in items)]


@functools.cache
def rising(ruleset: RuleSet) -> frozenset[ItemKind]:
    """Return the kinds of bodies that stand up again."""
    monsters = ruleset.monsters.values()
    return frozenset(
        kind.corpse
        for kind in monsters
        if kind.corpse is not None and any(isinstance(effect, Rise) for effect in kind.on_death)
    )
