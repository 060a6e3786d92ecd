"""Blows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.engine.events import Missed
from roguelike.engine.rules.damage import hurt
from roguelike.engine.state.cause import Cause

if TYPE_CHECKING:
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World


def attack(world: World, attacker: Actor, target: Actor) -> None:
    """Resolve one attack of `attacker` on `target`."""
    damage = world.ruleset.combat.blow(world.rng, attacker.stats, target.stats)
    if damage is None:
        world.emit(Missed(attacker.ref, target.ref))
    else:
        hurt(world, target, damage, None, Cause(attacker.ref, attacker.at))
