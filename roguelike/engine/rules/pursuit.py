"""Paths to a cell: distance maps shared by actors of the same mobility, and steps along them."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Final

from roguelike.engine.distances import DistanceMap
from roguelike.engine.geometry import squared_distance
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.rules.gas import breathed
from roguelike.engine.rules.ways import ON_FOOT, SWIM_DELAY, Gait, Mobility, avoided, free_steps, mobility_of, ways_of
from roguelike.engine.state.actor import Side

if TYPE_CHECKING:
    from roguelike.engine.geometry import Direction, Point
    from roguelike.engine.grid import Grid
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.level import Level
    from roguelike.engine.state.world import World

DETOUR_PER_TURN = 4
"""Extra path cost of an actor's cell, in steps, for each turn that it has stood still; capped above any path."""

GAS_DELAY: Final = 8
"""Extra path cost, for allies, of a cell with gas that acts on them, in steps."""

_FALLEN: Final = Mood.FALLEN
_ROAMING: Final = Mood.ROAMING
_SHARED = "distances"
_ALLIES = "allies"
_FOES = "foes of monsters"


def is_hunting(world: World, actor: Actor, memory: int) -> bool:
    """Return whether `actor` notices the player now, or did at most `memory` turns ago."""
    return notice(world, actor) or (actor.noticed_on is not None and world.turn - actor.noticed_on <= memory)


def notice(world: World, actor: Actor) -> bool:
    """Return whether `actor` notices the player now, and record the turn if it does."""
    if not world.ruleset.perception.perceives(world, actor):
        return False
    actor.noticed_on = world.turn
    return True


def distance_map(world: World, goal: Point | None = None, who: Mobility = ON_FOOT) -> DistanceMap:
    """Return the distances to a cell (default: the player's) this turn, for actors with a mobility.

    An actor that stands still makes the path through its cell longer with every turn, so that actors behind it queue
    for a while and then take a detour, however long.
    """
    level = world.level
    cell = world.player.cell if goal is None else level.grid.index(goal)
    maps: dict[object, DistanceMap] | None = world.caches.get(_SHARED)
    if maps is None:
        maps = world.caches[_SHARED] = {}
    # Int keys hash faster than tuples; most hunters walk.
    place = cell if who is ON_FOOT and not level.fire else (cell, who, avoided(level, who))
    known = maps.get(place)
    if known is None:
        known = maps[place] = DistanceMap(
            level.grid,
            ways_of(level, who),
            cell,
            diagonally=world.ruleset.monsters_diagonal,
            delays=_delays(level, who),
            waiting=_waiting(world),
        )
    return known


def _waiting(world: World) -> dict[int, int]:
    """Map the cells of monsters that have stood still to the extra path cost of passing them, in steps."""
    player, longest = world.player, world.level.grid.size
    most = longest // DETOUR_PER_TURN
    return {
        actor.cell: DETOUR_PER_TURN * turns if turns <= most else longest
        for actor in world.level.actors
        if (turns := actor.idle_turns) and actor is not player
    }


def way_to(world: World, goal: Point, who: Mobility, gas: int = 0) -> DistanceMap:
    """Return the steps to a cell for actors with a mobility, ignoring actors in the way; cells of `gas` cost extra."""
    level = world.level
    cell, delays = level.grid.index(goal), _delays(level, who)
    if gas:
        delays[GAS_DELAY] = gas & ~delays.get(SWIM_DELAY, 0)
    return _way_map(level.grid, ways_of(level, who), cell, world.ruleset.monsters_diagonal, tuple(delays.items()))


@functools.lru_cache(maxsize=64)  # most changes of terrain, like burning grass, change no path
def _way_map(
    grid: Grid,
    ways: int,
    cell: int,
    diagonally: bool,  # noqa: FBT001
    delays: tuple[tuple[int, int], ...],
) -> DistanceMap:
    return DistanceMap(grid, ways, cell, diagonally=diagonally, delays=dict(delays))


def steps_to(world: World, cell: int, *, limit: int) -> DistanceMap:
    """Return the steps to a cell index from every other up to `limit`, ignoring actors in the way."""
    return _step_map(world.level.grid, world.level.passable, cell, world.ruleset.monsters_diagonal, limit)


@functools.lru_cache(maxsize=16)
def _step_map(grid: Grid, passable: int, cell: int, diagonally: bool, limit: int) -> DistanceMap:  # noqa: FBT001
    return DistanceMap(grid, passable, cell, diagonally=diagonally, limit=limit)


def step_towards_player(world: World, actor: Actor) -> Direction | None:
    """Return the direction of a free neighbour nearest to the player (or of the player), None where all are blocked."""
    return step_to_foe(world, actor, world.player)


def step_to_foe(world: World, actor: Actor, foe: Actor) -> Direction | None:
    """Return the direction of an actor's step towards a foe; None if all steps are blocked or there is no path."""
    who = ON_FOOT if world.ruleset.walks_alike else mobility_of(world.level, actor)
    return step_along(world, actor, distance_map(world, foe.at, who), foe.at, who)


def step_to(world: World, actor: Actor, goal: Point) -> Direction | None:
    """Return the direction of a shortest path to a cell, occupied or not; None if all steps are blocked.

    Actors wait for flames on the path: these burn out, and a detour would be searched again every round. Allies avoid
    gas that affects them, unless the detour is too long.
    """
    level, who = world.level, mobility_of(world.level, actor)
    if level.gas and actor.side is Side.PLAYER and "gas" not in actor.kind.immune and (gas := breathed(world)):
        ways = way_to(world, goal, who._replace(minds_fire=False), gas)
    else:
        ways = level.kept((goal, who), lambda: way_to(world, goal, who._replace(minds_fire=False)))
    return step_along(world, actor, ways, goal, who)


def step_away(world: World, actor: Actor, foe: Actor) -> Direction | None:
    """Return the direction of the free neighbour with the longest path to a foe; None if none is farther than here."""
    level = world.level
    ways = distance_map(world, foe.at, mobility_of(world.level, actor))
    here = ways.distance(actor.cell)
    best, furthest = None, (-1 if here is None else here, squared_distance(actor.at, foe.at))
    for direction in free_steps(world, actor):
        goal = actor.at.step(direction)
        steps = ways.distance(level.grid.index(goal))
        away = (-1 if steps is None else steps, squared_distance(goal, foe.at))
        if away > furthest:
            best, furthest = direction, away
    return best


def step_along(world: World, actor: Actor, distances: DistanceMap, goal: Point, who: Mobility) -> Direction | None:
    """Return the direction of the neighbour nearest to the `goal` of a map that is free or holds an enemy; or None.

    If there is none, it is that of a follower that gives way.
    """
    level, grid, at, cell = world.level, world.level.grid, actor.at, actor.cell
    window = distances.window(cell)
    if not window:
        return None
    # A map leads into its goal even if the mobility excludes it, such as by flames.
    if level.fire and window & level.burning >> (corner := cell - grid.stride - 1) and level.actor_at(goal) is None:
        window &= ~(avoided(level, who) >> corner)
    best: Direction | None = None
    through: Direction | None = None
    standing, shortest, dx, dy = level.standing, 0, at[0] - goal[0], at[1] - goal[1]
    for direction, offset in grid.ways[window]:
        other = standing[cell + offset]
        if other is None or actor.is_hostile(other) or other.mood is _FALLEN:
            away = (dx + direction.dx) ** 2 + (dy + direction.dy) ** 2
            if best is None or away < shortest:
                best, shortest = direction, away
        elif other.leader == actor.id and gives_way(actor, other):
            through = direction
    return through if best is None else best


def gives_way(actor: Actor, other: Actor) -> bool:
    """Return whether a monster changes places with another: over a fallen ally, or past a follower where both roam."""
    if other.leader == actor.id and actor.mood is _ROAMING:
        return other.mood is _ROAMING and not other.kind.rooted
    return other.mood is _FALLEN


def is_open(world: World, cell: int) -> bool:
    """Return whether no monster is on a cell index; the player can be."""
    other = world.level.actor_on(cell)
    return other is None or other.is_player


def allies(world: World) -> list[Actor]:
    """Return the player's allies that have not fallen, by rising id; cached for all callers."""
    known: list[Actor] | None = world.caches.get(_ALLIES)
    if known is None:
        known = world.caches[_ALLIES] = [
            each for each in world.level.actors if each.side == Side.PLAYER and not each.is_player
        ]
    return [each for each in known if each.is_alive and not each.is_fallen] if known else known


def foes_of_monsters(world: World) -> list[Actor]:
    """Return actors of other sides and those hostile to all, by rising id; cached for all callers."""
    known: list[Actor] | None = world.caches.get(_FOES)
    if known is None:
        known = world.caches[_FOES] = [
            each
            for each in world.level.actors
            if each.side != Side.MONSTERS or (each.conditions and each.has("discord"))
        ]
    return [each for each in known if world.level.actor_at(each.at) is each]


def forget_distances(world: World) -> None:
    """Drop the cached distances and lists of actors, as an actor has moved, arrived or left."""
    world.caches.pop(_SHARED, None)
    world.caches.pop(_ALLIES, None)
    world.caches.pop(_FOES, None)


def _delays(level: Level, who: Mobility) -> dict[int, int]:
    deep = level.cells("deep") if who.gait == Gait.WALK else 0
    return {SWIM_DELAY: deep} if deep else {}
