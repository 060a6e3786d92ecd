"""Healing, growing stronger, and filling the lamp."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from roguelike.autoplay.outlook import ailing, mends_by_itself
from roguelike.autoplay.prospects import damage_per_turn
from roguelike.autoplay.roles import winds_up
from roguelike.autoplay.uses import NEAR
from roguelike.engine.commands import Use
from roguelike.engine.geometry import chebyshev_distance
from roguelike.engine.kinds.limits import TURN
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.parts.effects.healing import Fill, GainMax
from roguelike.engine.preview import preview_use
from roguelike.engine.rules.odds import blow

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roguelike.autoplay.memory import Memory
    from roguelike.engine.kinds.items import ItemKind
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.item import Item

LOW: Final = 40
"""Below so many percent of the hit points it heals, with enemies about."""
WORN: Final = 60
"""Below so many percent the player drinks what makes them stronger and heals them, too."""
TWO_TURNS: Final = 2.2
"""It heals, too, where so many turns like those to expect would kill: a bad one is like two."""
BAD_ROUND: Final = 1.2
"""And where all the blows of one round would kill, if they hit and do so many times what such blows do on average."""
NOT_LOW: Final = 75
"""Percent of the hit points above which it does not heal yet, whatever is about."""
RESERVE: Final = 1500
"""So much must be left for the lamp, in it and carried, after a throw of what feeds it: three levels' worth."""
LAST_RESERVE: Final = 200
"""The same in a fight that may be the last."""
LEAST: Final = 8
"""Hit points: what heals less is kept."""


def heal(seen: Observation, _: Memory) -> Use | None:
    """Heal when badly hurt and in danger, or when what ails the player would kill them."""
    if not (is_dying(seen) or (is_low(seen) and _is_hunted(seen))):
        return None
    found = [(_healed(seen, slot, kind), -slot) for slot, kind in seen.usable() if not kind.aimed]
    gained, slot = max(found, default=(0.0, 0))
    return Use(-slot) if gained >= LEAST else None


def strengthen(seen: Observation, _: Memory) -> Use | None:
    """Drink what raises the maximum when hurt, with nobody about."""
    me = seen.me
    if seen.enemies or me.hit_points * 100 > me.max_hit_points * WORN:
        return None
    return next((Use(slot) for slot, kind in seen.usable() if strengthens(kind)), None)


def tend(seen: Observation, _: Memory) -> Use | None:
    """Heal with nobody about by items that recharge, or by anything where wounds do not heal by themselves."""
    me = seen.me
    if seen.enemies or me.hit_points * 100 > me.max_hit_points * WORN:
        return None
    in_vain = not mends_by_itself(me)
    usable = [(slot, kind) for slot, kind in seen.usable() if not kind.aimed and (in_vain or kind.recharge is not None)]
    found = [(kind.recharge is not None, -slot) for slot, kind in usable if _healed(seen, slot, kind) >= LEAST]
    return Use(-max(found)[1]) if found else None


def refuel(seen: Observation, _: Memory) -> Use | None:
    """Fill the lamp when it is low."""
    rules = seen.ruleset
    if not rules.lamp or seen.me.light:
        return None
    gauge, left = rules.gauges[rules.lamp], seen.me.gauges.get(rules.lamp, 0)
    if left > gauge.low or (left and _is_hunted(seen)):
        return None
    return next((Use(slot) for slot, kind in seen.usable() if fills(kind, rules.lamp)), None)


def can_spare(seen: Observation, item: Item, reserve: int = RESERVE) -> bool:
    """Return whether enough is left for the lamp without one of these: anything that does not feed it can be spared."""
    rules, me = seen.ruleset, seen.me
    if not item.kind.feeds or not rules.lamp or me.light:
        return True
    return supply(seen) - _filled_by(item, rules.lamp) >= reserve


def supply(seen: Observation) -> int:
    """Return how much the lamp has, with what is carried to fill it."""
    lamp, me = seen.ruleset.lamp, seen.me
    carried = sum(_filled_by(item, lamp) * item.number for item in me.inventory.slots if item is not None)
    return me.gauges.get(lamp, 0) + carried


def _filled_by(item: Item, gauge: str) -> int:
    return sum(each.amount for each in item.kind.effects if isinstance(each, Fill) and each.gauge == gauge)


def is_low(seen: Observation) -> bool:
    """Return whether few hit points are left, or too few for the next two turns."""
    me = seen.me
    near = [foe for foe in seen.enemies if foe.missile or chebyshev_distance(foe.at, me.at) <= NEAR]
    harm = max((damage_per_turn(seen, foe) for foe in near), default=0.0)
    total = harm if len(near) <= 1 else harm * min(len(near), 3)
    if me.hit_points * 100 <= me.max_hit_points * LOW or me.hit_points <= TWO_TURNS * total:
        return True
    return me.hit_points * 100 <= me.max_hit_points * NOT_LOW and me.hit_points <= worst_turn(seen, near)


def worst_turn(seen: Observation, near: Iterable[Actor]) -> float:
    """Return the most damage of a turn, as the game shows it; of blows as they may well be where that is unbounded."""
    return _bad_round(seen, near) if seen.most_damage is None else seen.most_damage


def _bad_round(seen: Observation, near: Iterable[Actor]) -> float:
    """Return the damage of a round in which all blows of those near hit, those with a raised weapon among them."""
    dealt = [
        (part, found)
        for foe in near
        if foe.mood is not Mood.ASLEEP
        and (part := 1.0 if foe.aims_at == seen.me.at else foe.speed / TURN / foe.kind.blow_turns)
        and (not winds_up(foe.kind) or foe.aims_at == seen.me.at)
        and (found := blow(seen.ruleset.combat, foe.stats, seen.me.stats)) is not None
    ]
    all_hit = math.fsum(part * float(found.mean) for part, found in dealt) * BAD_ROUND
    return max(all_hit, max((part * found.worst for part, found in dealt), default=0.0))


def is_dying(seen: Observation) -> bool:
    """Return whether what ails the player will kill them."""
    return seen.me.hit_points <= ailing(seen.me.conditions.values())


def strengthens(kind: ItemKind) -> bool:
    """Return whether it raises the most hit points that its user can have."""
    return any(isinstance(effect, GainMax) for effect in kind.effects)


def fills(kind: ItemKind, gauge: str) -> bool:
    """Return whether it fills a gauge."""
    return any(isinstance(effect, Fill) and effect.gauge == gauge for effect in kind.effects)


def _healed(seen: Observation, slot: int, kind: ItemKind) -> float:
    item = seen.me.inventory.slots[slot]
    if item is None or (kind.has_charges and not item.charges):
        return 0.0
    befalls = preview_use(kind, seen, seen.me.at, item.plus).befalls(seen.me.id)
    return float(befalls.healing - befalls.damage)


def _is_hunted(seen: Observation) -> bool:
    return any(foe.mood is not Mood.ASLEEP for foe in seen.enemies)
