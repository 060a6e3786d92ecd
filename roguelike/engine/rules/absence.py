"""What happened on a level while the player was away."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.engine.kinds.moods import Mood

if TYPE_CHECKING:
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World

HEALS_IN: Final = 300
"""Rounds in which a monster on a level that was left gets all its hit points back."""


def catch_up(world: World, rounds: int) -> None:
    """Let a level that the player comes back to have had so many rounds without them."""
    for actor in world.level.actors:
        _rest(actor, rounds)


def _rest(actor: Actor, rounds: int) -> None:
    """Heal, and forget the player."""
    actor.hit_points = min(actor.max_hit_points, actor.hit_points + actor.max_hit_points * rounds // HEALS_IN)
    actor.noticed_on = None
    if actor.mood is Mood.HUNTING:
        actor.mood = Mood.ROAMING
