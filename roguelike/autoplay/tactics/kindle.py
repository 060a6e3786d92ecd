"""Burning sleepers from a distance, with items or lamp oil, if a fight with them would be costly."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import attrs

from roguelike.autoplay.blaze import caught, risk
from roguelike.autoplay.outlook import cost, saved
from roguelike.autoplay.tactics.deeds import burns
from roguelike.autoplay.tactics.ground import step_to_throw
from roguelike.autoplay.tactics.onward import carries_the_goal
from roguelike.autoplay.tactics.recover import can_spare, supply
from roguelike.engine.commands import Command, Cover, ThrowFuel, ThrowItem
from roguelike.engine.geometry import chebyshev_distance
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.preview import lit, preview_throw
from roguelike.engine.rules.fire import flammable
from roguelike.engine.rules.lamp import spare_fuel
from roguelike.engine.state.lamp import Lamp

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roguelike.autoplay.memory import Memory
    from roguelike.engine.geometry import Point
    from roguelike.engine.kinds.gauges import GaugeThrow
    from roguelike.engine.kinds.items import ItemKind
    from roguelike.engine.observation import Observation

DEAR: Final = 0.5
"""Share of the hit points left; sleepers whose fight has this mean cost are burned with consumables."""
DEAR_FOR_OIL: Final = 0.2
"""The same share for lamp oil."""
LEFT: Final = 0.3
"""Maximum mean cost of the remaining fight, as a share of the hit points left."""
NEAREST: Final = 3
"""Minimum distance to the sleepers, in cells: they wake and come."""
FURTHEST: Final = 4
"""Maximum distance for throws of lamp oil, in cells."""
NEAR: Final = 16
"""Maximum steps to a place to throw from."""
QUIETLY: Final = 8
"""Distance to the sleepers, in cells, within which the player covers the lamp."""
OIL_LEFT: Final = 1000
"""Minimum oil left, in the lamp and carried, after a throw of lamp oil."""
TAKEN: Final = 6
"""Maximum places to throw from that are checked."""


def kindle(seen: Observation, _: Memory) -> Command | None:
    """Burn sleepers if few of them would be left to fight."""
    if not _all_asleep(seen):
        return None
    price = cost(seen, seen.enemies)
    woken = attrs.evolve(seen, foes=tuple(attrs.evolve(foe, mood=Mood.HUNTING) for foe in seen.enemies))
    throws = [
        (gain, command.target, command)
        for kind, dear, command in _throws(seen)
        if price >= seen.me.hit_points * dear and (gain := _gain(seen, woken, kind, command.target))
    ]
    gain, _at, command = max(throws, key=lambda each: each[:2], default=(0.0, seen.me.at, None))
    return command if gain and price - gain <= seen.me.hit_points * LEFT else None


def creep_up(seen: Observation, _: Memory) -> Command | None:
    """Go to a fireproof cell from which lamp oil reaches sleepers on fuel, the last steps with a covered lamp."""
    if not _all_asleep(seen) or _fuel_to_throw(seen) is None or carries_the_goal(seen):
        return None
    level, grid = seen.level, seen.level.grid
    fuel = flammable(level)
    asleep = [foe.at for foe in seen.enemies if fuel >> grid.index(foe.at) & 1]
    if not asleep or cost(seen, seen.enemies) < seen.me.hit_points * DEAR_FOR_OIL:
        return None
    target = min(asleep, key=lambda at: (chebyshev_distance(at, seen.me.at), at))
    if seen.lamp is Lamp.OPEN and chebyshev_distance(target, seen.me.at) <= QUIETLY:
        return Cover()
    bare = seen.safe & ~grid.spread(fuel, diagonally=True)
    return step_to_throw(seen, bare, 1 << grid.index(target), (NEAREST, FURTHEST), places=TAKEN, steps=NEAR)


def _all_asleep(seen: Observation) -> bool:
    return bool(seen.enemies) and all(foe.mood is Mood.ASLEEP for foe in seen.enemies)


def _throws(seen: Observation) -> Iterator[tuple[ItemKind, float, ThrowItem | ThrowFuel]]:
    """Yield the throws that ignite, each with the minimum cost of the fight as a share of the hit points left."""
    targets = _targets(seen)
    for slot in flames(seen):
        item = seen.me.inventory.slots[slot]
        if item is not None:
            yield from ((item.kind, DEAR, ThrowItem(slot, at)) for at in targets)
    if (fuel := _fuel_to_throw(seen)) is not None:
        kind = seen.ruleset.items[fuel.item]
        yield from ((kind, DEAR_FOR_OIL, ThrowFuel(at)) for at in targets)


def _fuel_to_throw(seen: Observation) -> GaugeThrow | None:
    """Return the throw of lamp oil; None if too little oil would be left."""
    fuel = None if seen.me.light else spare_fuel(seen.ruleset, seen.me)
    return None if fuel is None or supply(seen) - fuel.amount < OIL_LEFT else fuel


def _gain(seen: Observation, woken: Observation, kind: ItemKind, at: Point) -> float:
    """Return the savings of a throw compared with fighting all sleepers; 0 if it harms the player."""
    preview = preview_throw(kind, seen, at)
    if preview.refused is not None or risk(seen, preview):
        return 0.0
    more = caught(seen, lit(seen, preview))
    return max(0.0, saved(woken, attrs.evolve(preview, expected=(*preview.expected, *more))))


def flames(seen: Observation) -> Iterator[int]:
    """Yield the slots of spare items that are known to ignite where they land."""
    for slot, item in enumerate(seen.me.inventory.slots):
        if item is not None and item.kind.thrown is not None and burns(item.kind) and can_spare(seen, item):
            yield slot


def _targets(seen: Observation) -> list[Point]:
    """Return the targets: sleepers and explosive features, far enough away."""
    level = seen.level
    bursting = (cell for cell, each in level.features.items() if each.kind.bursts and level.visible[cell])
    aims = (*(foe.at for foe in seen.enemies), *map(level.grid.point, bursting))
    return [at for at in aims if chebyshev_distance(at, seen.me.at) >= NEAREST]
