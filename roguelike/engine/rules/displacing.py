"""Moving actors without a step: displacing, pushing and teleporting."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.engine.events import Blinked, Moved, Resisted, Teleported
from roguelike.engine.grid import board_of
from roguelike.engine.rules.fov_update import update_fov
from roguelike.engine.rules.relocating import relocate
from roguelike.engine.rules.shadowcast import shadowcast
from roguelike.engine.rules.terrain import entered, obstacle
from roguelike.engine.rules.ways import ON_FOOT, haunts_of

if TYPE_CHECKING:
    from roguelike.engine.geometry import Direction, Point
    from roguelike.engine.rules.ways import Mobility
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.level import Level
    from roguelike.engine.state.world import World


def displace(world: World, actor: Actor, goal: Point, told: type[Moved | Blinked | Teleported] | None = Moved) -> None:
    """Move an actor to a free cell, emit the event, and run the effects of entering that cell."""
    relocate(world, actor, goal, told)
    if actor.is_player:
        update_fov(world)
    entered(world, actor)


def push(world: World, victim: Actor, direction: Direction) -> bool:
    """Push an actor one cell, with the effects of entering it; return False if that cell is not free."""
    goal = victim.at.step(direction)
    level = world.level
    if (
        victim.is_statue
        or not level.is_walkable(goal)
        or level.actor_at(goal) is not None
        or obstacle(world, victim, level.grid.index(goal)) is not None
    ):
        return False
    displace(world, victim, goal)
    return True


def teleport(world: World, traveller: Actor, goal: Point) -> None:
    """Teleport an actor to a free cell at any distance; an immune one stays."""
    if "teleport" in traveller.kind.immune:
        world.emit(Resisted(traveller.ref))
    else:
        displace(world, traveller, goal, Teleported)


def furthest(level: Level, at: Point, who: Mobility = ON_FOOT) -> Point | None:
    """Return the free and harmless cell most steps from all cells in view of `at`; None without one."""
    radius = level.width + level.height
    eye = level.grid.index(at)
    seen = board_of(shadowcast(level.opaque, level.grid, eye, radius * radius)) & level.passable | 1 << eye
    good = haunts_of(level, who) & ~level.occupied & ~board_of(level.items)
    reached, found = seen, 0
    while (spread := reached | level.grid.spread(reached, diagonally=True) & level.passable) != reached:
        found = (spread & ~reached & good) or found
        reached = spread
    return level.grid.point((found & -found).bit_length() - 1) if found else None
