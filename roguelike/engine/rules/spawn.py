"""Spawning actors on a level: summoned, split off, revived or arriving by the stairs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.engine.grid import cells_of
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.rules.pursuit import forget_distances
from roguelike.engine.rules.ways import haunts_of, mobility
from roguelike.engine.state.actor import Actor, Side
from roguelike.engine.state.item import Inventory

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.kinds.actors import ActorKind
    from roguelike.engine.rules.ways import Mobility
    from roguelike.engine.state.level import Level
    from roguelike.engine.state.world import World

MAX_ACTORS: Final = 200
"""Actors on a level above which no monster is spawned."""
_FURTHEST: Final = 20
"""Steps from the wanted cell within which a monster is spawned."""


def spawn(
    world: World,
    kind: ActorKind,
    near: Point,
    *,
    mood: Mood = Mood.HUNTING,
    leader: int = 0,
    side: Side = Side.MONSTERS,
    within: int = _FURTHEST,
) -> Actor | None:
    """Spawn an actor on the free cell nearest to `near`, and return it; None if there is no room.

    It has no energy yet, so it acts in the next round. One that hunts knows where the player is.
    """
    level = world.level
    cell = free_cell(level, near, mobility(kind, side), within)
    if cell is None or len(level.actors) >= MAX_ACTORS:
        return None
    born = Actor(world.new_id(), kind, cell, kind.hit_points, kind.hit_points, Inventory.empty(0), side=side, mood=mood)
    born.leader = leader
    if mood == Mood.HUNTING:
        born.noticed_on = world.turn
    if born.is_captive:
        level.keep_captives(level.grid.index(cell))
    level.add(born)
    forget_distances(world)
    return born


def free_cell(level: Level, near: Point, who: Mobility, within: int = _FURTHEST) -> Point | None:
    """Return the free cell fewest steps from `near` on which a mobility would stay, the lowest in a tie."""
    ways = haunts_of(level, who)
    reached = fresh = 1 << level.grid.index(near)
    for _ in range(within + 1):
        for cell in cells_of(fresh & ways):
            if level.actor_on(cell) is None:
                return level.grid.point(cell)
        fresh = level.grid.spread(fresh, diagonally=True) & level.passable & ~reached
        reached |= fresh
    return None
