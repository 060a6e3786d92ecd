"""Steal an item."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.classes import frozen
from roguelike.engine.dice import roll
from roguelike.engine.events import Stole
from roguelike.engine.kinds.parts import Effect, named
from roguelike.engine.parts.behaviours.thief import Thief
from roguelike.engine.preview import Preview
from roguelike.engine.rules.identity import described
from roguelike.engine.rules.moods import flee

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.cause import Cause
    from roguelike.engine.state.world import World

_KEPT = 1_000_000
"""Rounds for which a thief runs whenever the player is near: more than any game has."""


@named("steal")
@frozen
class Steal(Effect):
    """Take one piece of what the actor on the cell does not wear, each slot as likely, and run; one at a time.

    What no water carries off, like a key, is no prey either.
    """

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Take it."""
        victim = world.level.actor_at(at)
        thief = None if cause.who is None else world.level.actor_of(cause.who.id)
        if victim is None or thief is None or thief is victim or thief.carries is not None:
            return
        carried = enumerate(victim.inventory.slots)
        slots = [slot for slot, item in carried if item is not None and not item.worn and item.kind.drifts]
        if not slots:
            return
        item = thief.carries = victim.inventory.take_one(slots[roll(world.rng, 0, len(slots) - 1)])
        thief.cooldowns[Thief.name] = world.round + _KEPT
        world.emit(Stole(thief.ref, victim.ref, described(world, item)))
        flee(world, thief)

    def preview(self, seen: Observation, at: Point) -> Preview:
        """Return nothing: only monsters do that."""
        return Preview()
