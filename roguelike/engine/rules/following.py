"""Monsters and allies that follow the player from one level to another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.engine.events import ActorRef, FollowsLater, LostAlly
from roguelike.engine.kinds.limits import TURN
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.rules.captives import improve
from roguelike.engine.rules.hordes import dismiss
from roguelike.engine.rules.keys import leave_behind
from roguelike.engine.rules.pursuit import allies, forget_distances, way_to
from roguelike.engine.rules.raising import leave_fallen
from roguelike.engine.rules.relocating import depart
from roguelike.engine.rules.ways import mobility_of
from roguelike.engine.state.actor import Actor, Side
from roguelike.engine.state.arrival import MAX_ARRIVALS, Arrival
from roguelike.engine.state.item import Inventory

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.kinds.actors import ActorKind
    from roguelike.engine.kinds.exits import Exit
    from roguelike.engine.state.rising import Rising
    from roguelike.engine.state.world import World

FOLLOWS_WITHIN: Final = 10
"""Steps from the player within which a hunter follows by the stairs."""
AT_ONCE_WITHIN: Final = 20
"""Rounds of absence below which a return makes all pursuers arrive together, so that stairs split no pack."""
ALLIES_COME_WITHIN: Final = 40
"""Steps from the stairs within which an ally follows, one round per step; one further away stays."""
MAX_WAY: Final = 40
"""Rounds after which a hound without a path to the stairs arrives."""


def take_along(world: World, by: Exit, depth: int, *, at_once: bool, is_new: bool) -> None:
    """Send followers after the player: one per round, the nearest first; allies grow with each new level.

    Hounds come from any distance, after as many rounds as their path takes.
    """
    taken = by.stairs
    stairs = world.player.at if by is taken else world.level.exit_at(taken)
    _turn_back(world, by, depth)
    for actor, _ in _on_the_way(world):
        world.emit(LostAlly(ActorRef(actor.id, actor.kind), is_dead=False))
    _send_hounds(world, stairs, taken, depth)
    leave_fallen(world)
    if stairs is not None:
        _send_allies(world, stairs, taken, depth, at_once=by is taken, is_new=is_new)
    if by is taken:
        for wait, actor in enumerate(_followers(world), start=1):
            _send(world, actor, by, depth, 1 if at_once else wait)


def _turn_back(world: World, by: Exit, depth: int) -> None:
    """Redirect pursuers on their way to this level to the level to which the player turns back."""
    for arrival in world.arrivals:
        if arrival.depth != world.depth or arrival.by.arrival is not by:
            continue
        arrival.depth, arrival.by = depth, by
        if not is_hound(arrival.actor):
            arrival.due = world.round + 1


def _send_hounds(world: World, stairs: Point | None, by: Exit, depth: int) -> None:
    """Send all hounds after the player: those on this level, those yet to rise and those on their way."""
    for arrival in world.arrivals:
        if arrival.depth != depth and arrival.actor is not None and is_hound(arrival.actor):
            start = world.level.exit_at(arrival.by.arrival) if arrival.depth == world.depth else None
            rounds = _rounds(world, arrival.actor, start, stairs)
            arrival.depth, arrival.by, arrival.due = depth, by, max(arrival.due, world.round) + rounds
    for rising in [each for each in world.level.rising if each.kind.always]:
        _send_risen(world, rising, stairs, by, depth)
    for actor in [each for each in world.level.actors if is_hound(each)]:
        _send(world, actor, by, depth, _rounds(world, actor, actor.at, stairs))


def _send_risen(world: World, rising: Rising, stairs: Point | None, by: Exit, depth: int) -> None:
    """Send a hound that is yet to rise: it arrives once it has risen and walked to the stairs."""
    if len(world.arrivals) >= MAX_ARRIVALS:
        return
    kind, level = rising.kind, world.level
    level.rising.remove(rising)
    for item in [each for each in level.items_at(rising.at) if each.kind is kind.corpse][:1]:
        level.take(item, rising.at)
    risen = _risen(rising, world.new_id())
    due = max(rising.due, world.round) + _rounds(world, risen, rising.at, stairs)
    world.arrivals.append(Arrival(depth, by, due, world.player.at, risen))


def _risen(rising: Rising, number: int = 0) -> Actor:
    """Return the actor that will rise, with its id."""
    kind = rising.kind
    return Actor(number, kind, rising.at, kind.hit_points, kind.hit_points, Inventory.empty(0))


def quicken(world: World, speed: int) -> None:
    """Set the speed of the hounds on their way; 0 for the speed of their kind."""
    for arrival in world.arrivals:
        if arrival.actor is not None and is_hound(arrival.actor):
            arrival.actor.pace = speed


def nearest_hound(world: World) -> tuple[ActorKind, int] | None:
    """Return the kind of the hound nearest to the player and its rounds to reach them; None without hounds."""
    level, at, now = world.level, world.player.at, world.round
    coming = [(each.actor, each) for each in world.arrivals if each.actor is not None and is_hound(each.actor)]
    behind = [
        (max(0, arrival.due - now) + _rounds(world, actor, level.exit_at(arrival.by.arrival) or at, at), actor.kind)
        for actor, arrival in coming
        if arrival.depth == world.depth
    ]
    behind += [(_rounds(world, actor, actor.at, at), actor.kind) for actor in level.actors if is_hound(actor)]
    for rising in level.rising:
        if rising.kind.always:
            behind.append((max(0, rising.due - now) + _rounds(world, _risen(rising), rising.at, at), rising.kind))
    rounds, kind = min(behind, key=lambda each: each[0], default=(0, None))
    return None if kind is None else (kind, rounds)


def is_hound(actor: Actor | None) -> bool:
    """Return whether an actor is a hound: a monster that always follows the player."""
    if actor is None or not actor.kind.always or actor.side != Side.MONSTERS or not _takes_stairs(actor):
        return False
    return actor.is_alive and not actor.is_statue


def _rounds(world: World, actor: Actor, start: Point | None, stairs: Point | None) -> int:
    """Return the rounds that an actor needs from a cell to the stairs; `MAX_WAY` without a path."""
    if start is None or stairs is None:
        return MAX_WAY
    steps = way_to(world, stairs, mobility_of(world.level, actor)).distance(world.level.grid.index(start))
    return MAX_WAY if steps is None else max(1, -(-steps * TURN // actor.speed))


def _send_allies(world: World, stairs: Point, by: Exit, depth: int, *, at_once: bool, is_new: bool) -> None:
    """Send the player's allies after them by the stairs, nearby ones in one round; they grow if the level is new.

    Summoned allies do neither.
    """
    for actor in allies(world):
        if (steps := _steps_along(world, actor, stairs)) is None:
            if not actor.summoner:
                world.emit(LostAlly(ActorRef(actor.id, actor.kind), is_dead=False))
            continue
        if is_new and world.ruleset.ally_growth:
            improve(world, actor, world.ruleset.ally_growth)
        rounds = 1 if at_once and steps <= world.ruleset.allies_follow else max(1, steps)
        if rounds > 1 and not actor.summoner:
            world.emit(FollowsLater(ActorRef(actor.id, actor.kind), rounds))
        _send(world, actor, by, depth, rounds)
    forget_distances(world)


def left_behind(world: World) -> list[Actor]:
    """Return the allies that would stay behind if the player left the level now, except summoned ones.

    Allies still on their way to the level come last; those due by the stairs on which the player stands are left out.
    """
    if not world.ruleset.has_levels:
        return []
    level, at = world.level, world.player.at
    lasting = world.by_distance([actor for actor in allies(world) if not actor.summoner])
    stay = [actor for actor in lasting if _steps_along(world, actor, at) is None]
    return [*stay, *(actor for actor, by in _on_the_way(world) if level.exit_at(by.arrival) != at)]


def _on_the_way(world: World) -> list[tuple[Actor, Exit]]:
    """Return the allies on their way to the level, each with its exit."""
    coming = [(each.actor, each.by) for each in world.arrivals if each.depth == world.depth and each.actor is not None]
    return [(actor, by) for actor, by in coming if actor.side == Side.PLAYER and not actor.summoner]


def _steps_along(world: World, ally: Actor, stairs: Point) -> int | None:
    """Return the steps of an ally to the stairs, if it takes them after the player; None if it stays."""
    steps = _steps(world, ally, stairs) if _takes_stairs(ally) else None
    return None if steps is None or steps > ALLIES_COME_WITHIN else steps


def _send(world: World, actor: Actor, by: Exit, depth: int, rounds: int) -> None:
    """Send an actor to another level, to arrive after `rounds`; it stays if too many are on the way."""
    if len(world.arrivals) < MAX_ARRIVALS:
        dismiss(world, actor)
        leave_behind(world, actor)
        depart(world, actor)
        world.arrivals.append(Arrival(depth, by, world.round + rounds, world.player.at, actor))


def _followers(world: World) -> list[Actor]:
    """Return the hunters that follow the player by the stairs, the nearest first."""
    near: list[tuple[int, int, Actor]] = []
    for actor in world.level.actors:
        hunts = actor.is_hostile(world.player) and actor.mood is Mood.HUNTING and actor.noticed_on is not None
        if hunts and actor.is_alive and _takes_stairs(actor):
            steps = _steps(world, actor, world.player.at)
            if steps is not None and steps <= FOLLOWS_WITHIN:
                near.append((steps, actor.id, actor))
    return [actor for *_, actor in sorted(near, key=lambda each: each[:2])]


def _takes_stairs(actor: Actor) -> bool:
    return not (actor.kind.rooted or actor.kind.no_stairs or actor.kind.swims or actor.summoner)


def _steps(world: World, actor: Actor, goal: Point) -> int | None:
    """Return the steps of an actor's path to a cell; None if there is none."""
    return way_to(world, goal, mobility_of(world.level, actor)).distance(actor.cell)
