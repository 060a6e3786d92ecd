"""Stepping out of blows that can be seen coming."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from roguelike.autoplay.outlook import awake, harm, turns_to_kill
from roguelike.engine.commands import Command, Move
from roguelike.engine.geometry import chebyshev_distance

if TYPE_CHECKING:
    from roguelike.autoplay.memory import Memory
    from roguelike.engine.geometry import Point
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.actor import Actor

NEARLY_DEAD = 1.2
"""Turns to kill an enemy up to which it is struck instead of dodged."""


def dodge(seen: Observation, memory: Memory) -> Command | None:
    """Step out of a blow that somebody has raised a weapon for: to their side, where few others reach."""
    me = seen.me
    raised = [foe for foe in seen.enemies if foe.aims_at == me.at]
    if not raised or me.cannot("move"):
        return None
    if len(raised) == 1 and seen.is_beside(raised[0]) and turns_to_kill(seen, raised[0]) < NEARLY_DEAD:
        return None
    free = [each for each in seen.ruleset.directions if _is_free(seen, me.at.step(each))]
    best = min(free, key=lambda each: _exposure(seen, me.at.step(each), raised), default=None)
    memory.waited = 0
    return None if best is None else Move(best)


def _is_free(seen: Observation, goal: Point) -> bool:
    return seen.is_safe(goal) and seen.level.actor_at(goal) is None


def _exposure(seen: Observation, goal: Point, raised: list[Actor]) -> tuple[float, bool]:
    """Return the harm to expect in a cell, and whether one would have to come back to strike who raised a weapon."""
    foes = [foe for foe in awake(seen) if chebyshev_distance(foe.at, goal) <= 1]
    dealt = math.fsum(harm(seen, foe) for foe in foes if foe not in raised or foe.aims_at == goal)
    return dealt, not any(foe in raised for foe in foes)
