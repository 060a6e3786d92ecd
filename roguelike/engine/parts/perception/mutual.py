"""Mutual sight: an actor sees those that see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.classes import frozen
from roguelike.engine.kinds.parts import Perception, named

if TYPE_CHECKING:
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World


@named("mutual")
@frozen
class Mutual(Perception):
    """A monster sees the player when the player sees it."""

    def perceives(self, world: World, actor: Actor) -> bool:
        """Return whether the monster's own cell is in view."""
        return world.level.is_visible(actor.at)
