"""Healing, raising maximum HP, and filling the lamp."""

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
"""Percentage of maximum HP at or below which the player heals with enemies in view."""
WORN: Final = 60
"""Percentage of maximum HP at or below which the player heals by raising the maximum, or with no enemy in view."""
TWO_TURNS: Final = 2.2
"""Number of mean turns that must not kill, else the player heals: a bad turn is like two."""
BAD_ROUND: Final = 1.2
"""Damage of a bad round in which all attacks hit, as a multiple of their mean damage."""
NOT_LOW: Final = 75
"""Percentage of maximum HP above which the player does not heal because of a bad turn."""
RESERVE: Final = 1500
"""Minimum oil left, in the lamp and carried, after a throw of lamp fuel: enough for three levels."""
LAST_RESERVE: Final = 200
"""The same minimum in a fight that may be the last."""
LEAST: Final = 8
"""Minimum hit points that an item must heal to be used."""


def heal(seen: Observation, _: Memory) -> Use | None:
    """Heal when badly hurt and in danger, or when conditions would kill the player."""
    if not (is_dying(seen) or (is_low(seen) and _is_hunted(seen))):
        return None
    found = [(_healed(seen, slot, kind), -slot) for slot, kind in seen.usable() if not kind.aimed]
    gained, slot = max(found, default=(0.0, 0))
    return Use(-slot) if gained >= LEAST else None


def strengthen(seen: Observation, _: Memory) -> Use | None:
    """Use an item that raises maximum HP when hurt, with no enemy in view."""
    me = seen.me
    if seen.enemies or me.hit_points * 100 > me.max_hit_points * WORN:
        return None
    return next((Use(slot) for slot, kind in seen.usable() if strengthens(kind)), None)


def tend(seen: Observation, _: Memory) -> Use | None:
    """Heal, with no enemy in view, by items that recharge, or by any item if the player does not regenerate."""
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
    """Return whether enough oil is left without one of these items; items that are no lamp fuel can be spared."""
    rules, me = seen.ruleset, seen.me
    if not item.kind.feeds or not rules.lamp or me.light:
        return True
    return supply(seen) - _filled_by(item, rules.lamp) >= reserve


def supply(seen: Observation) -> int:
    """Return the oil in the lamp and in carried items."""
    lamp, me = seen.ruleset.lamp, seen.me
    carried = sum(_filled_by(item, lamp) * item.number for item in me.inventory.slots if item is not None)
    return me.gauges.get(lamp, 0) + carried


def _filled_by(item: Item, gauge: str) -> int:
    return sum(each.amount for each in item.kind.effects if isinstance(each, Fill) and each.gauge == gauge)


def is_low(seen: Observation) -> bool:
    """Return whether hit points are low, or may not last for the next two turns."""
    me = seen.me
    near = [foe for foe in seen.enemies if foe.missile or chebyshev_distance(foe.at, me.at) <= NEAR]
    harm = max((damage_per_turn(seen, foe) for foe in near), default=0.0)
    total = harm if len(near) <= 1 else harm * min(len(near), 3)
    if me.hit_points * 100 <= me.max_hit_points * LOW or me.hit_points <= TWO_TURNS * total:
        return True
    return me.hit_points * 100 <= me.max_hit_points * NOT_LOW and me.hit_points <= worst_turn(seen, near)


def worst_turn(seen: Observation, near: Iterable[Actor]) -> float:
    """Return the maximum damage of a turn; for open-ended dice, that of a bad round."""
    return _bad_round(seen, near) if seen.most_damage is None else seen.most_damage


def _bad_round(seen: Observation, near: Iterable[Actor]) -> float:
    """Return the damage of a bad round in which all attacks by nearby enemies hit, including raised weapons."""
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
    """Return whether conditions will kill the player."""
    return seen.me.hit_points <= ailing(seen.me.conditions.values())


def strengthens(kind: ItemKind) -> bool:
    """Return whether an item raises its user's maximum HP."""
    return any(isinstance(effect, GainMax) for effect in kind.effects)


def fills(kind: ItemKind, gauge: str) -> bool:
    """Return whether an item fills a gauge."""
    return any(isinstance(effect, Fill) and effect.gauge == gauge for effect in kind.effects)


def _healed(seen: Observation, slot: int, kind: ItemKind) -> float:
    item = seen.me.inventory.slots[slot]
    if item is None or (kind.has_charges and not item.charges):
        return 0.0
    befalls = preview_use(kind, seen, seen.me.at, item.plus).befalls(seen.me.id)
    return float(befalls.healing - befalls.damage)


def _is_hunted(seen: Observation) -> bool:
    return any(foe.mood is not Mood.ASLEEP for foe in seen.enemies)
