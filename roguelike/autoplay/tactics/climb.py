"""Escaping with the goal of the game: outrun slower enemies, and wait for others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.autoplay.outlook import awake, cost
from roguelike.autoplay.roles import keeps_away
from roguelike.autoplay.tactics.onward import carries_the_goal, way_on
from roguelike.engine.commands import Command, Move, TakeStairs, Wait
from roguelike.engine.distances import DistanceMap
from roguelike.engine.geometry import chebyshev_distance

if TYPE_CHECKING:
    from roguelike.autoplay.memory import Memory
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.actor import Actor

CHEAP: Final = 0.15
"""Maximum share of the hit points left for the mean cost of a fight."""
NEAR: Final = 12
"""Maximum distance, in cells, of last seen enemies that the player waits for."""
CUT_OFF: Final = 8
"""Turns for which enemies that cut off the player are assumed to stay there."""
PATIENCE: Final = 6
"""Maximum turns of waiting after hunters were in view."""


def outrun(seen: Observation, memory: Memory) -> Command | None:
    """Go to the stairs if the player gets there first, or explore away from slower enemies, instead of fighting."""
    foes = awake(seen)
    if not foes or not carries_the_goal(seen) or cost(seen, foes) <= seen.me.hit_points * CHEAP:
        return None
    stairs = way_on(seen)
    if stairs >> seen.cell & 1:
        return TakeStairs("up")
    if seen.turn - memory.cut_off_on < CUT_OFF or (not stairs and any(foe.speed >= seen.me.speed for foe in foes)):
        return None
    goal = seen.nearest(stairs or seen.frontier & ~memory.stood)
    if goal is None or not _is_first(seen, foes, goal):
        memory.cut_off_on = seen.turn
        return None
    step = seen.step_to(goal)
    return step if step is not None and _is_open(seen, step) else None


def let_come(seen: Observation, memory: Memory) -> Wait | None:
    """Wait for enemies just seen on the path to the stairs, rather than run into them repeatedly."""
    stairs = way_on(seen)
    if (
        seen.enemies
        or memory.trail is None
        or not stairs
        or not carries_the_goal(seen)
        or seen.turn - memory.hunted_on >= PATIENCE
    ):
        return None
    grid = seen.level.grid
    steps = DistanceMap(grid, seen.unasked, stairs.bit_length() - 1, diagonally=seen.ruleset.diagonal).distance
    here, there = steps(seen.cell), steps(memory.trail)
    is_near = chebyshev_distance(grid.point(memory.trail), seen.me.at) <= NEAR
    return Wait() if is_near and here is not None and there is not None and there < here else None


def _is_first(seen: Observation, foes: list[Actor], goal: int) -> bool:
    """Return whether the player gets to a cell before all enemies except those that keep their distance."""
    steps = seen.ways.distance(goal) or 0
    at = seen.level.grid.point(goal)
    return all(
        chebyshev_distance(foe.at, at) * seen.me.speed > steps * foe.speed or keeps_away(foe.kind) for foe in foes
    )


def _is_open(seen: Observation, step: Move) -> bool:
    goal = seen.me.at.step(step.direction)
    return seen.is_safe(goal) and seen.level.actor_at(goal) is None
