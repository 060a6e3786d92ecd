"""Captives and allies: those who are set free follow the player."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.engine.events import PLAYER_ID, Freed, Reason
from roguelike.engine.geometry import chebyshev_distance
from roguelike.engine.kinds.limits import MAX_PLUS
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.rules.damage import heal, strengthen
from roguelike.engine.rules.noise import carried
from roguelike.engine.rules.pursuit import allies, forget_distances, steps_to
from roguelike.engine.state.actor import Side
from roguelike.engine.state.world import Activity

if TYPE_CHECKING:
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World

ROUNDS_TO_FREE: Final = 5
_NOBODY: Final = Side.NONE
_CAPTORS_WITHIN: Final = 10
"""Steps."""


def work_at_shackles(world: World) -> None:
    """Work one round at the shackles of captives beside the player, which makes noise.

    The player does so by standing still while none of the captors is awake nearby.
    """
    held = [actor for actor in world.level.actors if actor.side is _NOBODY and is_captive(actor)]
    for captive in [actor for actor in held if not _is_caged(world, actor)]:
        if not _is_worked_at(world, captive):
            captive.helped = 0
            continue
        captive.helped += 1
        if world.ruleset.noise is not None:
            world.noise = max(world.noise, carried(world.level, world.ruleset.noise.blow))
        if captive.helped >= ROUNDS_TO_FREE:
            captive.helped = 0
            free(world, captive)


def is_captive(actor: Actor) -> bool:
    """Return whether somebody is held captive."""
    return actor.side == Side.NONE and actor.mood == Mood.HELD


def why_held(world: World, captive: Actor) -> Reason:
    """Return why a captive blocks the way; its text says how to free it."""
    feature = world.level.feature_at(captive.at)
    if feature is None or not feature.kind.cages:
        return Reason.CAPTIVE
    return Reason.SHUT if feature.kind.shut else Reason.CAGED


def free(world: World, captive: Actor) -> bool:
    """Make an ally of a captive, and return whether the player has not enough of them already."""
    is_free = room_for_ally(world)
    world.emit(Freed(captive.ref, is_free))
    if is_free:
        follow(world, captive)
    return is_free


def follow(world: World, actor: Actor) -> None:
    """Put an actor on the player's side."""
    actor.side, actor.mood, actor.leader = Side.PLAYER, Mood.FOLLOWING, PLAYER_ID
    actor.helped, actor.goal, actor.aims_at = 0, None, None
    forget_distances(world)


def improve(world: World, ally: Actor, hit_points: int) -> None:
    """Give an ally a plus and more hit points."""
    ally.plus = min(ally.plus + 1, MAX_PLUS)
    strengthen(world, ally, hit_points)
    heal(world, ally, hit_points, told=False)


def room_for_ally(world: World) -> bool:
    """Return whether one more may follow the player; those who are called for a while do not count."""
    return sum(not ally.summoner for ally in allies(world)) < world.ruleset.most_allies


def has_captors(world: World, captive: Actor) -> bool:
    """Return whether any of the horde that holds a captive is awake within a few steps of it."""
    level = world.level
    near = steps_to(world, captive.cell, limit=_CAPTORS_WITHIN)
    return any(
        actor.horde == captive.leader
        and actor.side == Side.MONSTERS
        and actor.mood != Mood.ASLEEP
        and near.distance(actor.cell) is not None
        for actor in level.actors
    )


def _is_caged(world: World, captive: Actor) -> bool:
    feature = world.level.feature_at(captive.at)
    return feature is not None and feature.kind.cages


def _is_worked_at(world: World, captive: Actor) -> bool:
    beside = chebyshev_distance(captive.at, world.player.at) == 1
    return beside and world.activity == Activity.STILL and not has_captors(world, captive)
