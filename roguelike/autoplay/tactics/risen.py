"""Corpses that revive: burn them, or leave their level."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from roguelike.autoplay.blaze import risk
from roguelike.autoplay.tactics.deeds import burns
from roguelike.autoplay.tactics.ground import walk_safely
from roguelike.autoplay.tactics.onward import carries_the_goal, known_stairs, leave, stairs
from roguelike.autoplay.tactics.recover import can_spare
from roguelike.engine.commands import Command, TakeStairs, ThrowItem
from roguelike.engine.geometry import chebyshev_distance
from roguelike.engine.grid import board_of, cells_of
from roguelike.engine.parts.effects.monsters import Rise
from roguelike.engine.preview import preview_throw
from roguelike.engine.rules.ways import has_line

if TYPE_CHECKING:
    from roguelike.automation.automation import Automation
    from roguelike.autoplay.memory import Memory
    from roguelike.engine.geometry import Point
    from roguelike.engine.kinds.items import ItemKind
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.observation import Observation

TIRED = 85
"""Percentage of maximum HP below which the player goes elsewhere to rest."""
FURTHEST = 6
"""Maximum distance of a throw at a corpse, in cells."""
NEAREST = 3
"""Minimum distance of a throw at a corpse, in cells."""


def bury(seen: Observation, memory: Memory) -> Command | None:
    """Burn a corpse that would revive, from a safe distance."""
    bodies = _bodies(seen)
    memory.haunted = memory.haunted or bool(bodies)
    if seen.enemies or not bodies:
        return None
    slot = _flame(seen)
    item = None if slot is None else seen.me.inventory.slots[slot]
    if slot is None or item is None:
        return None
    for cell in bodies:
        at = seen.level.grid.point(cell)
        if chebyshev_distance(at, seen.me.at) < NEAREST:
            if (step := _step_back(seen, at)) is not None:
                return step
        elif (preview := preview_throw(item.kind, seen, at)).refused is None and not risk(seen, preview):
            return ThrowItem(slot, at)
    return None


def _flame(seen: Observation) -> int | None:
    """Return the slot of a spare item that burns when thrown; None if there is none."""
    for slot, item in enumerate(seen.me.inventory.slots):
        if item is not None and item.kind.thrown is not None and burns(item.kind) and can_spare(seen, item):
            return slot
    return None


def _step_back(seen: Observation, at: Point) -> Command | None:
    """Return a step to a cell from which a throw at `at` does not harm the player."""
    level = seen.level
    cells = [
        cell
        for cell in cells_of(seen.around(FURTHEST) & seen.safe)
        if NEAREST <= chebyshev_distance(at, level.grid.point(cell)) <= FURTHEST
        and has_line(level, level.grid.point(cell), at)
    ]
    goal = seen.nearest(board_of(cells))
    return None if goal is None else walk_safely(seen, goal)


def abandon(seen: Observation, memory: Memory) -> Command | Automation | None:
    """Leave for the next level if a corpse would revive and hunt the player, and they cannot burn it."""
    if not memory.haunted or seen.enemies or stairs(seen, "down") is None:
        return None
    return leave(seen, memory)


def retire(seen: Observation, memory: Memory) -> Command | None:
    """Go to another level to rest if corpses here would revive and come."""
    me = seen.me
    if not memory.haunted or seen.enemies or carries_the_goal(seen) or me.hit_points * 100 >= me.max_hit_points * TIRED:
        return None
    ways = known_stairs(seen)
    if seen.cell in ways:
        return TakeStairs(ways[seen.cell])
    goal = seen.nearest(board_of(ways))
    return None if goal is None else walk_safely(seen, goal)


def _bodies(seen: Observation) -> list[int]:
    """Return the cells in view with a corpse that revives."""
    kinds = rising(seen.ruleset)
    if not kinds:
        return []
    return [cell for cell, items in seen.level.items.items() if any(item.kind in kinds for item in items)]


@functools.cache
def rising(ruleset: RuleSet) -> frozenset[ItemKind]:
    """Return the kinds of corpses that revive."""
    monsters = ruleset.monsters.values()
    return frozenset(
        kind.corpse
        for kind in monsters
        if kind.corpse is not None and any(isinstance(effect, Rise) for effect in kind.on_death)
    )
