"""Which item to use, and when: judged by what its effects are, never by its name."""

from __future__ import annotations

import functools
import itertools
import math
from typing import TYPE_CHECKING

from roguelike.autoplay.prospects import damage_per_turn, fight_cost, use_value
from roguelike.engine.commands import Use
from roguelike.engine.geometry import chebyshev_distance
from roguelike.engine.grid import board_of, cells_of
from roguelike.engine.kinds.amounts import amount_at
from roguelike.engine.parts.effects.damage import Blast, Discharge, Hurt, Lightning
from roguelike.engine.parts.effects.delivery import Launch
from roguelike.engine.parts.effects.healing import Heal
from roguelike.engine.parts.effects.monsters import Summon
from roguelike.engine.preview import preview_use

if TYPE_CHECKING:
    from collections.abc import Callable

    from roguelike.engine.geometry import Point
    from roguelike.engine.kinds.items import ItemKind
    from roguelike.engine.observation import Observation

WORTHWHILE = 4.0
"""How many hit points an item must save to be used."""

COSTLY = 0.4
"""A fight that is likely to cost such a part of the hit points left calls for help."""

NEAR = 2
"""Largest distance of foes that may strike in the next turn."""

A_BAD_TURN = 2.5
"""How much worse than the mean a turn has to be expected to be."""


def best_use(seen: Observation, allowed: Callable[[ItemKind], bool] = lambda _: True) -> Use | None:
    """Return the use that saves most hit points, where one is called for, allowed and worth it."""
    uses = [
        (use_value(seen, preview), -slot, target)
        for slot, kind in ready(seen)
        if allowed(kind) and _is_called_for(seen, kind)
        for target in _targets(seen, kind)
        if (preview := preview_use(kind, seen, target)).refused is None
    ]
    saved, slot, target = max(uses, default=(0.0, 0, seen.me.at))
    if saved < WORTHWHILE:
        return None
    return Use(-slot) if target == seen.me.at else Use(-slot, target)


def ready(seen: Observation) -> list[tuple[int, ItemKind]]:
    """Return what can be used now, with the slots: without what has no charge."""
    carried = enumerate(seen.me.inventory.slots)
    items = [(slot, item) for slot, item in carried if item is not None and item.kind.usable]
    return [(slot, item.kind) for slot, item in items if item.charges or not item.kind.has_charges]


def burns(kind: ItemKind) -> bool:
    """Return whether it sets anything alight."""
    launched = (effect.projectile.effects for effect in kind.effects if isinstance(effect, Launch))
    return any(isinstance(effect, Blast) for effect in (*kind.effects, *itertools.chain(*launched)))


@functools.cache
def fights(kind: ItemKind) -> bool:
    """Return whether it wounds from afar, or summons what fights for its user."""
    launched = (effect.projectile.effects for effect in kind.effects if isinstance(effect, Launch))
    effects = (*kind.effects, *itertools.chain(*launched))
    return any(isinstance(effect, Hurt | Blast | Discharge | Lightning | Summon) for effect in effects)


def heals(kind: ItemKind) -> bool:
    """Return whether it heals its user."""
    return _healing(kind) > 0


def _healing(kind: ItemKind) -> int:
    return sum(amount_at(effect.amount, 0) for effect in kind.effects if isinstance(effect, Heal))


def _is_called_for(seen: Observation, kind: ItemKind) -> bool:
    """Return whether it is time: to heal in danger or else without waste, for all else when a fight is costly."""
    me = seen.me
    if heals(kind) and not seen.foes:
        return me.hit_points + _healing(kind) <= me.max_hit_points
    if heals(kind) or not seen.foes:
        return _is_desperate(seen)
    return _is_desperate(seen) or _is_costly(seen)


@functools.lru_cache(maxsize=1)  # asked for each item that is carried
def _is_costly(seen: Observation) -> bool:
    return fight_cost(seen, seen.foes) >= seen.me.hit_points * COSTLY


@functools.lru_cache(maxsize=1)
def _is_desperate(seen: Observation) -> bool:
    """Return whether a bad turn or two could be the last."""
    # `sum` adds floats up differently from Python 3.12 on; `fsum` gives the same everywhere.
    near = [foe for foe in seen.foes if foe.missile or chebyshev_distance(foe.at, seen.me.at) <= NEAR]
    return seen.me.hit_points <= A_BAD_TURN * math.fsum(damage_per_turn(seen, foe) for foe in near)


def _targets(seen: Observation, kind: ItemKind) -> list[Point]:
    """Return where to aim it to some purpose: at the foes and beside them; the player's own cell if not aimed."""
    level = seen.level
    if not kind.aimed:
        return [seen.me.at]
    foes = board_of(level.grid.index(foe.at) for foe in seen.foes)
    around = level.grid.spread(foes, diagonally=True) & seen.visible & level.passable & ~(1 << seen.cell)
    return [level.grid.point(cell) for cell in cells_of(around)]
