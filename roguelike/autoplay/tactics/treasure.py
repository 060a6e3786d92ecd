"""Keys, treasuries and items on altars."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import attrs

from roguelike.automation.tour import Ways
from roguelike.autoplay.duels import duel_cost, wearing
from roguelike.autoplay.outlook import awake
from roguelike.autoplay.tactics.ground import walk_safely
from roguelike.autoplay.tactics.pace import beats, set_out
from roguelike.autoplay.tactics.perils import is_perilous
from roguelike.engine.commands import Command, Move
from roguelike.engine.geometry import chebyshev_distance, direction_to
from roguelike.engine.grid import cells_of
from roguelike.engine.state.lamp import Lamp

if TYPE_CHECKING:
    from collections.abc import Collection

    from roguelike.autoplay.memory import Memory
    from roguelike.engine.geometry import Point
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.item import Item

FIT: Final = 90
"""Minimum percentage of maximum HP to take items that may be guarded."""
CHOICE: Final = ("staff", "charm", "ring", "wand", "armour", "weapon")
"""Order of choice from cages, by place or sort, after gear clearly better than the worn one."""
BETTER: Final = 0.85
"""Maximum cost of fights with clearly better gear, as a share of the present cost."""
WELL_ENOUGH: Final = 50
"""Minimum percentage of maximum HP to carry a key to its door."""
PAUSE: Final = 3
"""Turns without a step towards an altar after which the next step begins a new path."""
RUN: Final = 20
"""Maximum steps of the run back from an altar with its item."""


def lift(seen: Observation, memory: Memory) -> Command | None:
    """Take items of altars, keys first, and one from cages, when healthy and with no enemy in view."""
    return _lift(seen, memory)


def lift_key(seen: Observation, memory: Memory) -> Command | None:
    """Take a key whose door is known, before `hurry` leaves the level."""
    level = seen.level
    locks = [level.kinds[level.terrain[cell]].lock for cell in cells_of(level.cells("locked"))]
    return _lift(seen, memory, {lock.key for lock in locks if lock is not None}) if locks else None


def _lift(seen: Observation, memory: Memory, names: Collection[str] = ()) -> Command | None:
    """Take items of altars and cages, or only those with given names."""
    me = seen.me
    if seen.enemies or seen.level.burning & ~beats(seen) or me.hit_points * 100 < me.max_hit_points * FIT:
        return None
    found = _offers(seen, names)
    offers = [(_rank(seen, item), cell) for cell, item in found if cell not in memory.refused]
    for _, cell in sorted(offers):
        is_new = seen.turn - memory.lifting_on > PAUSE
        if is_new or memory.left_by is None or (seen.ways.distance(cell) or 0) > RUN:
            memory.left_by = seen.cell
        memory.lifting_on = seen.turn
        step = _towards(seen, memory, cell) or set_out(seen, memory, cell)
        if step is not None:
            return step
        memory.refused.add(cell)
    return None


def run_out(seen: Observation, memory: Memory) -> Move | None:
    """Run back with the taken item to where the player came from, over anything except flames and chasms."""
    level = seen.level
    here = level.features.get(seen.cell)
    if memory.left_by is not None and here is not None and here.kind.taken and here.holds is None:
        memory.running_out = True
    if not memory.running_out or memory.left_by in (None, seen.cell):
        memory.running_out = False
        return None
    passable = level.passable & ~level.burning & ~level.cells("falls")
    for cells in (seen.safe, passable):
        path = Ways(level.grid, cells, diagonally=seen.ruleset.diagonal).path(seen.cell, memory.left_by)
        if path and level.actor_at(at := level.grid.point(path[0])) is None:
            return Move(direction_to(seen.me.at, at))
    memory.running_out = False
    return None


def unlock(seen: Observation, memory: Memory) -> Command | None:
    """Carry a key to its door, past sleepers, and open it."""
    me = seen.me
    keys = {item.kind.name for item in me.inventory.slots if item is not None}
    locks = {code for code, kind in enumerate(seen.level.kinds) if kind.lock is not None and kind.lock.key in keys}
    if not locks or awake(seen) or me.hit_points * 100 < me.max_hit_points * WELL_ENOUGH:
        return None
    doors = [cell for cell, code in enumerate(seen.level.terrain) if code in locks and cell not in memory.refused]
    for cell in doors:
        if (step := _towards(seen, memory, cell)) is not None:
            memory.unlocked = cell if cell in memory.refused else memory.unlocked
            return step
    return None


def claim(seen: Observation, memory: Memory) -> Command | None:
    """Enter through an unlocked door, and take the best item there."""
    if memory.unlocked is None or awake(seen):
        return None
    offers = [(_rank(seen, item), cell) for cell, item in _offers(seen) if seen.level.features[cell].kind.treasure]
    for _, cell in sorted(offers):
        if cell not in memory.refused and (step := _towards(seen, memory, cell)) is not None:
            memory.unlocked = None if cell in memory.refused else memory.unlocked
            return step
    if offers or seen.cell == memory.unlocked:
        around = seen.level.grid.spread(1 << seen.cell, diagonally=seen.ruleset.diagonal)
        memory.unlocked = None if offers else seen.nearest(around & seen.safe & ~memory.stood)
    return None if memory.unlocked is None else walk_safely(seen, memory.unlocked)


def _towards(seen: Observation, memory: Memory, cell: int) -> Move | None:
    """Return a step into an adjacent cell, once, or towards it; None without a path, even with the lamp covered."""
    at = seen.level.grid.point(cell)
    if chebyshev_distance(seen.me.at, at) == 1 and _may_step(seen, at):
        memory.refused.add(cell)
        return Move(direction_to(seen.me.at, at))
    return walk_safely(seen, cell) or walk_safely(attrs.evolve(seen, lamp=Lamp.COVERED), cell)


def _may_step(seen: Observation, at: Point) -> bool:
    return direction_to(seen.me.at, at) in seen.ruleset.directions


def _offers(seen: Observation, names: Collection[str] = ()) -> list[tuple[int, Item]]:
    """Return the known cells with offered items that are safe to take, only those with `names` if given."""
    offers = [(cell, each.offers) for cell, each in seen.level.features.items()]
    return [
        (cell, item)
        for cell, item in offers
        if item is not None
        and (not names or item.kind.name in names)
        and seen.me.inventory.has_room(item)
        and not is_perilous(seen, cell)
    ]


def _rank(seen: Observation, item: Item) -> int:
    """Return the rank of an item in the order of choice; items such as keys, neither gear nor devices, come first."""
    if item.kind.equips in {"armour", "weapon"} and _is_better(seen, item):
        return 1
    for rank, name in enumerate(CHOICE, start=2):
        if name in {item.kind.equips, item.kind.sort}:
            return rank
    return 0


def _is_better(seen: Observation, item: Item) -> bool:
    """Return whether wearing an item would make fights clearly cheaper."""
    me = seen.me
    slots = [*me.inventory.slots, item]
    carrying = attrs.evolve(me, inventory=attrs.evolve(me.inventory, slots=slots))
    return duel_cost(seen, wearing(carrying, len(slots) - 1)) <= duel_cost(seen, me) * BETTER
