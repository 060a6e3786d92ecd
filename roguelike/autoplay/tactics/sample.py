"""Identifying unidentified items by safe use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.autoplay.tactics.onward import stairs
from roguelike.autoplay.tactics.recover import is_low
from roguelike.autoplay.uses import heals
from roguelike.engine.commands import Use
from roguelike.engine.kinds.appearances import UnknownKind
from roguelike.engine.kinds.moods import Mood

if TYPE_CHECKING:
    from roguelike.autoplay.memory import Memory
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.item import Item

WELL: Final = 90
"""Minimum percentage of maximum HP to try unidentified items on the stairs."""
HURT: Final = (45, 80)
"""Percentages of maximum HP between which a stack of unidentified potions is tried anywhere, as it may heal."""


def sample(seen: Observation, _: Memory) -> Use | None:
    """Try unidentified items on the stairs down, to escape bad effects; a stack of potions when hurt."""
    if seen.enemies or any(each.left and each.kind.is_harmful for each in seen.me.conditions.values()):
        return None
    health = seen.me.hit_points * 100 // seen.me.max_hit_points
    found = sorted(_unknown(seen), key=lambda pair: -pair[1].number)
    if health >= WELL and stairs(seen, "down") == seen.me.at:
        return next((Use(slot) for slot, item in found if _is_worth_it(seen, item)), None)
    if HURT[0] <= health <= HURT[1] and not knows_healing(seen):
        return next((Use(slot) for slot, item in found if item.number > 1 and may_heal(seen, item)), None)
    return None


def knows_healing(seen: Observation) -> bool:
    """Return whether all kinds that heal are identified."""
    rules = seen.ruleset.items
    return all(name in seen.identified for name, kind in rules.items() if kind.disguised and heals(kind))


def may_heal(seen: Observation, item: Item) -> bool:
    """Return whether an unidentified item may heal."""
    kinds = seen.ruleset.items.items()
    return any(
        kind.sort == item.kind.sort and heals(kind) and name not in seen.identified
        for name, kind in kinds
        if kind.disguised
    )


def _is_worth_it(seen: Observation, item: Item) -> bool:
    """Return whether to try an item; a single one that may burst is kept to throw once healing kinds are known."""
    return item.kind.thrown is None or (item.number > 1 or not knows_healing(seen))


def _unknown(seen: Observation) -> list[tuple[int, Item]]:
    carried = enumerate(seen.me.inventory.slots)
    return [
        (slot, item)
        for slot, item in carried
        if item is not None and isinstance(item.kind, UnknownKind) and not item.kind.aimed and item.kind.judged != "bad"
    ]


def gamble(seen: Observation, _: Memory) -> Use | None:
    """Use an item that may heal when none is known to; the largest stack is the likeliest."""
    if not is_low(seen) or not any(foe.mood is not Mood.ASLEEP for foe in seen.enemies):
        return None
    found = [(may_heal(seen, item), item.number, -slot) for slot, item in _unknown(seen)]
    likeliest = max(found, default=None)
    return None if likeliest is None else Use(-likeliest[2])
