"""Freeing captives, and care for allies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.autoplay.outlook import awake
from roguelike.autoplay.tactics.ground import walk_safely
from roguelike.autoplay.tactics.onward import carries_the_goal, way_on
from roguelike.autoplay.tactics.recover import supply
from roguelike.engine.commands import Command, Move, Wait
from roguelike.engine.geometry import chebyshev_distance, direction_to
from roguelike.engine.grid import cells_of
from roguelike.engine.kinds.moods import Mood

if TYPE_CHECKING:
    from roguelike.autoplay.memory import Memory
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.actor import Actor

HURT: Final = 50
"""Percentage of an ally's maximum HP below which the player waits for it to heal."""
SPARE_OIL: Final = 900
"""Minimum turns of oil, in lamp and flasks, to wait for allies to heal."""
LONGEST: Final = 30
"""Turns beside a captive after which freeing it is abandoned."""


def free(seen: Observation, memory: Memory) -> Command | None:
    """Go to a captive and wait beside it until it is free, with no enemy in view and room for another ally."""
    for each in seen.others:
        if each.is_captive and each.id not in memory.left_alone and _helps(seen, each):
            memory.captives[each.id] = seen.level.grid.index(each.at)
        else:
            memory.captives.pop(each.id, None)
    if seen.enemies or memory.haunted or not memory.captives or len(seen.allies) >= seen.ruleset.most_allies:
        return None
    number, cell = min(memory.captives.items())
    at = seen.level.grid.point(cell)
    if chebyshev_distance(seen.me.at, at) > 1:
        step = walk_safely(seen, cell)
        if step is None:
            memory.captives.pop(number)
        return step
    memory.helped += 1
    if memory.helped > LONGEST:
        memory.helped = 0
        memory.left_alone.add(number)
        memory.captives.pop(number)
        return None
    return Wait()


def raise_fallen(seen: Observation, _: Memory) -> Command | None:
    """Go to a fallen ally and wait beside it, with no awake enemy in view."""
    if not seen.fallen or awake(seen):
        return None
    at = seen.fallen[0].at
    if chebyshev_distance(seen.me.at, at) <= 1:
        return Wait()
    return walk_safely(seen, seen.level.grid.index(at))


def gather(seen: Observation, _: Memory) -> Command | None:
    """Wait on the stairs for allies that would stay behind."""
    if awake(seen) or not seen.astray:
        return None
    return Wait() if way_on(seen) >> seen.cell & 1 else None


def nurse(seen: Observation, _: Memory) -> Command | None:
    """Wait until allies in view have healed, with no enemy in view and oil to spare."""
    if seen.enemies or carries_the_goal(seen) or supply(seen) < SPARE_OIL:
        return None
    is_hurt = any(each.hit_points * 100 < each.max_hit_points * HURT for each in seen.allies if not each.summoner)
    return Wait() if is_hurt else None


def plunge(seen: Observation, _: Memory) -> Move | None:
    """Jump to the next level through the hole beside a captive that falls along and then follows."""
    level, grid = seen.level, seen.level.grid
    if seen.enemies or carries_the_goal(seen) or seen.depth == seen.ruleset.depths:
        return None
    if len(seen.allies) >= seen.ruleset.most_allies:
        return None
    for cell, each in level.features.items():
        if each.kind.bonds is None or not each.kind.bonds.falls:
            continue
        rim = grid.spread(1 << cell, diagonally=True) & level.cells("falls") & level.passable & ~(1 << cell)
        if beside := rim & grid.spread(1 << seen.cell, diagonally=seen.ruleset.diagonal):
            return Move(direction_to(seen.me.at, grid.point(cells_of(beside)[0])))
        goal = seen.nearest(grid.spread(rim, diagonally=seen.ruleset.diagonal) & seen.safe)
        if goal is not None and (step := walk_safely(seen, goal)) is not None:
            return step
    return None


def _helps(seen: Observation, captive: Actor) -> bool:
    """Return whether waiting beside a captive frees it: not from a cage, nor while captors keep a truce."""
    feature = seen.level.feature_at(captive.at)
    if feature is None or not (feature.kind.cages or feature.kind.bonds):
        return True
    bonds = feature.kind.bonds
    if bonds is None or not bonds.rounds:
        return False
    return not bonds.guarded or all(each.mood is not Mood.TRUCE for each in seen.others)
