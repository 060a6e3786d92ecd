"""Simulating a level for the time of the player's absence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.engine.dice import roll
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.rules.climbing import gathers, ways_between_stairs
from roguelike.engine.rules.conditions import pass_round, pass_rounds
from roguelike.engine.rules.fire import burn_out, spread_fire
from roguelike.engine.rules.gas import spread_gas
from roguelike.engine.rules.pursuit import way_to
from roguelike.engine.rules.raising import leave_fallen
from roguelike.engine.rules.relocating import relocate
from roguelike.engine.rules.spawn import free_cell
from roguelike.engine.rules.veils import lift_veils
from roguelike.engine.rules.ways import mobility_of
from roguelike.engine.state.actor import Side

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.geometry import Point
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World

HEALS_IN: Final = 300
"""Rounds of absence in which a monster regains all its hit points."""

ACTS_FOR: Final = 20
"""Rounds of absence that are simulated: after these fire and gas are gone, and conditions do no harm."""


def simulate_absence(world: World, rounds: int) -> None:
    """Simulate `rounds` rounds on a revisited level."""
    acted = _act(world, min(rounds, ACTS_FOR))
    if rounds >= ACTS_FOR:
        burn_out(world)
        world.level.gas, world.level.gas_makers = {}, {}
    lift_veils(world)
    leave_fallen(world)
    for actor in tuple(world.level.actors):
        _rest(actor, rounds)
        pass_rounds(world, actor, rounds - acted)
    places = ways_between_stairs(world) if gathers(world) else []
    for actor in world.level.actors:
        if _roams(actor):
            _wander(world, actor, rounds, places or world.level.waypoints)


def _act(world: World, most: int) -> int:
    """Run at most `most` rounds of fire, gas and conditions; return how many were run."""
    level = world.level
    for passed in range(most):
        if not (level.fire or level.gas or any(actor.conditions for actor in level.actors)):
            return passed
        world.budget_spent = 0
        spread_fire(world)
        spread_gas(world)
        pass_round(world)
    return most


def _rest(actor: Actor, rounds: int) -> None:
    """Heal a monster for `rounds` rounds, and make it forget the player."""
    actor.hit_points = min(actor.max_hit_points, actor.hit_points + actor.max_hit_points * rounds // HEALS_IN)
    actor.noticed_on = actor.aims_at = None
    if actor.side == Side.MONSTERS and actor.mood in (Mood.HUNTING, Mood.FLEEING):
        actor.mood, actor.goal = Mood.ROAMING, None


def _roams(actor: Actor) -> bool:
    stays = actor.kind.rooted or actor.home is not None
    return actor.side == Side.MONSTERS and actor.mood is Mood.ROAMING and not stays


def _wander(world: World, actor: Actor, rounds: int, places: Sequence[Point]) -> None:
    """Move a roaming monster near its leader, or to a random place that it could have reached."""
    leader = world.level.actor_of(actor.leader)
    goal = _place(world, actor, rounds, places) if leader is None or not _roams(leader) else leader.at
    place = None if goal is None else free_cell(world.level, goal, mobility_of(world.level, actor))
    if place is not None:
        relocate(world, actor, place)


def _place(world: World, actor: Actor, rounds: int, places: Sequence[Point]) -> Point | None:
    """Return a random one of the places at most `rounds` steps away; None without one."""
    level = world.level
    steps = way_to(world, actor.at, mobility_of(world.level, actor))
    away = [(point, steps.distance(level.grid.index(point))) for point in places]
    near = [point for point, far in away if far is not None and far <= rounds]
    return near[roll(world.rng, 0, len(near) - 1)] if near else None
