"""How monsters hunt the player: who does, and the one distance map of a turn that all of them share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.engine.distances import DistanceMap
from roguelike.engine.geometry import Point, direction_to, squared_distance

if TYPE_CHECKING:
    from roguelike.engine.geometry import Direction
    from roguelike.engine.instances import Actor
    from roguelike.engine.world import World

DETOUR_PER_TURN = 4
"""How many steps more the cell of an actor costs for each turn that it has stood still, up to longer than any way."""

_MOST_HUNTS = 4
"""How many distance maps over terrain alone are kept: hunters with different limits have one each."""


def hunts(world: World, actor: Actor, memory: int) -> bool:
    """Return whether `actor` notices the player now, or did at most `memory` turns ago."""
    return notice(world, actor) or (actor.noticed_on is not None and world.turn - actor.noticed_on <= memory)


def notice(world: World, actor: Actor) -> bool:
    """Return whether `actor` notices the player now, and have it remember when it did."""
    if not world.ruleset.notice.notices(world, actor):
        return False
    actor.noticed_on = world.turn
    return True


def distance_map(world: World) -> DistanceMap:
    """Return the distances to the player as the monsters of this turn see them.

    Whoever stands still makes the way through its cell longer with every turn, so that those behind it queue for a
    while and then go round, however long the way round is.
    """
    if world.hunt is None:
        level = world.level
        delays: dict[int, int] = {}
        for actor in level.actors:
            if actor.still and not actor.is_player:
                delay = min(DETOUR_PER_TURN * actor.still, level.grid.size)
                delays[delay] = delays.get(delay, 0) | 1 << level.grid.index(actor.at)
        world.hunt = DistanceMap(
            level.grid,
            level.passable,
            level.grid.index(world.player.at),
            diagonally=world.ruleset.monsters_diagonal,
            delays=delays,
        )
    return world.hunt


def plain_distance_map(world: World, limit: int | None = None) -> DistanceMap:
    """Return the distances to the player over terrain alone, whoever stands in the way, in steps to four neighbours.

    All who ask share one map for as long as neither the player nor the terrain changes.
    """
    level = world.level
    wanted = (level.passable, level.grid.index(world.player.at), limit)
    found = world.hunts.get(wanted)
    if found is None:
        if len(world.hunts) == _MOST_HUNTS:
            world.hunts.clear()
        found = world.hunts[wanted] = DistanceMap(level.grid, *wanted[:2], diagonally=False, limit=limit)
    return found


def straight_direction(start: Point, goal: Point) -> Direction:
    """Return the direction of the unit vector from `start` to `goal`, each coordinate rounded.

    A coordinate counts if it is more than half of the distance. It is never exactly half, for no square of a whole
    number is three times another one; so nothing hangs on how halves are rounded.

    Raises:
        ValueError: the two are the same point.
    """
    dx, dy = goal.x - start.x, goal.y - start.y
    square = dx * dx + dy * dy
    return direction_to(start, start.offset(dx if 4 * dx * dx > square else 0, dy if 4 * dy * dy > square else 0))


def straight_step(world: World, actor: Actor) -> Direction | None:
    """Return the straight direction to the player, None where a wall or another monster is in the way."""
    direction = straight_direction(actor.at, world.player.at)
    goal = actor.at.step(direction)
    level = world.level
    return direction if level.is_walkable(goal) and is_open(world, level.grid.index(goal)) else None


def step_towards_player(world: World, actor: Actor) -> Direction | None:
    """Return the direction of a free neighbour nearest to the player (or of the player), None where all are blocked."""
    level, at = world.level, actor.at
    grid = level.grid
    cell = grid.index(at)
    # The neighbours lie close together: moved down to the lowest bits they are a small integer again.
    corner = cell - grid.stride - 1
    window = distance_map(world).downhill(cell) >> corner
    best: Direction | None = None
    shortest = 0
    for direction in world.ruleset.monster_directions:
        neighbour = cell + grid.offsets[direction]
        if window >> (neighbour - corner) & 1 and is_open(world, neighbour):
            away = squared_distance(at.step(direction), world.player.at)
            if best is None or away < shortest:
                best, shortest = direction, away
    return best


def is_open(world: World, cell: int) -> bool:
    """Return whether no other monster is in the way on a cell index; the player may be."""
    other = world.level.actor_on(cell)
    return other is None or other.is_player
