"""Throwing weapons: darts, javelins and the like."""

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
"""Minimum mean damage of a throw."""


def hurl(seen: Observation, _: Memory) -> ThrowItem | None:
    """Throw the most damaging weapon at the nearest awake enemy, with none adjacent."""
    if any(seen.is_beside(foe) for foe in seen.enemies):
        return None
    return next((throw for foe in awake(seen) if (throw := throw_at(seen, foe)) is not None), None)


def throw_at(seen: Observation, foe: Actor) -> ThrowItem | None:
    """Return the throw of the most damaging weapon at an enemy; None if none is worth it."""
    throws = [
        (_damage(seen, item.kind, foe), -slot)
        for slot, item in enumerate(seen.me.inventory.slots)
        if item is not None and not item.worn and item.kind.thrown is not None and item.kind.thrown.stats is not None
    ]
    damage, slot = max(throws, default=(0.0, 0))
    return ThrowItem(-slot, foe.at) if damage > LEAST else None


def _damage(seen: Observation, kind: ItemKind, foe: Actor) -> float:
    """Return the mean damage of a throw; 0 out of range."""
    if kind.thrown is None or chebyshev_distance(foe.at, seen.me.at) > kind.thrown.range:
        return 0.0
    return float(preview_throw(kind, seen, foe.at).befalls(foe.id).damage)
