"""Get away with the loot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.classes import frozen
from roguelike.engine.geometry import king_distance
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.kinds.parts import Behaviour, named
from roguelike.engine.parts.behaviours.flee import get_away
from roguelike.engine.rules.moods import flee

if TYPE_CHECKING:
    from roguelike.engine.commands import Command
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World

SAFE = 12
"""So many cells from who was robbed, a thief feels safe."""


@named("thief")
@frozen
class Thief(Behaviour):
    """Flee with what it has stolen, and never come back of its own accord."""

    moods = frozenset({Mood.HUNTING, Mood.FLEEING, Mood.ROAMING})

    def act(self, world: World, actor: Actor, foe: Actor | None) -> Command | None:
        """Return a step away from the player, as long as they are near."""
        if actor.carries is None or actor.is_ready(self.name, world.round):
            return None
        if king_distance(actor.at, world.player.at) > SAFE:
            return None
        if actor.mood != Mood.FLEEING:
            flee(world, actor)
        return get_away(world, actor, foe or world.player)
