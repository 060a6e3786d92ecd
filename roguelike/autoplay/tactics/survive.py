"""Staying alive: what to use, where to run, when to rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.automation.rest import Rest
from roguelike.autoplay.blaze import singed
from roguelike.autoplay.outlook import awake, gets_better
from roguelike.autoplay.tactics.ground import is_first_at, lairs, walk_safely
from roguelike.autoplay.tactics.onward import known_stairs
from roguelike.autoplay.uses import best_use, heals
from roguelike.engine.commands import Command, PickUp, TakeStairs, Use, Wait
from roguelike.engine.grid import board_of, cells_of
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.rules.ways import has_line

if TYPE_CHECKING:
    from roguelike.autoplay.memory import Memory
    from roguelike.engine.observation import Observation

HURT = 35
"""Below so many percent of the hit points it flees."""

TIRED = 85
"""Below so many percent it rests, until nothing gets better any more."""

QUIET = 8
"""Turns without a wound after which it rests."""

FAR = 12
"""How many steps it runs at most from an unseen attacker."""

MAX_SIDESTEPS = 2
"""Steps in a row out of what does harm, with an enemy beside who comes along and strikes."""

FIT = 95
"""Below so many percent it does not go on to the next level."""


def is_hurt(seen: Observation) -> bool:
    """Return whether less than half of the hit points are left."""
    return seen.me.hit_points * 2 < seen.me.max_hit_points


def use(seen: Observation, _: Memory) -> Use | None:
    """Use what saves most hit points, where one is called for."""
    return best_use(seen)


def run_for_healing(seen: Observation, memory: Memory) -> Command | None:
    """Go for something that heals, when badly hurt and sure to be there first."""
    if seen.me.hit_points * 2 > seen.me.max_hit_points or seen.me.inventory.is_full:
        return None
    healing = [cell for cell, kind in memory.items.items() if heals(kind) and is_first_at(seen, cell)]
    goal = seen.nearest(board_of(healing))
    if goal == seen.cell:
        return PickUp()
    step = None if goal is None else seen.step_to(goal)
    return None if step is None or (seen.avoided and not seen.is_safe(seen.me.at.step(step.direction))) else step


def step_aside(seen: Observation, memory: Memory) -> Command | None:
    """Leave ground that does harm, or is about to burn, for the nearest that does none.

    Not for long with an enemy beside.
    """
    harmless = seen.safe & ~singed(seen)
    if harmless >> seen.cell & 1:
        memory.sidesteps = 0
        return None
    if any(seen.is_beside(foe) for foe in awake(seen)):
        memory.sidesteps += 1
        if memory.sidesteps > MAX_SIDESTEPS:
            return None
    goal = seen.nearest(harmless)
    return None if goal is None else seen.step_to(goal)


def flee(seen: Observation, _: Memory) -> Command | None:
    """Leave by the nearest stairs that are reached before those who hunt, when hurt."""
    me = seen.me
    if me.hit_points * 100 > me.max_hit_points * HURT or all(foe.mood is Mood.ASLEEP for foe in seen.enemies):
        return None
    ways = known_stairs(seen)
    if seen.cell in ways:
        return TakeStairs(ways[seen.cell])
    goal = seen.nearest(board_of(cell for cell in ways if is_first_at(seen, cell)))
    return None if goal is None else seen.step_to(goal)


def evade(seen: Observation, memory: Memory) -> Command | None:
    """Run out of the line of an unseen attacker."""
    if seen.enemies or seen.cell == memory.refuge or (memory.daring and lairs(seen) >> seen.cell & 1):
        memory.refuge = None
    elif memory.wounded_on == seen.turn and memory.refuge is None:
        level = seen.level
        far = seen.around(FAR) & ~seen.around(FAR // 3) & seen.safe
        away = [cell for cell in cells_of(far) if not has_line(level, seen.me.at, level.grid.point(cell))]
        memory.refuge = seen.nearest(board_of(away))
    return None if memory.refuge is None else walk_safely(seen, memory.refuge)


def recover(seen: Observation, memory: Memory) -> Rest | None:
    """Rest before going on to the next level, until nothing gets better any more."""
    if isinstance(memory.running, Rest):
        return memory.running
    return Rest() if seen.me.hit_points * 100 < seen.me.max_hit_points * FIT else None


def pause(seen: Observation, _: Memory) -> Wait | None:
    """Stay where one is, badly hurt a moment ago, until one can rest."""
    return None if seen.enemies or not is_hurt(seen) or not gets_better(seen) else Wait()


def rest(seen: Observation, memory: Memory) -> Rest | None:
    """Rest when tired, as long as that helps."""
    if isinstance(memory.running, Rest) and memory.wounded_on != seen.turn:
        return memory.running
    me = seen.me
    if seen.turn - memory.wounded_on < QUIET:
        return None
    return Rest() if me.hit_points * 100 < me.max_hit_points * TIRED else None
