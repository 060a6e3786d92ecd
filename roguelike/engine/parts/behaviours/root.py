"""Stay where one grows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.classes import frozen
from roguelike.engine.commands import Move, Wait
from roguelike.engine.geometry import direction_to, king_distance
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.kinds.parts import Behaviour, named

if TYPE_CHECKING:
    from roguelike.engine.commands import Command
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World


@named("root")
@frozen
class Root(Behaviour):
    """Never take a step; strike a foe that is beside it, if it can strike at all."""

    moods = frozenset(Mood) - {Mood.ASLEEP, Mood.HELD}

    def act(self, world: World, actor: Actor, foe: Actor | None) -> Command | None:
        """Return the blow, or wait."""
        if foe is None or king_distance(actor.at, foe.at) > 1 or not actor.stats.attack:
            return Wait()
        direction = direction_to(actor.at, foe.at)
        return Move(direction) if direction in world.directions_of(actor) else Wait()
