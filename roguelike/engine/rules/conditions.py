"""What may befall an actor for a number of its turns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.engine.events import Confused, Recovered
from roguelike.engine.state.actor import CONFUSED

if TYPE_CHECKING:
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World

MOST_SUSPENDED = 100
"""The most older conditions of one actor: what is forgotten beyond that would have come back in hundreds of turns."""


def confuse(world: World, victim: Actor, turns: int, *, nested: bool = False) -> None:
    """Confuse `victim` for that many of its turns, from now on.

    An older confusion is replaced, not prolonged; or, if `nested`, it goes on when the newer one has passed.
    """
    if nested and CONFUSED in victim.conditions:
        older = victim.suspended.setdefault(CONFUSED, [])
        older.append(victim.conditions[CONFUSED])
        del older[:-MOST_SUSPENDED]
    victim.conditions[CONFUSED] = turns
    world.emit(Confused(victim.ref, turns, seen=world.sees(victim.at)))


def is_confused(actor: Actor) -> bool:
    """Return whether `actor` still has confused turns before it."""
    return actor.conditions.get(CONFUSED, 0) > 0


def spend_confused_turn(actor: Actor) -> None:
    """Count one turn of confusion, whatever was done with it."""
    actor.conditions[CONFUSED] -= 1


def recover(world: World, actor: Actor) -> bool:
    """End a confusion that has run out, and go back to an older one; returns whether there was one."""
    if actor.conditions.get(CONFUSED) != 0:
        return False
    del actor.conditions[CONFUSED]
    if actor.suspended.get(CONFUSED):
        actor.conditions[CONFUSED] = actor.suspended[CONFUSED].pop()
    world.emit(Recovered(actor.ref, seen=world.sees(actor.at)))
    return True
