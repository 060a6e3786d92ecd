"""Features that take tolls: fonts that heal, presses that fill the lamp, and lamps to kindle."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.autoplay.outlook import awake
from roguelike.autoplay.tactics.ground import is_first_at, walk_into
from roguelike.autoplay.tactics.locks import price
from roguelike.autoplay.tactics.onward import carries_the_goal
from roguelike.autoplay.tactics.recover import RESERVE, supply
from roguelike.engine.parts.effects.healing import Fill
from roguelike.engine.state.feature import toll_refusal
from roguelike.engine.state.preview import Preview

if TYPE_CHECKING:
    from roguelike.autoplay.memory import Memory
    from roguelike.engine.commands import Move
    from roguelike.engine.kinds.features import Toll
    from roguelike.engine.observation import Observation

HURT: Final = 45
"""Percentage of maximum HP at or below which the player drinks from a font, which wakes sleepers."""
FIT: Final = 70
"""Minimum percentage of maximum HP to work at a press, which is heard far away."""

SPARED: Final = 900
"""Minimum oil left, in the lamp and carried, after a toll in oil."""


def drink(seen: Observation, _: Memory) -> Move | None:
    """Go to a healing font and drink when badly hurt; with enemies only if awake and farther from it."""
    me = seen.me
    if me.hit_points * 100 > me.max_hit_points * HURT:
        return None
    for cell, toll in _tolls(seen):
        if _healed(seen, toll) * 2 < me.max_hit_points - me.hit_points:
            continue
        if not seen.enemies or (awake(seen) and _is_first_beside(seen, cell)):
            return walk_into(seen, cell)
    return None


def press(seen: Observation, _: Memory) -> Move | None:
    """Work at a press that fills the lamp, when healthy, short of oil and with room for all of it."""
    me, rules = seen.me, seen.ruleset
    if seen.enemies or carries_the_goal(seen) or not rules.lamp or me.hit_points * 100 < me.max_hit_points * FIT:
        return None
    room = rules.gauges[rules.lamp].most - me.gauges.get(rules.lamp, 0)
    for cell, toll in _tolls(seen):
        filled = sum(each.amount for each in toll.payer if isinstance(each, Fill) and each.gauge == rules.lamp)
        if 0 < filled <= room and supply(seen) < RESERVE:
            return walk_into(seen, cell)
    return None


def kindle_lamps(seen: Observation, _: Memory) -> Move | None:
    """Pay a toll in oil if it opens something and enough oil is left."""
    me, lamp = seen.me, seen.ruleset.lamp
    if seen.enemies or not lamp:
        return None
    for cell, each in seen.level.features.items():
        toll = each.kind.toll
        if toll is None or toll.gauge != lamp or not (times := price(seen, toll.effects)):
            continue
        paid = toll.amount * times
        if paid < me.gauges.get(lamp, 0) and supply(seen) - paid >= SPARED:
            return walk_into(seen, cell)
    return None


def _tolls(seen: Observation) -> list[tuple[int, Toll]]:
    """Return the cells and tolls of known features that affect the payer, if the player can pay."""
    found = [(cell, each.kind.toll) for cell, each in seen.level.features.items() if not each.hidden]
    return [
        (cell, toll)
        for cell, toll in found
        if toll is not None and toll.payer and toll_refusal(seen.level, seen.me, toll) is None
    ]


def _healed(seen: Observation, toll: Toll) -> float:
    """Return the hit points that the player regains for a toll."""
    here = Preview.of_all(effect.preview(seen, seen.me.at) for effect in toll.payer)
    return float(here.befalls(seen.me.id).healing)


def _is_first_beside(seen: Observation, cell: int) -> bool:
    """Return whether the player gets adjacent to a feature before all enemies."""
    beside = seen.level.grid.spread(1 << cell, diagonally=seen.ruleset.diagonal) & seen.safe
    goal = seen.nearest(beside)
    return goal is not None and is_first_at(seen, goal)
