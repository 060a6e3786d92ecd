"""Burning those asleep who are too dear to wake: from afar, with nothing that burns about oneself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import attrs

from roguelike.autoplay.blaze import caught, lit, risk
from roguelike.autoplay.outlook import cost, saved
from roguelike.autoplay.tactics.deeds import burns
from roguelike.autoplay.tactics.recover import can_spare
from roguelike.engine.commands import ThrowItem
from roguelike.engine.geometry import chebyshev_distance
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.preview import preview_throw

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roguelike.autoplay.memory import Memory
    from roguelike.engine.geometry import Point
    from roguelike.engine.observation import Observation

DEAR: Final = 0.5
"""Sleepers who would cost such a part of the hit points left, if they woke, are burned."""
LEFT: Final = 0.3
"""But only where those that are left cost no more than such a part."""
NEAREST: Final = 4
"""Cells from which on they are: they wake, and come."""


def kindle(seen: Observation, _: Memory) -> ThrowItem | None:
    """Throw what burns at sleepers, where few of them would be left to fight."""
    if not seen.enemies or any(foe.mood is not Mood.ASLEEP for foe in seen.enemies):
        return None
    price = cost(seen, seen.enemies)
    if price < seen.me.hit_points * DEAR:
        return None
    woken = attrs.evolve(seen, foes=tuple(attrs.evolve(foe, mood=Mood.HUNTING) for foe in seen.enemies))
    throws = [
        (gain, -slot, at) for slot in flames(seen) for at in _targets(seen) if (gain := _gain(seen, woken, slot, at))
    ]
    gain, slot, at = max(throws, default=(0.0, 0, seen.me.at))
    return ThrowItem(-slot, at) if gain and price - gain <= seen.me.hit_points * LEFT else None


def _gain(seen: Observation, woken: Observation, slot: int, at: Point) -> float:
    """Return what it saves to throw something at a cell, against fighting all who sleep; 0 where it does harm."""
    item = seen.me.inventory.slots[slot]
    preview = None if item is None else preview_throw(item.kind, seen, at)
    if preview is None or preview.refused is not None or risk(seen, preview):
        return 0.0
    more = caught(seen, lit(seen, preview))
    return max(0.0, saved(woken, attrs.evolve(preview, expected=(*preview.expected, *more))))


def flames(seen: Observation) -> Iterator[int]:
    """Yield the slots of what is known to burn where it lands, and can be spared."""
    for slot, item in enumerate(seen.me.inventory.slots):
        if item is not None and item.kind.thrown is not None and burns(item.kind) and can_spare(seen, item):
            yield slot


def _targets(seen: Observation) -> list[Point]:
    """Return where to throw: at those asleep and at what bursts, far enough away."""
    level = seen.level
    bursting = (cell for cell, each in level.features.items() if each.kind.bursts and level.visible[cell])
    aims = (*(foe.at for foe in seen.enemies), *map(level.grid.point, bursting))
    return [at for at in aims if chebyshev_distance(at, seen.me.at) >= NEAREST]
