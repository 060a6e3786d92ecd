"""Offerings: drop spare items to open altars, shackles and gates, and move pluses at a forge."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.autoplay.duels import duel_cost, wearing
from roguelike.autoplay.tactics.gear import improves
from roguelike.autoplay.tactics.ground import walk_safely
from roguelike.autoplay.tactics.locks import price
from roguelike.autoplay.tactics.recover import strengthens
from roguelike.autoplay.tactics.sample import knows_healing
from roguelike.autoplay.uses import heals
from roguelike.engine.commands import Command, Drop, Equip
from roguelike.engine.kinds.appearances import UnknownKind
from roguelike.engine.parts.effects.items import PassPluses

if TYPE_CHECKING:
    from roguelike.autoplay.memory import Memory
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.feature import Feature
    from roguelike.engine.state.item import Item

BETTER: Final = 0.9
"""Maximum cost of fights after forging, as a share of the cost before."""
WELL: Final = 50
"""Minimum percentage of maximum HP to go to a forge."""


def give(seen: Observation, memory: Memory) -> Command | None:
    """Drop a spare item that opens an altar, shackles or a gate, with no enemy in view."""
    if seen.enemies:
        return None
    for cell, each in seen.level.features.items():
        if not each.kind.given or each.holds is not None or cell in memory.given:
            continue
        if (slot := _gift(seen, each)) is not None:
            if cell == seen.cell:
                memory.given.add(cell)
                return Drop(slot)
            if (step := walk_safely(seen, cell)) is not None:
                return step
    return None


def forge(seen: Observation, memory: Memory) -> Command | None:
    """Put on the best item to improve, then drop on the forge the item that gives its pluses away."""
    me = seen.me
    if seen.enemies or me.hit_points * 100 < me.max_hit_points * WELL:
        return None
    for cell, each in seen.level.features.items():
        loses = next((effect.loses for effect in each.kind.given if isinstance(effect, PassPluses)), None)
        if loses is None or each.holds is not None or cell in memory.given:
            continue
        if (trade := _trade(seen, loses)) is None:
            continue
        laid, worn = trade
        if cell != seen.cell:
            return walk_safely(seen, cell)
        item = me.inventory.slots[worn]
        if item is not None and not item.worn:
            return Equip(worn)
        memory.given.add(cell)
        return Drop(laid)
    return None


def _gift(seen: Observation, feature: Feature) -> int | None:
    """Return the slot of the item to drop on a feature: the least useful one, if there are enough to spare."""
    needed = price(seen, feature.kind.given)
    if not needed:
        return None
    names = seen.ruleset.thing_names
    carried = enumerate(seen.me.inventory.slots)
    spare = [
        (rank, slot, item.number)
        for slot, item in carried
        if item is not None
        and feature.kind.suits(item.kind, names.get(item.kind, ""))
        and (rank := _rank(seen, item)) is not None
    ]
    return min(spare)[1] if sum(number for _, _, number in spare) >= needed else None


def _rank(seen: Observation, item: Item) -> int | None:
    """Return how useful an item is; None for one to keep, such as an item that heals or probably heals."""
    kind = item.kind
    if item.worn or kind.feeds or kind.has_charges or kind.recharge is not None or kind.equips == "ring":
        return None
    if heals(kind) or strengthens(kind) or improves(kind):
        return None
    if isinstance(kind, UnknownKind):
        if kind.judged == "good" or (item.number > 1 and not knows_healing(seen)):
            return None
        return 0 if kind.judged == "bad" else 1
    return 0 if kind.sort == "thrown" else 2 if kind.bad else 3


def _trade(seen: Observation, loses: int) -> tuple[int, int] | None:
    """Return the slots of the item to drop on a forge and of the item to improve; None for no good trade."""
    me = seen.me
    carried = [(slot, item) for slot, item in enumerate(me.inventory.slots) if item is not None and item.kind.improves]
    trades = [
        (duel_cost(seen, wearing(me, to, item.plus - loses), seen.ruleset.depths), slot, to)
        for slot, item in carried
        for to, other in carried
        if slot != to and item.plus > loses and item.kind.equips == other.kind.equips in {"weapon", "armour"}
    ]
    best = min(trades, default=None)
    if best is None or best[0] > duel_cost(seen, me, seen.ruleset.depths) * BETTER:
        return None
    return best[1:]
