"""Drag down who swims in what is too heavy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.classes import frozen
from roguelike.engine.events import Harm
from roguelike.engine.kinds.parts import Effect, named
from roguelike.engine.preview import Preview, harmed, on_actor
from roguelike.engine.rules.damage import hurt
from roguelike.engine.rules.foreseen import from_fixed

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.cause import Cause
    from roguelike.engine.state.world import World


@named("drown")
@frozen
class Drown(Effect):
    """Wound whoever is there by as much as what they wear `drags` them down."""

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Wound them, unless they wear nothing heavy."""
        swimmer = world.level.actor_at(at)
        if swimmer is not None and (weight := _weight(swimmer)):
            hurt(world, swimmer, weight, Harm.WATER, cause)

    def preview(self, seen: Observation, at: Point) -> Preview:
        """Return the damage to who is there."""
        swimmer = seen.level.actor_at(at)
        if swimmer is None:
            return on_actor(at, None)
        return harmed(swimmer, from_fixed(seen.ruleset, swimmer, Harm.WATER, _weight(swimmer)))


def _weight(actor: Actor) -> int:
    return sum(item.kind.drags for item in actor.inventory.slots if item is not None and item.worn)
