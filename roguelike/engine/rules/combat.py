"""Blows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.engine.events import Missed
from roguelike.engine.rules.damage import Harm, hurt
from roguelike.engine.state.cause import Cause

if TYPE_CHECKING:
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World


def attack(world: World, attacker: Actor, target: Actor) -> None:
    """Have `attacker` deal `target` one blow."""
    damage = world.ruleset.combat.blow(world.rng, attacker.stats, target.stats)
    if damage is None:
        seen = world.sees(attacker.at) or world.sees(target.at)
        world.emit(Missed(attacker.ref, target.ref, seen=seen))
    else:
        hurt(world, target, damage, Harm.BLOW, Cause(attacker.ref, attacker.at))
