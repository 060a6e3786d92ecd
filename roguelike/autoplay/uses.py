"""Choice of the item to use, by its effects and never by its name."""

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
"""Minimum hit points that an item must save to be used."""

COSTLY = 0.4
"""Share of the hit points left; a fight with this mean cost calls for items."""

NEAR = 2
"""Maximum distance, in cells, of enemies that can attack in the next turn."""

A_BAD_TURN = 2.5
"""Assumed damage of a bad turn, as a multiple of the mean."""


def best_use(seen: Observation, allowed: Callable[[ItemKind], bool] = lambda _: True) -> Use | None:
    """Return the use that saves most hit points; None if none is called for, allowed and worth it."""
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
    """Return the usable items with their slots, without those that lack charges."""
    carried = enumerate(seen.me.inventory.slots)
    items = [(slot, item) for slot, item in carried if item is not None and item.kind.usable]
    return [(slot, item.kind) for slot, item in items if item.charges or not item.kind.has_charges]


def burns(kind: ItemKind) -> bool:
    """Return whether an item ignites cells."""
    launched = (effect.projectile.effects for effect in kind.effects if isinstance(effect, Launch))
    return any(isinstance(effect, Blast) for effect in (*kind.effects, *itertools.chain(*launched)))


@functools.cache
def fights(kind: ItemKind) -> bool:
    """Return whether an item does damage at a distance, or summons allies."""
    launched = (effect.projectile.effects for effect in kind.effects if isinstance(effect, Launch))
    effects = (*kind.effects, *itertools.chain(*launched))
    return any(isinstance(effect, Hurt | Blast | Discharge | Lightning | Summon) for effect in effects)


def heals(kind: ItemKind) -> bool:
    """Return whether an item heals its user."""
    return _healing(kind) > 0


def _healing(kind: ItemKind) -> int:
    return sum(amount_at(effect.amount, 0) for effect in kind.effects if isinstance(effect, Heal))


def _is_called_for(seen: Observation, kind: ItemKind) -> bool:
    """Return whether to use an item now: to heal in danger or without waste, others in a costly fight."""
    me = seen.me
    if heals(kind) and not seen.foes:
        return me.hit_points + _healing(kind) <= me.max_hit_points
    if heals(kind) or not seen.foes:
        return _is_desperate(seen)
    return _is_desperate(seen) or _is_costly(seen)


@functools.lru_cache(maxsize=1)  # used for each carried item
def _is_costly(seen: Observation) -> bool:
    return fight_cost(seen, seen.foes) >= seen.me.hit_points * COSTLY


@functools.lru_cache(maxsize=1)
def _is_desperate(seen: Observation) -> bool:
    """Return whether a bad turn could kill the player."""
    # `sum` of floats differs since Python 3.12; `fsum` gives the same result everywhere.
    near = [foe for foe in seen.foes if foe.missile or chebyshev_distance(foe.at, seen.me.at) <= NEAR]
    return seen.me.hit_points <= A_BAD_TURN * math.fsum(damage_per_turn(seen, foe) for foe in near)


def _targets(seen: Observation, kind: ItemKind) -> list[Point]:
    """Return useful targets: enemies and cells adjacent to them; the player's own cell if not aimed."""
    level = seen.level
    if not kind.aimed:
        return [seen.me.at]
    foes = board_of(level.grid.index(foe.at) for foe in seen.foes)
    around = level.grid.spread(foes, diagonally=True) & seen.visible & level.passable & ~(1 << seen.cell)
    return [level.grid.point(cell) for cell in cells_of(around)]
