"""Blows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.engine.events import Missed
from roguelike.engine.kinds.limits import TURN
from roguelike.engine.rules.blows import blow_terms, on_terms
from roguelike.engine.rules.damage import hurt
from roguelike.engine.state.cause import Cause

if TYPE_CHECKING:
    from roguelike.engine.rules.blows import Terms
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World


def attack(world: World, attacker: Actor, target: Actor) -> int:
    """Resolve one attack of `attacker` on `target`, and return its cost in energy."""
    style = attacker.style
    if style is None:
        strike(world, attacker, target, blow_terms(world.ruleset, world.level, attacker, target))
        return TURN
    for victim in style.victims(world.level, attacker, target):
        if victim.is_alive and attacker.is_alive:
            strike(world, attacker, victim, blow_terms(world.ruleset, world.level, attacker, victim))
    return style.cost


def strike(world: World, attacker: Actor, victim: Actor, terms: Terms) -> None:
    """Resolve one blow on these terms, and let the weapon do what comes of it."""
    cause = Cause(attacker.ref, attacker.at)
    if terms.slays and terms.sure:
        damage: int | None = victim.hit_points
    else:
        damage = on_terms(world.ruleset.combat, terms).blow(world.rng, attacker.stats, victim.stats)
    if damage is None:
        world.emit(Missed(attacker.ref, victim.ref))
    else:
        hurt(world, victim, damage, None, cause)
    if (style := attacker.style) is not None:
        style.after(world, attacker, victim, damage)
