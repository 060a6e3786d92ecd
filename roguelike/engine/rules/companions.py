"""Calling allies: a called ally comes to the player before it fights again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.engine.events import PLAYER_ID
from roguelike.engine.geometry import chebyshev_distance

if TYPE_CHECKING:
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World

_FIGHT: Final = "fight"
"""Key of the cooldown during which a called ally does not fight."""
_ARRIVED: Final = 2
"""Distance to the player, in cells, at which a called ally has arrived."""


def call(world: World, ally: Actor, rounds: int) -> None:
    """Make an ally come to the player before it fights again, for at most `rounds` rounds."""
    ally.leader, ally.goal, ally.aims_at = PLAYER_ID, None, None
    ally.cooldowns[_FIGHT] = world.round + rounds


def is_called(world: World, ally: Actor) -> bool:
    """Return whether a called ally is still coming; end the call once it has arrived or the rounds are over."""
    if _FIGHT not in ally.cooldowns:
        return False
    if chebyshev_distance(ally.at, world.player.at) > _ARRIVED and not ally.is_ready(_FIGHT, world.round):
        return True
    del ally.cooldowns[_FIGHT]
    return False


def fights(world: World, ally: Actor, foe: Actor) -> bool:
    """Return whether an ally fights a foe: an adjacent one, or one near enough to the player."""
    most = world.ruleset.allies_keep
    if not most or chebyshev_distance(ally.at, foe.at) == 1:
        return True
    return chebyshev_distance(foe.at, world.player.at) <= most
