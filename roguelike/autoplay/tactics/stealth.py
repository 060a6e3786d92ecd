"""Stalking sleepers with the lamp covered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import attrs

from roguelike.autoplay.outlook import cost
from roguelike.autoplay.tactics.ground import walk_safely
from roguelike.autoplay.tactics.onward import carries_the_goal
from roguelike.engine.commands import Command, Cover, Equip, Move
from roguelike.engine.geometry import chebyshev_distance, direction_to
from roguelike.engine.grid import board_of, cells_of
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.parts.weapons import SlayUnaware
from roguelike.engine.rules.gas import cells_with
from roguelike.engine.state.lamp import Lamp

if TYPE_CHECKING:
    from roguelike.autoplay.memory import Memory
    from roguelike.engine.kinds.terrain import TerrainKind
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.item import Item

LIKELY_TO_WAKE: Final = 0.25
"""Assumed chance that a sleeper wakes before the attack, by which the cost of the fight is weighted."""
TOO_DEAR: Final = 0.2
"""Maximum weighted cost, as a share of the hit points left."""
TOO_DEAR_WITH_A_BLADE: Final = 0.35
"""The same share with a blade that kills sleepers."""
FUMES: Final = 2
"""Distance, in steps, to gas that an open lamp would ignite, within which the player covers it."""
HEARD_FROM: Final = 7
"""Distance, in steps, within which sleepers may hear the player, so that the lamp is covered."""


def stalk(seen: Observation, memory: Memory) -> Command | None:
    """Assassinate a sleeper with a covered lamp, preferably with a blade, if the fight is survivable.

    Not with the goal of the game, whose light cannot be covered.
    """
    if carries_the_goal(seen) or any(foe.mood is not Mood.ASLEEP for foe in seen.enemies):
        memory.stalked = None
        return None
    _choose(seen, memory)
    if memory.stalked is None:
        return None
    goal = seen.level.grid.point(memory.stalked)
    steps = chebyshev_distance(seen.me.at, goal)
    if (blade := _blade(seen)) is not None and steps <= HEARD_FROM + 2:
        return Equip(blade)
    if seen.lamp is Lamp.OPEN and steps <= HEARD_FROM + 1 and seen.ruleset.lamp:
        return Cover()
    if steps == 1:
        return Move(direction_to(seen.me.at, goal))
    step = walk_safely(seen, memory.stalked)
    if step is None:
        memory.stalked = None
    return step


def stalk_openly(seen: Observation, memory: Memory) -> Command | None:
    """Stalk with the lamp open."""
    answer = stalk(seen, memory)
    if not isinstance(answer, Cover):
        return answer
    return None if memory.stalked is None else walk_safely(seen, memory.stalked)


def shade(seen: Observation, _: Memory) -> Command | None:
    """Cover the lamp near gas that it would ignite, or near terrain that emits such gas."""
    return Cover() if seen.lamp is Lamp.OPEN and _is_near_fumes(seen, FUMES) else None


def uncover(seen: Observation, memory: Memory) -> Command | None:
    """Open the lamp unless stalking or stealing, away from gas that it would ignite."""
    if seen.lamp is not Lamp.COVERED or memory.stalked is not None or memory.mark is not None:
        return None
    return None if _is_near_fumes(seen, FUMES + 1) else Cover()


def _is_near_fumes(seen: Observation, steps: int) -> bool:
    """Return whether gas that an open lamp ignites, or terrain that emits it, is within `steps`."""
    lit = {name for name, gas in seen.ruleset.gases.items() if gas.lamp}
    if not lit:
        return False
    level = seen.level
    puffing = cells_of(level.cells("puffs"))
    fumes = board_of(cell for cell in puffing if _puffs(level.kinds[level.terrain[cell]]) in lit)
    for name in sorted(lit & level.gas.keys()):
        fumes |= cells_with(level.gas[name], level.grid.size)
    return bool(fumes and fumes & seen.around(steps))


def _puffs(kind: TerrainKind) -> str:
    return "" if kind.puffs is None else kind.puffs.gas


def _choose(seen: Observation, memory: Memory) -> None:
    """Choose the nearest sleeper to stalk; forget it if it has left its cell."""
    grid, level = seen.level.grid, seen.level
    if (
        memory.stalked is not None
        and level.visible[memory.stalked]
        and level.actor_at(grid.point(memory.stalked)) is None
    ):
        memory.stalked = None
    if cost(seen, seen.enemies) * LIKELY_TO_WAKE > seen.me.hit_points * _too_dear(seen):
        return
    worth = [foe for foe in seen.enemies if _is_worth_it(seen, foe)]
    cells = [(steps, cell) for foe in worth if (steps := seen.ways.distance(cell := grid.index(foe.at))) is not None]
    if cells and (memory.stalked is None or not seen.level.visible[memory.stalked]):
        memory.stalked = min(cells)[1]


def _too_dear(seen: Observation) -> float:
    return TOO_DEAR_WITH_A_BLADE if _blades(seen) else TOO_DEAR


def _is_worth_it(seen: Observation, foe: Actor) -> bool:
    """Return whether a sleeper can be stalked, and is not too costly to fight after a stab."""
    if foe.kind.on_death or foe.kind.mind is None:
        return False
    left = attrs.evolve(foe, hit_points=max(1, foe.hit_points - _stab(seen, foe)), mood=Mood.HUNTING)
    return left.hit_points == 1 or cost(seen, [left]) <= seen.me.hit_points * _too_dear(seen)


def _stab(seen: Observation, foe: Actor) -> int:
    """Return the damage of a stab with the best carried blade; lethal without one."""
    stabs = [
        style.damage + style.per_plus * item.plus if style.damage else foe.hit_points
        for _, item in _blades(seen)
        if isinstance(style := item.kind.style, SlayUnaware)
    ]
    return max(stabs, default=foe.hit_points)


def _blade(seen: Observation) -> int | None:
    """Return the slot of a blade that kills sleepers; None if one is in hand or none is carried."""
    blades = _blades(seen)
    return None if any(item.worn for _, item in blades) else next((slot for slot, _ in blades), None)


def _blades(seen: Observation) -> list[tuple[int, Item]]:
    """Return the carried blades that kill sleepers, with their slots."""
    carried = enumerate(seen.me.inventory.slots)
    return [(slot, item) for slot, item in carried if item is not None and isinstance(item.kind.style, SlayUnaware)]
