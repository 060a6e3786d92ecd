"""Throwing what strikes: darts, javelins and the like."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.autoplay.outlook import awake
from roguelike.engine.commands import ThrowItem
from roguelike.engine.geometry import chebyshev_distance
from roguelike.engine.preview import preview_throw

if TYPE_CHECKING:
    from roguelike.autoplay.memory import Memory
    from roguelike.engine.kinds.items import ItemKind
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.actor import Actor

LEAST: Final = 0.7
"""The mean damage below which nothing is thrown."""


def hurl(seen: Observation, _: Memory) -> ThrowItem | None:
    """Throw what does most damage at an enemy who is awake and not beside, the nearest first."""
    if any(seen.is_beside(foe) for foe in seen.enemies):
        return None
    return next((throw for foe in awake(seen) if (throw := throw_at(seen, foe)) is not None), None)


def throw_at(seen: Observation, foe: Actor) -> ThrowItem | None:
    """Throw what does most damage at somebody, if any is worth it."""
    throws = [
        (_damage(seen, item.kind, foe), -slot)
        for slot, item in enumerate(seen.me.inventory.slots)
        if item is not None and not item.worn and item.kind.thrown is not None and item.kind.thrown.stats is not None
    ]
    damage, slot = max(throws, default=(0.0, 0))
    return ThrowItem(-slot, foe.at) if damage > LEAST else None


def _damage(seen: Observation, kind: ItemKind, foe: Actor) -> float:
    """Return the mean damage of a throw; none where it would not get there."""
    if kind.thrown is None or chebyshev_distance(foe.at, seen.me.at) > kind.thrown.range:
        return 0.0
    return float(preview_throw(kind, seen, foe.at).befalls(foe.id).damage)
