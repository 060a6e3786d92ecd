"""Lie in wait."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.classes import frozen
from roguelike.engine.commands import Wait
from roguelike.engine.commands.deeds import Ambush as Pounce
from roguelike.engine.geometry import direction_to, king_distance
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.kinds.parts import Behaviour, named

if TYPE_CHECKING:
    from roguelike.engine.commands import Command
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World


@named("ambush")
@frozen
class Ambush(Behaviour):
    """Where nobody sees it, wait for a foe to come, and strike first: that blow always hits, and twice as hard."""

    moods = frozenset({Mood.HUNTING, Mood.ROAMING})

    def act(self, world: World, actor: Actor, foe: Actor | None) -> Command | None:
        """Return the blow, or wait for it; nothing where it would be seen."""
        if not world.is_hidden(actor):
            return None
        victim = foe or world.player
        beside = king_distance(actor.at, victim.at) == 1 and victim.is_alive and actor.is_hostile(victim)
        if beside and direction_to(actor.at, victim.at) in world.directions_of(actor):
            return Pounce(victim.at)
        return Wait()
