"""Effects of gifts and tolls, as the game describes them before they are paid."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.autoplay.tactics.perils import ground
from roguelike.engine.parts.effects.features import Turn
from roguelike.engine.parts.effects.terrain import Replace

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roguelike.engine.kinds.families import Effect
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.feature import Feature


def price(seen: Observation, effects: Iterable[Effect]) -> int:
    """Return the number of payments until effects open something of use; 0 if they open nothing."""
    level = seen.level
    for effect in effects:
        if isinstance(effect, Replace) and ground(seen, effect.terrain) and _is_shut(seen, effect):
            return 1
        if isinstance(effect, Turn) and any(
            each.kind.name in effect.features and _is_wanted(seen, cell, each) for cell, each in level.features.items()
        ):
            return max(1, sum(each.kind.name in effect.unless for each in level.features.values()))
    return 0


def _is_shut(seen: Observation, effect: Replace) -> bool:
    """Return whether an effect replaces impassable terrain by passable terrain."""
    level = seen.level
    before, after = (level.kinds[level.code(name)] for name in (effect.terrain, effect.by))
    return after.walkable and not before.walkable


def _is_wanted(seen: Observation, cell: int, feature: Feature) -> bool:
    """Return whether a feature holds a locked item, or a captive in bonds that the player can lead."""
    if feature.kind.shut:
        return feature.holds is not None and seen.me.inventory.has_room(feature.holds)
    captive = seen.level.actor_at(seen.level.grid.point(cell))
    is_held = captive is not None and captive.is_captive
    return is_held and feature.kind.bonds is not None and len(seen.allies) < seen.ruleset.most_allies
