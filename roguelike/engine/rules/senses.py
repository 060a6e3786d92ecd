"""Monsters that notice the player by a single sense: the light of an open lamp, or hearing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from roguelike.engine.geometry import chebyshev_distance, squared_distance
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.rules.lamp import lamp_of
from roguelike.engine.rules.noise import is_still
from roguelike.engine.rules.veils import hides
from roguelike.engine.rules.ways import has_line
from roguelike.engine.state.lamp import Lamp

if TYPE_CHECKING:
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.level import Level
    from roguelike.engine.state.observation import ObservedState
    from roguelike.engine.state.world import World

SHARP: Final = 2
"""Factor of the noise radius for monsters that rely on hearing only."""


class Presence(NamedTuple):
    """What a single sense can notice of the player."""

    level: Level
    player: Actor
    lamp: Lamp
    noise: int
    is_still: bool


def presence(world: World) -> Presence:
    """Return what a single sense can notice of the player now."""
    return Presence(world.level, world.player, lamp_of(world), world.noise, is_still(world))


def known_presence(seen: ObservedState) -> Presence:
    """Return what a single sense could notice of the player in the last round, as the player knows it."""
    return Presence(seen.level, seen.me, seen.lamp, seen.noise, seen.is_still)


def is_sensed(about: Presence, actor: Actor, steps: int | None, lit: int) -> bool:
    """Return whether a monster `steps` away senses the player by its only sense; light reaches `lit` cells."""
    return _is_lit(about, actor, lit) if actor.kind.senses == "light" else _is_heard(about, actor, steps)


def _is_lit(about: Presence, actor: Actor, lit: int) -> bool:
    """Return whether a monster sees the player's open lamp."""
    level, at, goal = about.level, actor.at, about.player.at
    if about.lamp is not Lamp.OPEN or squared_distance(at, goal) > lit * lit:
        return False
    return has_line(level, at, goal) and not (level.veils and hides(level, at, goal))


def _is_heard(about: Presence, actor: Actor, steps: int | None) -> bool:
    """Return whether a monster hears the player: half as far asleep; a hunter always senses an adjacent player."""
    if actor.mood is Mood.HUNTING and chebyshev_distance(actor.at, about.player.at) <= 1:
        return True
    if about.is_still or about.level.cells("hushes") >> about.player.cell & 1:
        return False
    farthest = about.noise * SHARP // (2 if actor.mood is Mood.ASLEEP else 1)
    return steps is not None and steps <= farthest
