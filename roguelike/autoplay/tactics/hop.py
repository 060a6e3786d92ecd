"""Blinking out of a fight or over obstacles, by items that recharge."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.autoplay.outlook import awake
from roguelike.autoplay.tactics.escape import is_lost
from roguelike.autoplay.tactics.onward import carries_the_goal, known_stairs, way_on
from roguelike.autoplay.uses import ready
from roguelike.engine.commands import Use
from roguelike.engine.distances import DistanceMap
from roguelike.engine.geometry import chebyshev_distance
from roguelike.engine.grid import cells_of
from roguelike.engine.kinds.amounts import amount_at
from roguelike.engine.parts.effects.movement import Blink
from roguelike.engine.preview import preview_use

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roguelike.autoplay.memory import Memory
    from roguelike.engine.observation import Observation

GAIN: Final = 3
"""Minimum steps that a hop must save on the path to the stairs."""
NO_WAY: Final = 1000
"""Stands for the steps to an unreachable cell."""


def hop_away(seen: Observation, memory: Memory) -> Use | None:
    """Hop towards the stairs with enemies in view, when fleeing or carrying the goal of the game.

    A fleeing player must then reach the stairs before the enemies.
    """
    foes = awake(seen)
    climbs = carries_the_goal(seen)
    if not foes or not (climbs or memory.retreat is not None or is_lost(seen, foes)):
        return None
    hops = list(_hops(seen))
    best: tuple[int, Use] | None = None
    for goal in known_stairs(seen) if hops else ():
        steps_from = DistanceMap(seen.level.grid, seen.unasked, goal, diagonally=seen.ruleset.diagonal).distance
        most = (steps_from(seen.cell) or NO_WAY) - GAIN
        at = seen.level.grid.point(goal)
        margin = min(chebyshev_distance(foe.at, at) * seen.me.speed / foe.speed for foe in foes)
        for cell, use in hops:
            steps = steps_from(cell)
            if steps is not None and steps <= most and (climbs or steps < margin) and (best is None or steps < best[0]):
                best = steps, use
    return None if best is None else best[1]


def hop_across(seen: Observation, memory: Memory) -> Use | None:
    """Hop to a cell from which there is a path onward, if there is none from here, with no enemy in view."""
    goals = (way_on(seen) | seen.frontier & ~memory.stood) & seen.safe
    if seen.enemies or not any(_blinks(seen)) or not goals or seen.nearest(goals) is not None:
        return None
    reached = seen.level.grid.flood(goals, seen.safe, diagonally=True)
    use = next((use for cell, use in _hops(seen) if reached >> cell & 1), None)
    if use is not None:
        memory.finished = None
    return use


def _hops(seen: Observation) -> Iterator[tuple[int, Use]]:
    """Yield the safe cells to which the player can hop, with the command for each, by slot and cell."""
    grid = seen.level.grid
    for slot, plus, hop in _blinks(seen):
        kind = seen.me.inventory.slots[slot]
        far = amount_at(hop.range, plus)
        for cell in cells_of(seen.safe & seen.visible):
            at = grid.point(cell)
            if (
                kind is not None
                and chebyshev_distance(seen.me.at, at) <= far
                and preview_use(kind.kind, seen, at, plus).refused is None
            ):
                yield cell, Use(slot, at)


def _blinks(seen: Observation) -> Iterator[tuple[int, int, Blink]]:
    """Yield the items that let the player hop: slot, plus and effect."""
    for slot, kind in ready(seen):
        item = seen.me.inventory.slots[slot]
        for effect in kind.effects:
            if isinstance(effect, Blink) and item is not None:
                yield slot, item.plus, effect
