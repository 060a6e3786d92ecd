"""Stealing items from the belts of sleepers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.autoplay.outlook import awake, cost
from roguelike.autoplay.tactics.ground import walk_safely
from roguelike.autoplay.tactics.onward import carries_the_goal
from roguelike.autoplay.tactics.stealth import HEARD_FROM
from roguelike.engine.commands import Command, Cover, PickUp
from roguelike.engine.geometry import chebyshev_distance
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.state.lamp import Lamp

if TYPE_CHECKING:
    from roguelike.autoplay.memory import Memory
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.actor import Actor

FIT: Final = 80
"""Minimum percentage of maximum HP to steal."""
BEARABLE: Final = 0.7
"""Maximum mean cost of the fight if the sleepers wake, as a share of the hit points left."""


def steal(seen: Observation, memory: Memory) -> Command | None:
    """Go to a sleeper with an item on its belt, with the lamp covered, take it and run."""
    if not seen.ruleset.steals or carries_the_goal(seen) or awake(seen):
        memory.mark = None
        return None
    _choose(seen, memory)
    if memory.mark is None:
        return None
    steps = chebyshev_distance(seen.me.at, seen.level.grid.point(memory.mark))
    if seen.lamp is Lamp.OPEN and steps <= HEARD_FROM + 1:
        memory.left_by = seen.cell
        return Cover()
    if steps == 1:
        memory.refused.add(memory.mark)
        memory.mark, memory.running_out = None, memory.left_by is not None
        return PickUp()
    step = walk_safely(seen, memory.mark)
    if step is None:
        memory.refused.add(memory.mark)
        memory.mark = None
    return step


def _choose(seen: Observation, memory: Memory) -> None:
    """Choose a sleeper to steal from; forget it if it is no longer there with an item."""
    grid, me = seen.level.grid, seen.me
    marks = [cell for foe in seen.enemies if _is_mark(seen, foe) and (cell := grid.index(foe.at)) not in memory.refused]
    if memory.mark is not None and seen.level.visible[memory.mark] and memory.mark not in marks:
        memory.mark = None
    if memory.mark is not None or not marks or me.hit_points * 100 < me.max_hit_points * FIT:
        return
    if cost(seen, seen.enemies) <= me.hit_points * BEARABLE:
        memory.mark = marks[0]


def _is_mark(seen: Observation, foe: Actor) -> bool:
    return foe.mood is Mood.ASLEEP and foe.carries is not None and seen.me.inventory.has_room(foe.carries)
