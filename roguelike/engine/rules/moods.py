"""Moods: how monsters start to hunt, lose track, flee and return, each with its horde."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.engine.events import CameIntoView, LostTrack, Noticed
from roguelike.engine.geometry import chebyshev_distance
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.rules.companions import fights, is_called
from roguelike.engine.rules.pursuit import allies
from roguelike.engine.rules.ways import sees
from roguelike.engine.state.actor import Side

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World

HORDE_REACH: Final = 8
"""Cells within which a monster that notices the player alerts members of its horde."""
ALLY_REACH: Final = 7
"""Cells within which the player's allies and their foes notice each other in view."""
_COWARD: Final = 25
"""Percent of maximum HP below which allies flee."""
_BRAVE: Final = 75
"""Percent of maximum HP from which a fleeing actor hunts again."""
_CALM: Final = 20
"""Turns out of view after which a monster no longer flees."""
# Every actor needs these in every turn, and a global is found faster than a member of an enumeration.
_PLAYER: Final = Side.PLAYER
_MONSTERS: Final = Side.MONSTERS
_HUNTING: Final = Mood.HUNTING
_FLEEING: Final = Mood.FLEEING


def notice(world: World, actor: Actor) -> None:
    """Alert an actor and its horde to the player: members near it, its leader, and sleepers if it slept."""
    was_asleep = actor.mood == Mood.ASLEEP
    startle(world, actor)
    for member in members(world, actor):
        near = chebyshev_distance(member.at, actor.at) <= HORDE_REACH
        if member.is_unaware and (near or not actor.leader or (was_asleep and member.mood == Mood.ASLEEP)):
            _begin_to_hunt(world, member)


def startle(world: World, actor: Actor) -> None:
    """Alert an actor to the player, without its horde; report it first if it is new in view."""
    if actor.id not in world.in_view and actor in world.in_sight():
        world.in_view |= {actor.id}
        world.emit(CameIntoView(actor.ref, seen_from=world.player.at))
    world.emit(Noticed(actor.ref))
    _begin_to_hunt(world, actor)


def keep_track(world: World, actor: Actor) -> None:
    """Refresh a hunter's last known player position."""
    actor.noticed_on, actor.goal = world.turn, world.player.at


def members(world: World, actor: Actor) -> list[Actor]:
    """Return the others of an actor's horde, by rising id."""
    horde, side = actor.horde, actor.side
    return [
        each
        for each in world.level.actors
        if (each.leader or each.id) == horde and each is not actor and each.side is side
    ]


def foe_of(world: World, actor: Actor, memory: int) -> Actor | None:
    """Return the foe that an actor fights: the nearest that it knows of, the player first in a tie.

    It knows of the player for `memory` turns after it last noticed them. Allies of the player fight only monsters that
    hunt.
    """
    if actor.conditions and actor.has("discord") and (rival := _rival(world, actor)) is not None:
        return rival
    if actor.side is _PLAYER:
        hunters = (each for each in world.level.actors if each.mood == Mood.HUNTING and each.is_hostile(actor))
        near = (each for each in hunters if each.is_alive and fights(world, actor, each))
        return _nearest(actor, (each for each in near if sees(world, actor, each, ALLY_REACH)))
    player, mood = world.player, actor.mood
    is_after = (mood is _HUNTING or mood is _FLEEING) and player.hit_points
    remembers = is_after and (world.turn - (actor.noticed_on or 0) <= memory or actor.always_knows)
    known = allies(world)
    if known:
        known = [each for each in known if sees(world, actor, each, ALLY_REACH)]
    if actor.camp:
        known = [*known, *(each for each in rivals(world, actor) if sees(world, actor, each, ALLY_REACH))]
    if not known:
        return player if remembers else None
    return _nearest(actor, [player, *known] if remembers else known)


def _rival(world: World, actor: Actor) -> Actor | None:
    """Return the nearest actor in view other than the player, as the foe of an actor in discord with all."""
    others = (each for each in world.level.actors if each not in (actor, world.player) and each.is_hostile(actor))
    return _nearest(actor, (each for each in others if each.is_alive and sees(world, actor, each, ALLY_REACH)))


def rivals(world: World, actor: Actor) -> list[Actor]:
    """Return the living monsters with which an actor feuds, by rising id."""
    return [each for each in world.level.actors if actor.feuds_with(each) and each.is_alive]


def settle(world: World, actor: Actor, memory: int) -> Actor | None:
    """Update the mood of an actor by what it knows, and return its foe; None without one."""
    if actor.side is _PLAYER and is_called(world, actor):
        actor.mood = Mood.FOLLOWING
        return None
    foe = foe_of(world, actor, memory)
    if actor.mood is _FLEEING:
        _calm_down(world, actor, foe)
    elif actor.side is _PLAYER and actor.hit_points * 100 < actor.max_hit_points * _COWARD:
        actor.mood = _FLEEING
    elif actor.side is _PLAYER:
        actor.thrown -= foe is None and actor.thrown > 0  # it recovers a missile a turn
        actor.mood = _HUNTING if foe is not None else Mood.FOLLOWING
    elif foe is not None:
        actor.mood = actor.mood if actor.is_unaware and actor.feuds_with(foe) else _HUNTING
    elif actor.mood is _HUNTING:
        lose_track(world, actor)
    return foe


def lose_track(world: World, actor: Actor) -> None:
    """Make a hunter roam, unless it always knows where the player is."""
    if actor.mood is _HUNTING and actor.side is _MONSTERS and not actor.always_knows:
        actor.mood, actor.aims_at = Mood.ROAMING, None
        world.emit(LostTrack(actor.ref))


def flee(world: World, actor: Actor) -> None:
    """Make an actor flee."""
    actor.mood, actor.aims_at, actor.noticed_on = Mood.FLEEING, None, world.turn


def _calm_down(world: World, actor: Actor, foe: Actor | None) -> None:
    if actor.hit_points * 100 >= actor.max_hit_points * _BRAVE:
        actor.mood = Mood.HUNTING
    elif foe is not None and sees(world, actor, foe, HORDE_REACH):
        actor.noticed_on = world.turn
    elif actor.side == Side.MONSTERS and world.turn - (actor.noticed_on or 0) >= _CALM:
        actor.mood = Mood.ROAMING


def _begin_to_hunt(world: World, actor: Actor) -> None:
    actor.mood = Mood.HUNTING
    keep_track(world, actor)


def _nearest(actor: Actor, foes: Iterable[Actor]) -> Actor | None:
    """Return the nearest foe, the one with the lowest id in a tie; None without one."""
    return min(foes, key=lambda foe: (chebyshev_distance(actor.at, foe.at), foe.id), default=None)
