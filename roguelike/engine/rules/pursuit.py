"""How monsters hunt the player: who does, and the one distance map of a turn that all of them share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.engine.distances import DistanceMap
from roguelike.engine.geometry import squared_distance
from roguelike.engine.rules.ways import SWIM_DELAY, Gait, gait_of, open_to

if TYPE_CHECKING:
    from roguelike.engine.geometry import Direction
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World

DETOUR_PER_TURN = 4
"""How many steps more the cell of an actor costs for each turn that it has stood still, up to longer than any way."""

_SHARED = "distances to the player"


def is_hunting(world: World, actor: Actor, memory: int) -> bool:
    """Return whether `actor` notices the player now, or did at most `memory` turns ago."""
    return notice(world, actor) or (actor.noticed_on is not None and world.turn - actor.noticed_on <= memory)


def notice(world: World, actor: Actor) -> bool:
    """Return whether `actor` notices the player now, and have it remember when it did."""
    if not world.ruleset.perception.perceives(world, actor):
        return False
    actor.noticed_on = world.turn
    return True


def distance_map(world: World, gait: Gait = Gait.WALK) -> DistanceMap:
    """Return the distances to the player as the monsters of this turn see them that get about like this.

    Whoever stands still makes the way through its cell longer with every turn, so that those behind it queue for a
    while and then go round, however long the way round is.
    """
    shared: dict[Gait, DistanceMap] = world.caches.setdefault(_SHARED, {})
    known = shared.get(gait)
    if known is None:
        level = world.level
        deep = level.cells("deep") if gait == Gait.WALK else 0
        delays = {SWIM_DELAY: deep} if deep else {}
        for actor in level.actors:
            if actor.idle_turns and not actor.is_player:
                delay = min(DETOUR_PER_TURN * actor.idle_turns, level.grid.size)
                delays[delay] = delays.get(delay, 0) | 1 << level.grid.index(actor.at)
        known = shared[gait] = DistanceMap(
            level.grid,
            open_to(level, gait),
            level.grid.index(world.player.at),
            diagonally=world.ruleset.monsters_diagonal,
            delays=delays,
        )
    return known


def step_towards_player(world: World, actor: Actor) -> Direction | None:
    """Return the direction of a free neighbour nearest to the player (or of the player), None where all are blocked."""
    level, at = world.level, actor.at
    grid = level.grid
    cell = grid.index(at)
    # The neighbours lie close together: moved down to the lowest bits they are a small integer again.
    corner = cell - grid.stride - 1
    window = distance_map(world, gait_of(actor)).downhill(cell) >> corner
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


def forget_distances(world: World) -> None:
    """Invalidate the distance map: the player or a waiting monster has moved."""
    world.caches.pop(_SHARED, None)
