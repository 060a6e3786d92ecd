"""Comparison of gear with worn gear, and of staffs, wands and charms at different pluses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import attrs

from roguelike.engine.events import ItemRef
from roguelike.engine.kinds.amounts import Amount, amount_at
from roguelike.engine.rules.blows import attack_modifiers, on_player, with_modifiers
from roguelike.engine.rules.odds import blow, blows_to_kill, mean_roll
from roguelike.engine.state.actor import Actor
from roguelike.english import with_article
from roguelike.narration.tactics import turns_of_attack
from roguelike.narration.threat import MAX_ROUNDS, turns_to_live

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from fractions import Fraction

    from roguelike.engine.events import Named
    from roguelike.engine.kinds.families import CombatModel, Effect
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.item import Item

NEVER: Final = "never"
GROWN: Final = {
    "damage": "damage about {}",
    "step": "damage about {}",
    "range": "{} cells",
    "cells": "{} cells",
    "number": "summons {}",
    "percent": "heals {}%",
    "turns": "{} turns",
}
"""Words for effect fields that grow with the item's plus, by field name."""
SHIELD: Final = "takes {} damage"
"""Words for a shield: a condition that absorbs damage."""
STEPS: Final = frozenset({"damage", "step"})
"""Fields whose number is a step on the scale of dice."""


def charges_told(seen: Observation, item: Item) -> list[str]:
    """Return an item's charges, their maximum and the turns until the next, with the numbers that its plus raises."""
    if not item.most_charges:
        return []
    rounds = item.ready_on - seen.round
    waits = f", next in {rounds}" if item.kind.recharge is not None and rounds > 0 else ""
    most = f" of {item.most_charges}" if item.kind.recharge is not None else ""
    grown = [told.format(number) for told, number in _grown(seen, item)]
    return [f"Charges {item.charges}{most}{waits}", *([f"At +{item.plus}: {', '.join(grown)}"] if grown else [])]


def _grown(seen: Observation, item: Item) -> Iterator[tuple[str, int]]:
    """Yield the numbers that grow with an item's plus, each after its words."""
    dice = seen.ruleset.combat.damage_dice
    for effect in _all(item.kind.effects):
        for name, told in GROWN.items():
            if isinstance(amount := getattr(effect, name, None), Amount):
                number = amount_at(amount, item.plus)
                is_shield = name == "turns" and getattr(getattr(effect, "condition", None), "absorbs", False)
                is_rolled = name in STEPS
                yield SHIELD if is_shield else told, round(mean_roll(dice, number)) if is_rolled else number
    if item.kind.recharge is not None:
        yield "a charge in {} turns", item.kind.recharge.rounds(item.plus)


def _all(effects: Iterable[Effect]) -> Iterator[Effect]:
    """Yield effects with their nested effects."""
    for effect in effects:
        yield effect
        yield from _all(effect.inner)


def compared(seen: Observation, item: Item) -> list[str]:
    """Return the change by a weapon or armour against the nearest enemy, else the rule set's measure."""
    place = item.kind.equips
    foe = _foe(seen, place)
    if place not in {"weapon", "armour"} or item.worn or foe is None:
        return []
    now = _settled(seen.me)
    return _against(seen, foe, now, wearing(now, item), place)


def other_weapon(seen: Observation, before: Named | None) -> int | None:
    """Return the slot of the previous weapon, else of the best other weapon in the pack; None without any.

    The best kills the nearest enemy, else the rule set's measure, in the fewest turns.
    """
    carried = enumerate(seen.me.inventory.slots)
    spare = [(slot, each) for slot, each in carried if each is not None and each.kind.equips == "weapon"]
    spare = [(slot, each) for slot, each in spare if not each.worn]
    kind, plus = (before.kind, before.plus) if isinstance(before, ItemRef) else (before, 0)
    if same := [(abs(each.plus - plus), slot) for slot, each in spare if each.kind is kind]:
        return min(same)[1]
    me, foe = _settled(seen.me), _foe(seen, "weapon")
    slow = {slot: None if foe is None else _turns_to_kill(seen, wearing(me, each), foe) for slot, each in spare}
    return min(slow, key=lambda slot: (slow[slot] is None, slow[slot] or 0, slot), default=None)


def in_one_line(facts: Sequence[str]) -> str:
    """Join facts to one line, like "Against an orc: You hit 77% (now 81%), kill in 3.8 turns (now 5.5)"."""
    return ", ".join(facts).replace(":, ", ": ")


def _foe(seen: Observation, place: str) -> Actor | None:
    """Return the nearest enemy (for armour, the nearest that attacks), else the rule set's measure."""
    foes = (foe for foe in seen.enemies if place != "armour" or foe.stats.attack)
    return next(foes, None) or measure(seen)


def _against(seen: Observation, foe: Actor, now: Actor, then: Actor, place: str) -> list[str]:
    """Return the change in fights with an enemy between two sets of gear that differ in one place."""
    if place == "weapon":
        told = _change("You hit", _yours(seen, now, foe), _yours(seen, then, foe), "kill")
    else:
        told = _change("Hits you", _theirs(seen, now, foe), _theirs(seen, then, foe), "kills")
    return [f"Against {with_article(foe.kind.name)}:", *told]


def improved(seen: Observation, item: Item) -> list[str]:
    """Return the change by one more plus: in fights for weapons and armour, in numbers for other items."""
    better = attrs.evolve(item, plus=item.plus + 1)
    foe = _foe(seen, item.kind.equips)
    if item.kind.equips not in {"weapon", "armour"} or foe is None:
        charges = ("Charges {}", item.most_charges), ("Charges {}", better.most_charges)
        pairs = [charges, *zip(_grown(seen, item), _grown(seen, better), strict=True)]
        grown = [f"{told.format(then)} (now {now})" for (told, now), (_, then) in pairs if now != then]
        return [", ".join(grown)] if grown else []
    now = _settled(seen.me)
    return _against(seen, foe, wearing(now, item), wearing(now, better), item.kind.equips)


def measure(seen: Observation) -> Actor | None:
    """Return the monster with which the rule set compares gear; None without one."""
    name = seen.ruleset.measure
    if name is None:
        return None
    kind = seen.ruleset.monsters[name]
    return Actor(0, kind, seen.me.at, kind.hit_points, kind.hit_points)


def wearing(me: Actor, item: Item) -> Actor:
    """Return the player with an item equipped, and working, in place of the one worn there."""
    kept = [
        attrs.evolve(each, worn=False) if each is not None and each.kind.equips == item.kind.equips else each
        for each in me.inventory.slots
    ]
    slots = [*kept, attrs.evolve(item, worn=True, ready_on=0)]
    return attrs.evolve(me, inventory=attrs.evolve(me.inventory, slots=slots))


def _settled(me: Actor) -> Actor:
    """Return the player with all worn gear working, including pieces still being put on."""
    slots = [attrs.evolve(each, ready_on=0) if each is not None and each.worn else each for each in me.inventory.slots]
    return attrs.evolve(me, inventory=attrs.evolve(me.inventory, slots=slots))


def _yours(seen: Observation, me: Actor, foe: Actor) -> tuple[str, str]:
    """Return the player's hit chance in percent and mean turns to kill, without sneak attacks."""
    dealt, turns = blow(_combat(seen, me, foe), me.stats, foe.stats), _turns_to_kill(seen, me, foe)
    return f"{round(dealt.hit * 100)}" if dealt else "0", NEVER if turns is None else f"{float(turns):.1f}"


def _combat(seen: Observation, me: Actor, foe: Actor) -> CombatModel:
    return with_modifiers(seen.ruleset.combat, attack_modifiers(seen.ruleset, seen.level, me, foe).lasting)


def _turns_to_kill(seen: Observation, me: Actor, foe: Actor) -> Fraction | None:
    """Return the mean turns in which the player kills an enemy, without sneak attacks; None for never."""
    combat = _combat(seen, me, foe)
    needed = blows_to_kill(combat, combat, me.stats, foe.stats, foe.hit_points)
    return None if needed is None else needed * turns_of_attack(me)


def _theirs(seen: Observation, me: Actor, foe: Actor) -> tuple[str, str]:
    dealt = blow(on_player(seen.ruleset), foe.stats, me.stats)
    if dealt is None:
        return "0", NEVER
    turns = turns_to_live(attrs.evolve(seen, me=me), [foe])
    return f"{round(dealt.hit * 100)}", f"{MAX_ROUNDS}+" if turns is None else f"{turns:.1f}"


def _change(hit: str, now: Sequence[str], then: Sequence[str], kill: str) -> list[str]:
    """Return both numbers after and before a change: "You hit 79% (now 85%)", "kill in 2.1 turns (now 2.7)"."""
    needed = f"{kill} {NEVER}" if then[1] == NEVER else f"{kill} in {then[1]} turns"
    return [f"{hit} {then[0]}%{_now(now[0], then[0], '%')}", f"{needed}{_now(now[1], then[1])}"]


def _now(now: str, then: str, unit: str = "") -> str:
    return " (as now)" if now == then else f" (now {now}{unit if now != NEVER else ''})"
