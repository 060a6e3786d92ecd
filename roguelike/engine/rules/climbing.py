"""The climb: the way back up with the prize."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.engine.dice import roll
from roguelike.engine.events import Felt
from roguelike.engine.geometry import compass
from roguelike.engine.grid import cells_of
from roguelike.engine.kinds.exits import Exit
from roguelike.engine.rng import PCG32, stream_seed
from roguelike.engine.rules.following import is_hound, nearest_hound, quicken
from roguelike.engine.rules.hordes import danger_of, draw_horde, spawn_horde
from roguelike.engine.rules.pursuit import way_to
from roguelike.engine.rules.ways import ON_FOOT
from roguelike.english import capital, listed, numbered

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.geometry import Point
    from roguelike.engine.kinds.actors import ActorKind
    from roguelike.engine.kinds.climb import Climb
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.arrival import Arrival
    from roguelike.engine.state.world import World

AWAY: Final = 12
"""Minimum steps between the player and the horde of the climb, if the path is that long."""

CLIMB_STREAM: Final = 3
"""Number of the random stream that chooses the levels whose path changes."""
NEAR: Final = 10
"""Rounds before its arrival from which a hound is heard."""


def has_prize(world: World) -> bool:
    """Return whether the player carries the prize, which they must bring out."""
    return any(goal.may_leave(world) for goal in world.ruleset.goals)


def is_locked_in(world: World, by: Exit) -> bool:
    """Return whether the stairs lead out of the game, and the player does not carry the prize."""
    return world.depth + by.step == 0 and not has_prize(world)


def climb(world: World, came_from: int) -> None:
    """Set the speed of hounds, record the ascent and spawn a horde on each new level."""
    rules, tally = world.ruleset.climb, world.tally
    if rules is None or not has_prize(world):
        return
    quicken(world, rules.speed(world.depth))
    if any(each.due - world.round < NEAR for each in _coming(world)):
        world.emit(Felt(rules.steps))
    if world.depth >= (tally.least_depth or came_from):
        return
    tally.least_depth = world.depth
    _change_way(world, rules)
    at = _on_the_way(world)
    horde = draw_horde(world, rules.danger(world.depth, danger_of(world)), climbs=True)
    if at is None or horde is None:
        return
    come = spawn_horde(world, horde, at)
    for actor in come:
        actor.relentless = True
    if rules.told and come:
        world.emit(Felt(_told(world, rules.told, come), compass(world.player.at, come[0].at)))


def hear_hounds(world: World) -> None:
    """Warn the player when a hound comes near the stairs, once per arrival."""
    rules = world.ruleset.climb
    if rules is not None and any(each.due - world.round == NEAR - 1 for each in _coming(world)) and has_prize(world):
        world.emit(Felt(rules.steps))


def behind(world: World) -> tuple[ActorKind, int] | None:
    """Return the nearest hound and its rounds to the player, if the rule set shows them; None otherwise."""
    rules = world.ruleset.climb
    return nearest_hound(world) if rules is not None and rules.counts and has_prize(world) else None


def _coming(world: World) -> list[Arrival]:
    """Return the hounds on their way to the level, if the rule set makes their steps heard."""
    if world.ruleset.climb is None or not world.ruleset.climb.steps:
        return []
    coming = [each for each in world.arrivals if each.depth == world.depth and each.due > world.round]
    return [each for each in coming if is_hound(each.actor)]


def _change_way(world: World, rules: Climb) -> None:
    """Change the path to the stairs, on levels chosen by the game's seed, and report it."""
    stairs, turn = world.level.exit_at(Exit.UP), changes_on(world).get(world.depth)
    way = [] if stairs is None or turn is None else _way(world, world.player.at, stairs)
    if not way or turn is None:
        return
    start = turn % max(1, len(rules.changes))
    for each in (*rules.changes[start:], *rules.changes[:start]):
        if each.apply(world, way):
            world.emit(Felt(each.told))
            return


def changes_on(world: World) -> dict[int, int]:
    """Map the depth of each level whose path changes to the number of the change to try first."""
    rules, rng = world.ruleset.climb, PCG32(stream_seed(world.seed, CLIMB_STREAM))
    if rules is None or not rules.changes:
        return {}
    depths, first = list(range(1, world.ruleset.depths)), roll(rng, 0, len(rules.changes) - 1)
    chosen = [depths.pop(roll(rng, 0, len(depths) - 1)) for _ in range(min(rules.changed, len(depths)))]
    return {depth: first + number for number, depth in enumerate(chosen)}


def _told(world: World, template: str, horde: Sequence[Actor]) -> str:
    """Return the message about a horde: which monsters, how many of each, and in which direction."""
    names = [actor.kind.name for actor in horde]
    told = [numbered(names.count(name), name) for name in dict.fromkeys(names)]
    where = compass(world.player.at, horde[0].at).words
    return template.format(who=capital(listed(told)), s="s" if len(names) == 1 else "", where=where)


def gathers(world: World) -> bool:
    """Return whether roaming monsters gather along the path between the stairs while the player is away."""
    return world.ruleset.climb is not None and world.ruleset.climb.gathers and has_prize(world)


def ways_between_stairs(world: World) -> list[Point]:
    """Return the cells of the path between the stairs, except near its ends; empty if there is no path."""
    level = world.level
    up, down = level.exit_at(Exit.UP), level.exit_at(Exit.DOWN)
    if up is None or down is None:
        return []
    return [level.grid.point(cell) for cell in _way(world, down, up)[AWAY - 1 : -AWAY]]


def _way(world: World, start: Point, goal: Point) -> list[int]:
    """Return the cells of a shortest path without its start; empty if there is none."""
    level, distances, way = world.level, way_to(world, goal, ON_FOOT), []
    cell, end = level.grid.index(start), level.grid.index(goal)
    while cell != end and (cells := cells_of(distances.downhill(cell))):
        cell = cells[0]
        way.append(cell)
    return way


def _on_the_way(world: World) -> Point | None:
    """Return the cell halfway to the stairs up, at least `AWAY` steps on if possible; None without a path."""
    level = world.level
    stairs, cell = level.exit_at(Exit.UP), world.player.cell
    steps = None if stairs is None else way_to(world, stairs, ON_FOOT).distance(cell)
    if stairs is None or steps is None:
        return None
    for _ in range(min(steps, max(steps // 2, AWAY))):
        cell = cells_of(way_to(world, stairs, ON_FOOT).downhill(cell))[0]
    return level.grid.point(cell)
