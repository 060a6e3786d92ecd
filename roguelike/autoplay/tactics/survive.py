"""Survival: using items, running and resting."""

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
"""Percentage of maximum HP at or below which the player flees."""

TIRED = 85
"""Percentage of maximum HP below which the player rests."""

QUIET = 8
"""Turns without damage before a rest."""

FAR = 12
"""Maximum steps of a run from an unseen attacker."""

MAX_SIDESTEPS = 2
"""Maximum steps in a row out of harmful cells with an adjacent enemy, which follows and attacks."""

FIT = 95
"""Percentage of maximum HP below which the player does not go to the next level."""


def is_hurt(seen: Observation) -> bool:
    """Return whether the player is below half of maximum HP."""
    return seen.me.hit_points * 2 < seen.me.max_hit_points


def use(seen: Observation, _: Memory) -> Use | None:
    """Use the item that saves most hit points, if one is called for."""
    return best_use(seen)


def run_for_healing(seen: Observation, memory: Memory) -> Command | None:
    """Fetch an item that heals, when badly hurt and closer to it than all enemies."""
    if seen.me.hit_points * 2 > seen.me.max_hit_points or seen.me.inventory.is_full:
        return None
    healing = [cell for cell, kind in memory.items.items() if heals(kind) and is_first_at(seen, cell)]
    goal = seen.nearest(board_of(healing))
    if goal == seen.cell:
        return PickUp()
    step = None if goal is None else seen.step_to(goal)
    return None if step is None or (seen.avoided and not seen.is_safe(seen.me.at.step(step.direction))) else step


def step_aside(seen: Observation, memory: Memory) -> Command | None:
    """Leave harmful or soon burning cells for the nearest harmless one.

    Only for `MAX_SIDESTEPS` steps with an enemy adjacent.
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
    """Leave by the nearest stairs that the player reaches before the hunters, when hurt."""
    me = seen.me
    if me.hit_points * 100 > me.max_hit_points * HURT or all(foe.mood is Mood.ASLEEP for foe in seen.enemies):
        return None
    ways = known_stairs(seen)
    if seen.cell in ways:
        return TakeStairs(ways[seen.cell])
    goal = seen.nearest(board_of(cell for cell in ways if is_first_at(seen, cell)))
    return None if goal is None else seen.step_to(goal)


def evade(seen: Observation, memory: Memory) -> Command | None:
    """Run out of the line of fire of an unseen attacker."""
    if seen.enemies or seen.cell == memory.refuge or (memory.daring and lairs(seen) >> seen.cell & 1):
        memory.refuge = None
    elif memory.wounded_on == seen.turn and memory.refuge is None:
        level = seen.level
        far = seen.around(FAR) & ~seen.around(FAR // 3) & seen.safe
        away = [cell for cell in cells_of(far) if not has_line(level, seen.me.at, level.grid.point(cell))]
        memory.refuge = seen.nearest(board_of(away))
    return None if memory.refuge is None else walk_safely(seen, memory.refuge)


def recover(seen: Observation, memory: Memory) -> Rest | None:
    """Rest before going to the next level, until resting no longer helps."""
    if isinstance(memory.running, Rest):
        return memory.running
    return Rest() if seen.me.hit_points * 100 < seen.me.max_hit_points * FIT else None


def pause(seen: Observation, _: Memory) -> Wait | None:
    """Wait in place, when badly hurt, until resting is possible."""
    return None if seen.enemies or not is_hurt(seen) or not gets_better(seen) else Wait()


def rest(seen: Observation, memory: Memory) -> Rest | None:
    """Rest when hurt, as long as it helps."""
    if isinstance(memory.running, Rest) and memory.wounded_on != seen.turn:
        return memory.running
    me = seen.me
    if seen.turn - memory.wounded_on < QUIET:
        return None
    return Rest() if me.hit_points * 100 < me.max_hit_points * TIRED else None
