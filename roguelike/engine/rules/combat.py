"""Melee attacks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.engine.dice import percent
from roguelike.engine.events import Missed
from roguelike.engine.geometry import chebyshev_distance
from roguelike.engine.kinds.limits import TURN
from roguelike.engine.rules.blows import attack_modifiers, with_modifiers
from roguelike.engine.rules.counting import note_blow
from roguelike.engine.rules.damage import heal, hurt
from roguelike.engine.rules.moods import members, startle
from roguelike.engine.rules.noise import do
from roguelike.engine.rules.shaking import shake
from roguelike.engine.state.attack_modifiers import AttackModifiers
from roguelike.engine.state.cause import Cause
from roguelike.engine.state.world import Activity

if TYPE_CHECKING:
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.attack_modifiers import Stab
    from roguelike.engine.state.world import World

SHOWN_ROUNDS: Final = 3
"""Rounds for which a hiding monster stays visible after it attacks."""
AMBUSH_FACTOR: Final = 2


def attack(world: World, attacker: Actor, target: Actor) -> int:
    """Resolve one attack of `attacker` on `target`, and return its cost in energy."""
    style = attacker.style
    if style is None:
        strike(world, attacker, target, attack_modifiers(world.ruleset, world.level, attacker, target))
        shake(world, attacker, target)
        return TURN * attacker.kind.blow_turns
    for victim in style.victims(world.level, attacker, target):
        if victim.is_alive and attacker.is_alive:
            strike(world, attacker, victim, attack_modifiers(world.ruleset, world.level, attacker, victim))
            shake(world, attacker, victim)
    return style.cost


def strike(world: World, attacker: Actor, victim: Actor, modifiers: AttackModifiers) -> None:
    """Roll one attack with these modifiers, then run the follow-up of the weapon's style."""
    _begin(world, attacker)
    if modifiers.slays and modifiers.sure:
        damage: int | None = victim.hit_points
    else:
        damage = with_modifiers(world.ruleset.combat, modifiers).blow(world.rng, attacker.stats, victim.stats)
    if damage is None:
        world.emit(Missed(attacker.ref, victim.ref))
    elif modifiers.stab is not None:
        _stab(world, attacker, victim, modifiers.stab)
    else:
        _wound(world, attacker, victim, damage)
    if (style := attacker.style) is not None:
        style.after(world, attacker, victim, damage)


def ambush(world: World, attacker: Actor, target: Actor) -> None:
    """Resolve an attack from hiding: it always hits, for double damage, up to half of the target's maximum HP."""
    _begin(world, attacker)
    surprise = with_modifiers(world.ruleset.combat, AttackModifiers(sure=True, factor=AMBUSH_FACTOR))
    damage = surprise.blow(world.rng, attacker.stats, target.stats) or 0
    _wound(world, attacker, target, min(damage, max(1, target.max_hit_points // 2)))


def _begin(world: World, attacker: Actor) -> None:
    """Make the noise of an attack, and reveal a hiding attacker for `SHOWN_ROUNDS`."""
    do(world, attacker, Activity.BLOW)
    if attacker.kind.hides:
        attacker.shown_until = world.round + SHOWN_ROUNDS


def _stab(world: World, attacker: Actor, victim: Actor, stab: Stab) -> None:
    """Stab a victim, then alert each unaware member of its horde nearby with the stab's chance."""
    mates = members(world, victim)
    _wound(world, attacker, victim, stab.damage, is_quiet=True)
    for mate in mates:
        is_near = chebyshev_distance(mate.at, victim.at) <= stab.within
        if is_near and mate.is_alive and mate.is_unaware and percent(world.rng, stab.rouses):
            startle(world, mate)


def _wound(world: World, attacker: Actor, target: Actor, damage: int, *, is_quiet: bool = False) -> None:
    if attacker.is_player:
        note_blow(world, attacker)
    taken = min(damage, target.hit_points)
    hurt(world, target, damage, None, Cause(attacker.ref, attacker.at), is_quiet=is_quiet)
    if taken and attacker.inventory.slots and (share := attacker.changed(0, "leech")):
        heal(world, attacker, -(-taken * share // 100), told=False)
    for effect in attacker.kind.on_hit if damage else ():
        if target.is_alive and not target.is_fallen and attacker.is_alive:
            effect.apply(world, Cause(attacker.ref, attacker.at, amount=damage), target.at)
