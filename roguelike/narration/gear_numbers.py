"""The numbers of weapons and armour with their pluses: damage, stab, armour and defence."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from roguelike.engine.kinds.moods import Mood
from roguelike.engine.kinds.stats import Stats
from roguelike.engine.rules.blows import attack_modifiers
from roguelike.english import capital
from roguelike.narration.item_comparison import measure, wearing

if TYPE_CHECKING:
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.item import Item


def numbers_told(seen: Observation, item: Item) -> list[str]:
    """Return the damage of a weapon, or the armour and defence of armour with a plus; empty without a measure."""
    sleeper = measure(seen)
    if sleeper is None or item.kind.equips not in {"weapon", "armour"}:
        return []
    me = wearing(seen.me, item)
    return _weapon(seen, me, sleeper) if item.kind.equips == "weapon" else _armour(seen, me, item)


def _weapon(seen: Observation, me: Actor, sleeper: Actor) -> list[str]:
    """Return the minimum and maximum damage against no armour, and that of a stab if the weapon has one."""
    bare, combat = Stats(), seen.ruleset.combat
    most = combat.most(me.stats, bare)
    if most is None:
        return []
    chances = combat.chances(me.stats, bare, most)
    least = next((damage for damage, chance in enumerate(chances) if damage and chance), most)
    sleeper.mood = Mood.ASLEEP
    stab = attack_modifiers(seen.ruleset, seen.level, me, sleeper).stab
    return [f"Damage {least}-{most}{'' if stab is None else f', a stab {stab.damage}'}."]


def _armour(seen: Observation, me: Actor, item: Item) -> list[str]:
    """Return the armour and defence of armour with a plus; empty without one."""
    if not item.plus:
        return []
    bare = wearing(seen.me, attrs.evolve(item, kind=attrs.evolve(item.kind, modifiers=()), plus=0)).stats
    gains = [("armour", me.stats.armour - bare.armour), ("defence", me.stats.defence - bare.defence)]
    told = ", ".join(f"{name} {number:+}" for name, number in gains if number)
    return [f"{capital(told)} with its plus."] if told else []
