"""Burning the grass around an altar from outside if taking its item would ignite it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.autoplay.blaze import risk
from roguelike.autoplay.tactics.deeds import FIERY
from roguelike.autoplay.tactics.ground import step_to_throw
from roguelike.autoplay.tactics.kindle import flames
from roguelike.autoplay.tactics.perils import TINDER, brought, tinder
from roguelike.engine.commands import Command, ThrowItem
from roguelike.engine.geometry import chebyshev_distance
from roguelike.engine.grid import cells_of
from roguelike.engine.preview import preview_throw

if TYPE_CHECKING:
    from roguelike.autoplay.memory import Memory
    from roguelike.engine.observation import Observation

NEAREST: Final = 3
"""Minimum distance of a throw, in cells."""
FURTHEST: Final = 7
"""Maximum distance of a throw, in cells."""
MAX_PLACES: Final = 12
"""Maximum nearest targets and places that are checked."""


def scorch(seen: Observation, memory: Memory) -> Command | None:
    """Burn the grass from a cell that the fire does not reach, with no enemy in view and nothing burning."""
    if seen.enemies or seen.level.burning:
        return None
    for cell, each in seen.level.features.items():
        if each.offers is None or cell in memory.refused or not _lights(seen, cell):
            continue
        fuel = tinder(seen, cell)
        if fuel.bit_count() < TINDER or not (slots := _spare_flames(seen)):
            continue
        return _throw(seen, slots, fuel, cell) or _approach(seen, fuel)
    return None


def _spare_flames(seen: Observation) -> list[int]:
    """Return the slots of spare lamp fuel that burns; other fires are saved for fights."""
    slots = seen.me.inventory.slots
    return [slot for slot in flames(seen) if (item := slots[slot]) is not None and item.kind.feeds]


def _lights(seen: Observation, cell: int) -> bool:
    effects = brought(seen.ruleset, seen.level.features[cell].kind)
    return any(effect.name in FIERY and not delay for delay, effect in effects)


def _throw(seen: Observation, slots: list[int], fuel: int, altar: int) -> ThrowItem | None:
    """Return a throw that ignites the grass closest to the altar without harm to the player."""
    level, at = seen.level, seen.level.grid.point(altar)
    aims = [level.grid.point(cell) for cell in cells_of(fuel & seen.visible)]
    aims = [aim for aim in aims if NEAREST <= chebyshev_distance(aim, seen.me.at) <= FURTHEST]
    for aim in sorted(aims, key=lambda aim: (chebyshev_distance(aim, at), aim))[:MAX_PLACES]:
        for slot in slots:
            item = seen.me.inventory.slots[slot]
            preview = None if item is None else preview_throw(item.kind, seen, aim)
            if preview is not None and preview.refused is None and not risk(seen, preview) and preview.lights:
                return ThrowItem(slot, aim)
    return None


def _approach(seen: Observation, fuel: int) -> Command | None:
    """Return a step to the nearest cell outside the grass from which some of it is in range and in view."""
    return step_to_throw(seen, seen.safe & ~fuel, fuel, (NEAREST, FURTHEST), places=MAX_PLACES)
