"""Shortest paths to the player around other actors, where a diagonal step costs 1.41.

Monsters act one after another, so each finds the others on different cells. Most still have a path without a detour,
which a few shifts of a bitboard find. The others use a map of costs. Its obstacles are all monsters, even the asking
one, as no shortest path returns to its start.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.engine.geometry import direction_to
from roguelike.engine.grid import board_of
from roguelike.tutorials.pathing.occupancy import Occupancy

if TYPE_CHECKING:
    from roguelike.engine.geometry import Direction, Point
    from roguelike.engine.grid import Grid
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World


def approach(world: World, actor: Actor, most_steps: int) -> Direction | None:
    """Return the first step of a shortest path to the player around all other actors.

    Among several first steps, it is the one nearest to the player by straight distance, then the first by the compass.
    None if there is no path, or if the shortest has more than `most_steps`.
    """
    occupancy = _occupancy(world)
    start, goal = actor.at, world.player.at
    steps = max(abs(goal.x - start.x), abs(goal.y - start.y))
    if steps > most_steps:
        return None
    direct = _direct(occupancy.free, occupancy.grid, start, goal)
    if direct is not None or not _is_within(occupancy.free, occupancy.grid, start, goal, most_steps):
        return direct
    return occupancy.ways.step(start, most_steps)


def _direct(free: int, grid: Grid, start: Point, goal: Point) -> Direction | None:
    """Return the first step of a path without a detour; None if there is no such path.

    Such a path has as many steps as the longer axis has cells, each along that axis or diagonally towards the goal.
    """
    dx, dy = goal.x - start.x, goal.y - start.y
    right, down = (dx > 0) - (dx < 0), (dy > 0) - (dy < 0)
    diagonal = (right, down)
    straight = (right, 0) if abs(dx) > abs(dy) else (0, down)
    back = [-down * grid.stride - right for right, down in (diagonal, straight)]
    front = 1 << grid.index(goal)
    for _ in range(max(abs(dx), abs(dy)) - 1):
        front = (_shifted(front, back[0]) | _shifted(front, back[1])) & free
    for step in (diagonal, straight):
        first = start.offset(*step)
        if front >> grid.index(first) & 1:
            return direction_to(start, first)
    return None


def _is_within(free: int, grid: Grid, start: Point, goal: Point, steps: int) -> bool:
    """Return whether there is a path of `steps` steps; the search from both ends quickly detects trapped actors."""
    here, there = 1 << grid.index(start), 1 << grid.index(goal)
    ground = free | here | there
    for _ in range(steps):
        before = here
        here, there = there, grid.spread(before, diagonally=True) & ground
        if here & there or there == before:
            break
    return here & there != 0


def _shifted(board: int, by: int) -> int:
    return board << by if by > 0 else board >> -by


def _occupancy(world: World) -> Occupancy:
    """Return the current occupancy, updated from the cached one if that still fits."""
    level, player = world.level, world.player.at
    places = [actor.at for actor in level.actors]
    occupancy: Occupancy | None = world.caches.get("occupancy")
    if (
        occupancy is None
        or occupancy.player != player
        or occupancy.passable is not level.passable
        or occupancy.grid is not level.grid
        or len(occupancy.places) != len(places)
    ):
        free = level.passable & ~board_of(map(level.grid.index, places))
        occupancy = world.caches["occupancy"] = Occupancy(level.grid, level.passable, player, places, free)
    elif occupancy.places != places:
        occupancy.follow(places)
    return occupancy
