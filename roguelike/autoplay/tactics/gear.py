"""Equipping and enchanting gear."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import attrs

from roguelike.autoplay.duels import duel_cost, wearing
from roguelike.autoplay.outlook import mends_by_itself
from roguelike.autoplay.uses import fights
from roguelike.engine.commands import Drop, Equip, Use
from roguelike.engine.commands.use import Slot
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.parts.weapons import SlayUnaware

if TYPE_CHECKING:
    from roguelike.autoplay.memory import Memory
    from roguelike.engine.kinds.items import ItemKind, Worn
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.item import Item

CLEARLY: Final = 0.97
"""Maximum cost of fights with new gear, as a share of the present cost, to change gear."""
IN_A_FIGHT: Final = 0.75
"""The same share with an adjacent enemy, which attacks meanwhile."""
SETTLED: Final = 3
"""Depth from which starting gear is worth enchanting."""
WELL: Final = 85
"""Percentage of maximum HP below which the player wears nothing that prevents regeneration."""
WORTHLESS: Final = 1
"""Maximum plus of spare gear to drop."""
STAFF_SHARE: Final = 2
"""Pluses on weapon and armour together for each plus on a damaging staff."""
AHEAD: Final = 4
"""Pluses by which enchantments are compared, as some need two to have an effect."""


def wear(seen: Observation, memory: Memory) -> Equip | None:
    """Equip gear that makes fights cheaper, and a ring; armour and rings only with no enemy in view."""
    key = _fitting(seen)
    if memory.fitted == key:
        return None
    awake = any(foe.mood is not Mood.ASLEEP for foe in seen.enemies)
    if awake and any(seen.is_beside(foe) for foe in seen.enemies):
        slot = _better(seen, "weapon", IN_A_FIGHT)
        return None if slot is None else Equip(slot)
    places: tuple[Worn, ...] = ("weapon",) if seen.enemies else ("weapon", "armour")
    if not awake and memory.stalked is not None:
        places = ()
    best = next((slot for place in places if (slot := _better(seen, place)) is not None), None)
    if best is None and not seen.enemies and seen.me.inventory.worn("ring") is None:
        is_well = seen.me.hit_points * 100 >= seen.me.max_hit_points * WELL
        rings = [(item.plus, slot) for slot, item in _all_for(seen, "ring")]
        best = max((each for each in rings if is_well or _heals_with(seen.me, each[1])), default=(0, None))[1]
    if best is not None:
        return Equip(best)
    if not seen.enemies:
        memory.fitted = key
    return None


def doff(seen: Observation, _: Memory) -> Equip | None:
    """Take off a ring that prevents regeneration, when hurt and with no enemy in view."""
    me = seen.me
    ring = next((slot for slot, item in _all_for(seen, "ring") if item.worn), None)
    if ring is None or seen.enemies or me.hit_points * 100 >= me.max_hit_points * WELL or mends_by_itself(me):
        return None
    return Equip(ring) if mends_by_itself(_without(me, ring)) else None


def unburden(seen: Observation, memory: Memory) -> Drop | None:
    """Drop a spare weapon or armour when the pack is full and there are other items to take."""
    offers = any(each.offers is not None for each in seen.level.features.values())
    if seen.enemies or not seen.me.inventory.is_full or not (offers or memory.items):
        return None
    spare = [
        (item.plus, slot)
        for place in ("weapon", "armour")
        for slot, item in _all_for(seen, place)
        if not (item.worn or item.kind.kept or isinstance(item.kind.style, SlayUnaware)) and item.plus <= WORTHLESS
    ]
    return Drop(min(spare)[1]) if spare else None


def enchant(seen: Observation, _: Memory) -> Use | None:
    """Read an enchantment for the staff, weapon or armour that makes fights cheapest."""
    if seen.enemies:
        return None
    me = seen.me
    scroll = next((slot for slot, kind in seen.usable() if improves(kind)), None)
    if scroll is None or not _is_settled(seen):
        return None
    worn = [slot for place in ("weapon", "armour") for slot, item in _all_for(seen, place) if item.worn]
    if (staff := _staff_to_enchant(seen, worn)) is not None:
        return Use(scroll, Slot(staff))
    # Compared on the last level, since enchantments are permanent: weak monsters make armour seem worth more.
    deepest = seen.ruleset.depths
    best = min(worn, key=lambda slot: duel_cost(seen, wearing(me, slot, AHEAD), deepest), default=None)
    return None if best is None else Use(scroll, Slot(best))


def _staff_to_enchant(seen: Observation, worn: list[int]) -> int | None:
    """Return the slot of the best damaging staff while it has few pluses compared with worn gear; else None."""
    slots = seen.me.inventory.slots
    staffs = [
        (item.plus, -slot)
        for slot, item in enumerate(slots)
        if item is not None and item.kind.improves and item.kind.recharge is not None and fights(item.kind)
    ]
    if not staffs:
        return None
    plus, slot = max(staffs)
    ahead = sum(item.plus for number in worn if (item := slots[number]) is not None)
    return -slot if plus * STAFF_SHARE < ahead else None


def improves(kind: ItemKind) -> bool:
    """Return whether an item gives a plus to another."""
    return any(effect.needs_item for effect in kind.effects)


def _fitting(seen: Observation) -> tuple[object, ...]:
    """Return the data that determine the best gear: depth and carried gear."""
    carried = enumerate(seen.me.inventory.slots)
    return (
        seen.depth,
        *((slot, item.kind, item.plus, item.worn) for slot, item in carried if item is not None and item.kind.equips),
    )


def _better(seen: Observation, place: Worn, part: float = CLEARLY) -> int | None:
    """Return the slot of the best gear for a place that lowers the cost of fights below `part` of the present one."""
    me = seen.me
    items = _all_for(seen, place)
    others = [slot for slot, item in items if not item.worn]
    if not others:
        return None
    now = min((duel_cost(seen, wearing(me, slot)) for slot, item in items if item.worn), default=duel_cost(seen, me))
    cost, slot = min((duel_cost(seen, wearing(me, slot)), slot) for slot in others)
    return slot if cost < now * part else None


def _heals_with(me: Actor, slot: int) -> bool:
    return mends_by_itself(wearing(me, slot))


def _without(me: Actor, slot: int) -> Actor:
    slots = [item if number != slot else None for number, item in enumerate(me.inventory.slots)]
    return attrs.evolve(me, inventory=attrs.evolve(me.inventory, slots=slots))


def _is_settled(seen: Observation) -> bool:
    """Return whether the player is likely to keep the weapon, or is deep enough."""
    weapon = seen.me.inventory.worn("weapon")
    return seen.depth >= SETTLED or (weapon is not None and not isinstance(weapon.kind.style, SlayUnaware))


def _all_for(seen: Observation, place: str) -> list[tuple[int, Item]]:
    carried = enumerate(seen.me.inventory.slots)
    return [(slot, item) for slot, item in carried if item is not None and item.kind.equips == place]
