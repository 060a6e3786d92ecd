"""Progress: exploring, taking items and changing levels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from roguelike.automation.automation import Stop, hindrance
from roguelike.automation.explore import Explore
from roguelike.automation.travel import Travel, path_to
from roguelike.autoplay.duels import duel_cost, rivals
from roguelike.autoplay.outlook import awake
from roguelike.autoplay.tactics.ground import walk, walk_safely
from roguelike.engine.commands import Command, PickUp, TakeStairs
from roguelike.engine.grid import board_of
from roguelike.engine.kinds.exits import Exit
from roguelike.engine.parts.goals import Escape

if TYPE_CHECKING:
    from roguelike.automation.automation import Automation
    from roguelike.autoplay.memory import Memory
    from roguelike.engine.geometry import Point
    from roguelike.engine.observation import Observation

Way = Literal["down", "up"]
WAYS: Final[tuple[Way, ...]] = ("down", "up")


TOO_LONG: Final = 700
"""Turns on a level after which the player goes on as soon as possible."""
TOO_LONG_IN_THE_DARK: Final = 150
"""The same limit without light."""
OUTMATCHED: Final = 0.4
"""Mean cost of a fair fight, as a share of maximum HP, at which the player is outmatched."""
RESTLESS: Final = 60
"""Turns after walking back and forth in which the player goes straight to the next level."""
WELL_ENOUGH: Final = 70
"""Minimum percentage of maximum HP to go on."""


def take(seen: Observation, memory: Memory) -> PickUp | None:
    """Pick up the items underfoot."""
    return PickUp() if seen.cell in memory.items and not seen.me.inventory.is_full else None


def fetch(seen: Observation, memory: Memory) -> Command | None:
    """Go to the nearest item."""
    goal = None if seen.me.inventory.is_full else seen.nearest(board_of(memory.items))
    return None if goal is None else seen.step_to(goal)


def look_around(seen: Observation, memory: Memory) -> Command | None:
    """Go to the nearest frontier cell; if there is none, go round the level again."""
    level = seen.level
    goal = seen.nearest(seen.frontier & ~memory.stood)
    if goal is None:
        goal = seen.nearest(level.passable & ~memory.swept)
    if goal is None:
        memory.swept = seen.visible
        goal = seen.nearest(level.passable & ~memory.swept)
    return None if goal is None else seen.step_to(goal)


def look_around_safely(seen: Observation, memory: Memory) -> Command | None:
    """Look around, but only over safe ground if monsters lurk and enemies are in view."""
    if not (seen.avoided and seen.enemies):
        return look_around(seen, memory)
    goal = seen.nearest(seen.frontier & ~memory.stood & seen.safe)
    return None if goal is None else walk_safely(seen, goal)


def hurry(seen: Observation, memory: Memory) -> Command | Automation | None:
    """Go on, in sufficient health, after a long time on a level, in the dark or outmatched; not from the last level."""
    me = seen.me
    if seen.enemies or me.hit_points * 100 < me.max_hit_points * WELL_ENOUGH or carries_the_goal(seen):
        return None
    rules = seen.ruleset
    is_dark = bool(rules.lamp) and not me.gauges.get(rules.lamp, 0)
    longest = TOO_LONG_IN_THE_DARK if is_dark else 0 if is_outmatched(seen) else TOO_LONG
    if seen.depth == rules.depths or seen.turn - memory.came_on < longest:
        return None
    return leave(seen, memory)


def break_out(seen: Observation, memory: Memory) -> Command | None:
    """Go straight to the next level or to unexplored cells after walking back and forth, regardless of obstacles."""
    if seen.turn - memory.restless_on > RESTLESS or any(seen.is_beside(foe) for foe in awake(seen)):
        return None
    way: Way = "up" if carries_the_goal(seen) else "down"
    at = stairs(seen, way)
    if at == seen.me.at:
        return TakeStairs(way)
    goal = seen.nearest(seen.frontier) if at is None else seen.level.grid.index(at)
    return None if goal is None else seen.step_to(goal)


def is_outmatched(seen: Observation) -> bool:
    """Return whether fair fights with the monsters of this level are too costly to explore further."""
    many = len(rivals(seen.ruleset, seen.depth))
    return duel_cost(seen, seen.me) > many * seen.me.max_hit_points * OUTMATCHED


def explore(seen: Observation, memory: Memory) -> Automation | None:
    """Explore the level as far as possible without harm."""
    if isinstance(memory.running, Explore):
        return memory.running
    left = seen.unknown if seen.me.inventory.is_full else seen.unknown | board_of(seen.lying)
    if memory.finished == left or seen.enemies or hindrance(seen) is not None:
        return None
    if isinstance(Explore().next(seen), Stop):
        memory.finished = left
        if seen.avoided and not knows_the_way(seen):
            memory.daring, memory.finished = True, None
        return None
    return Explore()


def knows_the_way(seen: Observation) -> bool:
    """Return whether a safe path to the next stairs is known."""
    at = stairs(seen, "up" if carries_the_goal(seen) else "down")
    return at is not None and (at == seen.me.at or bool(path_to(seen, at)))


def way_on(seen: Observation) -> int:
    """Return the bitboard of the known stairs to the next level."""
    at = stairs(seen, "up" if carries_the_goal(seen) else "down")
    return 0 if at is None else 1 << seen.level.grid.index(at)


def press_on(seen: Observation, memory: Memory) -> Command | None:
    """Explore step by step, without the automation, which enemies in view stop."""
    goal = seen.nearest(seen.frontier & ~memory.stood & seen.safe)
    return None if goal is None else (walk_safely if seen.avoided else walk)(seen, goal)


def leave(seen: Observation, memory: Memory) -> Command | Automation | None:
    """Go to the next level: down, or up with the goal of the game."""
    way: Way = "up" if carries_the_goal(seen) else "down"
    at = stairs(seen, way)
    if at is None:
        return None
    if at == seen.me.at:
        return TakeStairs(way)
    if seen.enemies:
        return walk(seen, seen.level.grid.index(at))
    if seen.avoided and not path_to(seen, at):
        memory.daring = True
        return None
    running = memory.running
    return running if isinstance(running, Travel) and running.goal == at else Travel(at)


def climb(seen: Observation, memory: Memory) -> Command | Automation | None:
    """Go up with the goal of the game."""
    return leave(seen, memory) if carries_the_goal(seen) else None


def seize(seen: Observation, memory: Memory) -> Command | None:
    """Fetch the goal of the game after it was seen."""
    goal = seen.nearest(board_of(cell for cell, kind in memory.items.items() if kind in goals(seen)))
    if goal is None:
        return None
    return PickUp() if goal == seen.cell else walk(seen, goal)


def stairs(seen: Observation, way: Way) -> Point | None:
    """Return the known stairs in a direction; None if there are none."""
    if seen.depth == 1 and way == "up" and not carries_the_goal(seen):
        return None
    return seen.level.exit_at(Exit(way))


def known_stairs(seen: Observation) -> dict[int, Way]:
    """Return the directions of the known stairs, by cell; with the goal of the game, only those up."""
    ways: tuple[Way, ...] = ("up",) if carries_the_goal(seen) else WAYS
    return {seen.level.grid.index(at): way for way in ways if (at := stairs(seen, way)) is not None}


def carries_the_goal(seen: Observation) -> bool:
    """Return whether the player carries the goal of the game."""
    wanted = goals(seen)
    return bool(wanted) and any(item is not None and item.kind in wanted for item in seen.me.inventory.slots)


def goals(seen: Observation) -> list[object]:
    """Return the kinds of items that the player must escape with to win."""
    rules = seen.ruleset
    return [rules.items[goal.item] for goal in rules.goals if isinstance(goal, Escape)]
