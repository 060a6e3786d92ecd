"""Behaviours of hordes, guards and ambushes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.commands import STEP_OR_WAIT, Wait
from roguelike.engine.commands.monster_commands import Ambush as Pounce
from roguelike.engine.events import PLAYER_ID
from roguelike.engine.geometry import chebyshev_distance, direction_to, squared_distance
from roguelike.engine.grid import MAX_SIDE, cells_of
from roguelike.engine.kinds.conditions import ConditionKind
from roguelike.engine.kinds.families import Behaviour, named
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.rules.conditions import afflict
from roguelike.engine.rules.moods import members, notice, rivals
from roguelike.engine.rules.pursuit import step_to
from roguelike.engine.rules.ways import free_steps, sees

if TYPE_CHECKING:
    from roguelike.engine.commands import Command
    from roguelike.engine.geometry import Direction, Point
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World


CLOSE = 3
"""Cells within which an actor that sees its leader waits."""
_ASLEEP: Final = Mood.ASLEEP


@named("follow")
@frozen
class Follow(Behaviour):
    """Stay within a few cells of the leader, and in its view; the leader can be the player."""

    moods = frozenset({Mood.ROAMING, Mood.FOLLOWING, Mood.FLEEING})

    def act(self, world: World, actor: Actor, foe: Actor | None) -> Command | None:
        """Return a step towards the leader, or a wait if it is near and in view; None without a leader."""
        leader = world.player if actor.leader == PLAYER_ID else world.level.actor_of(actor.leader)
        if leader is None or not leader.hit_points or (leader.mood is _ASLEEP and not leader.is_player):
            return None
        is_near = sees(world, actor, leader, CLOSE)
        return STEP_OR_WAIT[None if is_near else _walk(world, actor, leader.at)]


_LASTS = 2
"""The turns of the condition, which never ends before the leader's next turn."""


@named("lead")
@frozen
class Lead(Behaviour):
    """Give a `condition` to members of its horde within `radius` cells in its view."""

    condition: ConditionKind
    radius: int = attrs.field(default=9, validator=[ge(1), le(MAX_SIDE)])

    def act(self, world: World, actor: Actor, foe: Actor | None) -> Command | None:
        """Give it; return None, so that the next behaviour chooses the command."""
        for member in members(world, actor):
            if sees(world, actor, member, self.radius):
                afflict(world, member, self.condition, _LASTS)
        return None


@named("guard")
@frozen
class Guard(Behaviour):
    """Stay at the cell where it starts, and hunt only within `radius` cells of it."""

    radius: int = attrs.field(validator=[ge(0), le(MAX_SIDE)])

    moods = frozenset({Mood.HUNTING, Mood.ROAMING})

    def act(self, world: World, actor: Actor, foe: Actor | None) -> Command | None:
        """Return a step back, or a wait there; None while a foe is near the post."""
        post = actor.home = actor.home or actor.at
        if foe is not None and chebyshev_distance(foe.at, post) <= self.radius:
            return None
        direction = None if actor.at == post else step_to(world, actor, post)
        return STEP_OR_WAIT[direction]


PATIENCE = 3
"""Turns that an actor waits in a crowd before it goes elsewhere."""


@named("roam")
@frozen
class Roam(Behaviour):
    """Walk from waypoint to waypoint, each time to the nearest that it has not visited recently.

    An actor with a home returns there, and waits. A monster first goes to terrain that lures it. A monster that would
    walk into the player notices them instead, or, if it has only one sense, walks around them.
    """

    moods = frozenset({Mood.ROAMING, Mood.FOLLOWING})

    def act(self, world: World, actor: Actor, foe: Actor | None) -> Command | None:
        """Return a step towards its goal."""
        if actor.home is not None:
            return STEP_OR_WAIT[None if actor.at == actor.home else step_to(world, actor, actor.home)]
        if actor.goal is None or chebyshev_distance(actor.at, actor.goal) <= 1 or actor.idle_turns > PATIENCE:
            choose_goal(world, actor)
        goal = _lure(world, actor) or actor.goal
        direction = None if goal is None else _walk(world, actor, goal)
        meets = direction is not None and actor.at.step(direction) == world.player.at
        if meets and actor.mood is Mood.ROAMING and actor.is_hostile(world.player):
            notice(world, actor)
            return Wait()
        return STEP_OR_WAIT[direction]


def _walk(world: World, actor: Actor, goal: Point) -> Direction | None:
    """Return the step to a goal, around a player that a monster's only sense does not notice; None if blocked."""
    direction = step_to(world, actor, goal)
    if direction is None or actor.kind.senses == "all" or actor.at.step(direction) != world.player.at:
        return direction
    steps = [(squared_distance(actor.at.step(each), goal), each) for each in free_steps(world, actor)]
    nearest, best = min(steps, key=lambda step: step[0], default=(0, None))
    return best if nearest < squared_distance(actor.at, goal) else None


def _lure(world: World, actor: Actor) -> Point | None:
    """Return the nearest cell that lures a roaming monster; None for none, or if a crowd blocks it."""
    level = world.level
    if not (board := level.cells("lures")) or actor.mood is not Mood.ROAMING or actor.idle_turns > PATIENCE:
        return None
    near = sorted((squared_distance(actor.at, at), at) for at in map(level.grid.point, cells_of(board)))
    return next((at for gap, at in near if gap <= max(kind.lures for kind in level.layers_at(at)) ** 2), None)


def choose_goal(world: World, actor: Actor) -> None:
    """Choose the nearest waypoint that an actor has not visited recently.

    An actor in a feud goes to its nearest rival.
    """
    if actor.camp and (others := rivals(world, actor)):
        actor.goal = min(others, key=lambda each: (squared_distance(actor.at, each.at), each.id)).at
        return
    points = world.level.waypoints
    if actor.goal is not None:
        actor.visited = [*actor.visited, actor.goal][-max(1, len(points) - 1) :]
    fresh = [point for point in points if point not in actor.visited]
    actor.goal = min(fresh, key=lambda point: (squared_distance(actor.at, point), point), default=None)


@named("ambush")
@frozen
class Ambush(Behaviour):
    """While invisible, wait for a foe to come near; the first attack on it always hits, for double damage."""

    moods = frozenset({Mood.HUNTING, Mood.ROAMING})

    @property
    def ambushes(self) -> bool:
        """True."""
        return True

    def act(self, world: World, actor: Actor, foe: Actor | None) -> Command | None:
        """Return the attack, or a wait; None while it is visible."""
        if not world.is_hidden(actor):
            return None
        victim = foe or world.player
        beside = chebyshev_distance(actor.at, victim.at) == 1 and victim.is_alive and actor.is_hostile(victim)
        if beside and direction_to(actor.at, victim.at) in world.directions_of(actor):
            return Pounce(victim.at)
        return Wait()
