"""Hordes in play: new leaders, summoned monsters and wandering hordes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.engine.dice import choose_weighted, roll
from roguelike.engine.events import HordeArrived, Vanished
from roguelike.engine.geometry import chebyshev_distance
from roguelike.engine.kinds.exits import Exit
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.rules.pursuit import forget_distances, steps_to
from roguelike.engine.rules.spawn import spawn
from roguelike.engine.state.actor import Side

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.kinds.hordes import HordeKind
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World


def lose(world: World, gone: Actor) -> None:
    """Give the horde of a dead monster a new leader, and remove the monsters that it had summoned."""
    dismiss(world, gone)
    led = [actor for actor in world.level.actors if actor.leader == gone.id]
    heir = next((actor.id for actor in led if actor.side != Side.NONE), 0)
    for actor in led:
        actor.leader = 0 if actor.id == heir else heir


def dismiss(world: World, caller: Actor) -> None:
    """Remove the monsters that an actor had summoned, once it has left the level or died."""
    for called in [actor for actor in world.level.actors if actor.summoner == caller.id]:
        vanish(world, called)


def vanish(world: World, actor: Actor) -> None:
    """Remove a summoned monster, without remains."""
    world.emit(Vanished(actor.ref))
    world.level.remove(actor)
    actor.hit_points = 0
    forget_distances(world)


def danger_of(world: World) -> int:
    """Return the danger of the level, as the generator rates its depth."""
    return world.ruleset.generator.danger(world.depth)


def draw_horde(world: World, danger: int, *, climbs: bool = False) -> HordeKind | None:
    """Draw a wandering horde for a danger, by weight; None if there is none.

    `climbs` draws one that waits on the climb.
    """
    known = [kind for kind in world.ruleset.hordes.values() if kind.arrives]
    weights = [kind.weight(danger, climbs=climbs) for kind in known]
    return known[choose_weighted(world.rng, weights)] if any(weights) else None


def arrive(world: World) -> bool:
    """Spawn a wandering horde at the stairs further from the player, and return whether one came.

    It heads for the player's present cell, and does not know where they go afterwards.
    """
    stairs = _stairs(world)
    horde = None if stairs is None else draw_horde(world, danger_of(world))
    if stairs is None or horde is None:
        return False
    at, way = stairs
    spawn_horde(world, horde, at, mood=Mood.ROAMING, goal=world.player.at)
    world.emit(HordeArrived(way))
    return True


def spawn_horde(
    world: World, horde: HordeKind, near: Point, *, mood: Mood = Mood.HUNTING, goal: Point | None = None
) -> list[Actor]:
    """Spawn a horde on the free cells nearest to `near`, leader first, and return the monsters that found room."""
    monsters = world.ruleset.monsters
    leader = spawn(world, monsters[horde.leader], near, mood=mood)
    if leader is None:
        return []
    leader.goal, come = goal, [leader]
    for member in horde.members:
        for _ in range(roll(world.rng, member.least, member.most)):
            born = spawn(world, monsters[member.monster], leader.at, mood=mood, leader=leader.id)
            come += [] if born is None else [born]
    return come


def _stairs(world: World) -> tuple[Point, Exit] | None:
    """Return the cell of the stairs by which a horde arrives, and the exit that it takes; None without stairs.

    These are the stairs with the longer path to the player, not adjacent to them if possible; no horde enters the first
    level from outside.
    """
    level, player = world.level, world.player
    ways = [Exit.DOWN] if world.depth == 1 else [Exit.DOWN, Exit.UP]
    found = [(at, way.arrival) for way in ways if (at := level.exit_at(way)) is not None]
    steps = steps_to(world, player.cell, limit=level.grid.size)
    far = [each for each in found if chebyshev_distance(each[0], player.at) > 1] or found
    return max(far, key=lambda each: (steps.distance(level.grid.index(each[0])) or 0, each), default=None)
