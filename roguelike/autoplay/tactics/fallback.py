"""Falling back to stairs, by which enemies follow one at a time, and ambushing them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.autoplay.outlook import awake, cost
from roguelike.autoplay.roles import calls, keeps_away
from roguelike.autoplay.tactics.ground import is_first_at, lairs
from roguelike.autoplay.tactics.onward import known_stairs
from roguelike.engine.commands import Command, TakeStairs, Wait
from roguelike.engine.grid import board_of

if TYPE_CHECKING:
    from roguelike.autoplay.memory import Memory
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.actor import Actor

TOO_DEAR: Final = 0.6
"""Share of the hit points left; a fight with this mean cost is not fought where it begins."""
AWKWARD: Final = 0.3
"""The same share with enemies that keep their distance or summon."""
FURTHEST: Final = 30
"""Maximum steps to the stairs."""
FOLLOWED: Final = 10
"""Maximum distance, in steps, of enemies that follow by the stairs."""
PATIENCE: Final = 12
"""Turns after which no hunter is expected any longer."""
SOON: Final = 25
"""Turns after falling back in which it is not repeated: all enemies would follow together."""


def fall_back(seen: Observation, memory: Memory) -> Command | None:
    """Take the stairs out of a costly fight: enemies that follow arrive one at a time, adjacent to the player."""
    foes = awake(seen)
    is_new = seen.turn - memory.fell_back_on >= SOON
    if foes and not (is_new and _is_too_dear(seen, foes)):
        memory.retreat = None
    elif foes:
        memory.retreat = _refuge(seen)
    if memory.retreat is None:
        return None
    ways = known_stairs(seen)
    if seen.cell in ways:
        memory.fell_back_on, memory.retreat = seen.turn, None
        return TakeStairs(ways[seen.cell])
    return seen.step_to(memory.retreat)


def _refuge(seen: Observation) -> int | None:
    """Return the stairs that the player reaches first, preferably up, to a known level; None if there are none."""
    ways = known_stairs(seen)
    if seen.cell in ways:
        return seen.cell
    near = [cell for cell in ways if (seen.ways.distance(cell) or 0) <= FURTHEST and is_first_at(seen, cell)]
    up = [cell for cell in near if ways[cell] == "up"]
    return seen.nearest(board_of(up or near) & seen.safe)


def lie_in_wait(seen: Observation, memory: Memory) -> Command | None:
    """Stay in place while hunters are likely to come."""
    safe = seen.safe & ~lairs(seen)
    if seen.enemies or not safe >> seen.cell & 1 or seen.turn - memory.wounded_on < 1:
        return None
    return Wait() if seen.turn - max(memory.hunted_on, memory.fell_back_on) < PATIENCE else None


def _is_too_dear(seen: Observation, foes: list[Actor]) -> bool:
    """Return whether a fight costs too much; less is too much if some enemies keep their distance or summon."""
    part = AWKWARD if any(keeps_away(foe.kind) or calls(foe.kind) for foe in foes) else TOO_DEAR
    return cost(seen, foes) > seen.me.hit_points * part
