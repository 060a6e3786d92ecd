"""Run: what fear makes of every mind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.classes import frozen
from roguelike.engine.commands import Command, Wait
from roguelike.engine.geometry import king_distance
from roguelike.engine.kinds.parts import Mind, named
from roguelike.engine.parts.behaviours.flee import get_away
from roguelike.engine.rules.pursuit import foes_of_monsters
from roguelike.engine.state.actor import Side

if TYPE_CHECKING:
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World


@named("panic")
@frozen
class Panic(Mind):
    """Get away from the nearest enemy, wherever that leads."""

    confuses = True

    def choose(self, world: World, actor: Actor) -> Command:
        """Return a step away, the blow of one that is cornered, or wait where there is nobody to run from."""
        plain = actor.side == Side.MONSTERS and not (actor.conditions and actor.has("discord"))
        others = foes_of_monsters(world) if plain else world.level.actors
        foes = [each for each in others if each.is_hostile(actor) and each.is_alive]
        nearest = min(foes, key=lambda foe: (king_distance(actor.at, foe.at), foe.id), default=None)
        return Wait() if nearest is None else get_away(world, actor, nearest)
