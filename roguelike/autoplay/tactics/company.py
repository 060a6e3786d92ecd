"""Captives: setting them free, to have company."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.autoplay.tactics.ground import walk_safely
from roguelike.engine.commands import Command, Wait
from roguelike.engine.geometry import chebyshev_distance
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.state.actor import Side

if TYPE_CHECKING:
    from roguelike.autoplay.memory import Memory
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.actor import Actor

LONGEST: Final = 30
"""Turns beside a captive who is not free after them is left alone."""


def free(seen: Observation, memory: Memory) -> Command | None:
    """Go to a captive and stand beside them until they are free, with no enemy about and room for one more ally."""
    for each in seen.others:
        if (
            each.side == Side.NONE
            and each.mood is Mood.HELD
            and each.id not in memory.left_alone
            and _helps(seen, each)
        ):
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


def _helps(seen: Observation, captive: Actor) -> bool:
    """Return whether standing beside a captive frees it: not from a cage, nor while captors keep a truce."""
    feature = seen.level.feature_at(captive.at)
    if feature is None or not (feature.kind.cages or feature.kind.bonds):
        return True
    bonds = feature.kind.bonds
    if bonds is None or not bonds.rounds:
        return False
    return not bonds.guarded or all(each.mood is not Mood.TRUCE for each in seen.others)
