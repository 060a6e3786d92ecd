"""Sides: how neutral monsters become enemies or allies of the player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.engine.events import PLAYER_ID, Freed
from roguelike.engine.geometry import chebyshev_distance
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.rules.fallen import fallen_allies
from roguelike.engine.rules.moods import startle
from roguelike.engine.rules.pursuit import allies, forget_distances
from roguelike.engine.state.actor import Side

if TYPE_CHECKING:
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World


def provoke(world: World, victim: Actor, *, by_player: bool) -> None:
    """Make enemies of a wounded monster under a truce and its horde, or of a duellist that the player wounded."""
    if victim.mood is Mood.DUELLING and by_player:
        _take_sides(world, victim)
    elif victim.mood is Mood.TRUCE:
        for actor in world.level.actors:
            if actor.mood is Mood.TRUCE and actor.horde == victim.horde:
                _turn_on_player(world, actor)


def _take_sides(world: World, victim: Actor) -> None:
    """Make an enemy of a duellist that the player wounded, and allies of its opponents.

    Opponents beyond the player's limit of allies become captives.
    """
    rivals = [actor for actor in _fighters(world) if actor is not victim]
    _turn_on_player(world, victim)
    for rival in rivals:
        world.level.keep_captives(rival.cell)
        rival.mood, is_free = Mood.HELD, room_for_ally(world)
        world.emit(Freed(rival.ref, is_free))
        if is_free:
            follow(world, rival)


def end_duel(world: World, dead: Actor) -> None:
    """Make an enemy of the last duellist left, when another died without an attack by the player."""
    left = [actor for actor in _fighters(world) if actor is not dead]
    if dead.mood is Mood.DUELLING and len(left) == 1:
        _turn_on_player(world, left[0])


def follow(world: World, actor: Actor) -> None:
    """Put an actor on the player's side."""
    if actor.is_captive:
        world.level.keep_captives(actor.cell)
    actor.side, actor.mood, actor.leader = Side.PLAYER, Mood.FOLLOWING, PLAYER_ID
    actor.helped, actor.goal, actor.aims_at = 0, None, None
    forget_distances(world)


def room_for_ally(world: World) -> bool:
    """Return whether the player can lead one more ally; summoned ones do not count."""
    led = [*allies(world), *fallen_allies(world)]
    return sum(not ally.summoner for ally in led) < world.ruleset.most_allies


def rival_of(world: World, actor: Actor) -> Actor | None:
    """Return the adjacent duellist that an actor attacks while the player sees the actor; None without one."""
    if actor.mood is not Mood.DUELLING or not world.level.is_visible(actor.at):
        return None
    fighters = [each for each in _fighters(world) if each is not actor and each.is_alive]
    return next((each for each in fighters if chebyshev_distance(each.at, actor.at) == 1), None)


def _fighters(world: World) -> list[Actor]:
    return [actor for actor in world.level.actors if actor.mood is Mood.DUELLING]


def _turn_on_player(world: World, actor: Actor) -> None:
    """Make an enemy of a neutral monster, which starts to hunt the player."""
    actor.side = Side.MONSTERS
    forget_distances(world)
    startle(world, actor)
