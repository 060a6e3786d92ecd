"""Fair fights of the player with the monsters of a level, to compare gear."""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING

import attrs

from roguelike.engine.kinds.limits import TURN
from roguelike.engine.rules.odds import blow

if TYPE_CHECKING:
    from roguelike.engine.kinds.actors import ActorKind
    from roguelike.engine.kinds.families import CombatModel
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.kinds.stats import Stats
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.item import Item

_NEVER = 1000.0


def duel_cost(seen: Observation, me: Actor, depth: int = 0) -> float:
    """Return the total mean damage of one fair fight with each kind of the present level, or of level `depth`."""
    combat = seen.ruleset.combat
    style = me.style
    turns = TURN if style is None else style.cost
    costs = []
    for rival in rivals(seen.ruleset, depth or seen.depth):
        dealt, taken = mean_blow(combat, me.stats, rival.stats), mean_blow(combat, rival.stats, me.stats)
        lasts = rival.hit_points / dealt * turns / me.speed if dealt else _NEVER
        costs.append(lasts * taken * rival.speed / TURN / rival.blow_turns)
    return math.fsum(costs)


def wearing(me: Actor, slot: int, plus: int = 0) -> Actor:
    """Return the player with the item of a slot equipped, and its plus raised by `plus`."""
    chosen = me.inventory.slots[slot]
    place = "" if chosen is None else chosen.kind.equips

    def worn(number: int, item: Item | None) -> Item | None:
        if item is None or item.kind.equips != place:
            return item
        if number != slot:
            return attrs.evolve(item, worn=False)
        return attrs.evolve(item, worn=True, ready_on=0, plus=item.plus + plus)

    slots = [worn(number, item) for number, item in enumerate(me.inventory.slots)]
    return attrs.evolve(me, inventory=attrs.evolve(me.inventory, slots=slots))


@functools.cache
def rivals(ruleset: RuleSet, depth: int) -> tuple[ActorKind, ...]:
    """Return the kinds of monsters that occur on a level, or all if the rule set does not define that."""
    danger = ruleset.generator.danger(depth)
    hordes = [horde for horde in ruleset.hordes.values() if horde.weight(danger)]
    names = {name for horde in hordes for name in (horde.leader, *(each.monster for each in horde.members))}
    return tuple(kind for name, kind in ruleset.monsters.items() if (name in names or not names) and kind.stats.damage)


@functools.lru_cache(maxsize=4096)
def mean_blow(combat: CombatModel, attacker: Stats, target: Stats) -> float:
    """Return the mean damage of an attack, including misses."""
    dealt = blow(combat, attacker, target)
    return 0.0 if dealt is None else float(dealt.hit * dealt.mean)
