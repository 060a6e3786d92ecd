"""Captives and allies: freed captives follow the player."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.engine.events import Freed, Reason
from roguelike.engine.geometry import chebyshev_distance
from roguelike.engine.kinds.limits import MAX_PLUS
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.rules.damage import heal, strengthen
from roguelike.engine.rules.noise import carried, waits
from roguelike.engine.rules.pursuit import steps_to
from roguelike.engine.rules.sides import follow, room_for_ally
from roguelike.engine.state.actor import Side

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.kinds.features import Bonds
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World

ROUNDS_TO_FREE: Final = 5
_NOBODY: Final = Side.NONE
_CAPTORS_WITHIN: Final = 10
"""Steps from a captive within which an awake captor guards it."""


def make_work_heard(world: World) -> None:
    """Make freeing a captive by hand as loud as an attack this round."""
    noise = world.ruleset.noise
    if noise is not None and any(_is_worked_at(world, captive) for captive in _shackled(world)):
        world.noise = max(world.noise, carried(world.level, noise.blow))


def work_at_shackles(world: World) -> None:
    """Advance the freeing of captives adjacent to the player by one round.

    The player frees them by waiting while no captor is awake nearby.
    """
    for captive in _shackled(world):
        if not _is_worked_at(world, captive):
            captive.helped = 0
            continue
        captive.helped += 1
        if captive.helped >= rounds_to_free(world, captive):
            captive.helped = 0
            free(world, captive)


def why_held(world: World, captive: Actor) -> Reason:
    """Return the reason that a captive blocks the way; its text says how to free it."""
    feature = world.level.feature_at(captive.at)
    if feature is None or not (feature.kind.cages or feature.kind.bonds):
        return Reason.CAPTIVE
    if feature.kind.bonds is not None:
        return Reason.BOUND
    return Reason.SHUT if feature.kind.shut else Reason.CAGED


def rounds_to_free(world: World, captive: Actor) -> int:
    """Return the rounds that the player needs to free an adjacent captive by hand; 0 if that is impossible."""
    feature = world.level.feature_at(captive.at)
    if feature is None:
        return ROUNDS_TO_FREE
    if feature.kind.bonds is not None:
        return feature.kind.bonds.rounds
    return 0 if feature.kind.cages else ROUNDS_TO_FREE


def free(world: World, captive: Actor) -> bool:
    """Turn a captive into an ally; return False if the player cannot lead more."""
    is_free = room_for_ally(world)
    world.emit(Freed(captive.ref, is_free))
    if is_free:
        feature = world.level.feature_at(captive.at)
        if feature is not None and feature.kind.bonds is not None:
            world.level.set_feature(captive.cell, None)
        follow(world, captive)
    return is_free


def free_burning(world: World, board: int) -> None:
    """Free the captives in flames whose bonds burn, by rising cells."""
    for actor in world.level.actors_on(board):
        if actor.is_captive and (bonds := _bonds_of(world, actor)) is not None and bonds.burns:
            free(world, actor)


def fallen_free(world: World, at: Point) -> list[Actor]:
    """Free the captives adjacent to `at` whose bonds break when the player falls, and return them."""
    beside = [actor for actor in world.level.actors if actor.is_captive and chebyshev_distance(actor.at, at) <= 1]
    bound = [(actor, _bonds_of(world, actor)) for actor in beside]
    return [actor for actor, bonds in bound if bonds is not None and bonds.falls and free(world, actor)]


def improve(world: World, ally: Actor, hit_points: int) -> None:
    """Raise an ally's enchantment by 1 and its hit points by `hit_points`."""
    ally.plus = min(ally.plus + 1, MAX_PLUS)
    strengthen(world, ally, hit_points)
    heal(world, ally, hit_points, told=False)


def has_captors(world: World, captive: Actor) -> bool:
    """Return whether a captor is awake within a few steps of a captive, even one under a truce."""
    level = world.level
    near = steps_to(world, captive.cell, limit=_CAPTORS_WITHIN)
    return any(
        actor.horde == captive.leader
        and (actor.side == Side.MONSTERS or actor.mood is Mood.TRUCE)
        and actor.mood != Mood.ASLEEP
        and near.distance(actor.cell) is not None
        for actor in level.actors
    )


def _shackled(world: World) -> list[Actor]:
    """Return the captives that can be freed by hand."""
    held = [actor for actor in world.level.actors if actor.side is _NOBODY and actor.is_captive]
    return [actor for actor in held if rounds_to_free(world, actor)]


def _bonds_of(world: World, captive: Actor) -> Bonds | None:
    feature = world.level.feature_at(captive.at)
    return None if feature is None else feature.kind.bonds


def _is_worked_at(world: World, captive: Actor) -> bool:
    beside = chebyshev_distance(captive.at, world.player.at) == 1
    if not beside or not waits(world):
        return False
    bonds = _bonds_of(world, captive)
    return (bonds is not None and not bonds.guarded) or not has_captors(world, captive)
