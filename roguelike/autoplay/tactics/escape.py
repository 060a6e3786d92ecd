"""Getting away from a fight that is being lost, by what is carried."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.autoplay.outlook import awake, cost
from roguelike.autoplay.uses import heals, ready
from roguelike.engine.commands import Command, Use
from roguelike.engine.geometry import king_distance
from roguelike.engine.kinds.appearances import UnknownKind
from roguelike.engine.parts.effects.afflict_seen import AfflictSeen
from roguelike.engine.parts.effects.open_floor import OpenFloor
from roguelike.engine.parts.effects.teleport import Teleport
from roguelike.engine.preview import preview_use

if TYPE_CHECKING:
    from roguelike.autoplay.memory import Memory
    from roguelike.engine.kinds.items import ItemKind
    from roguelike.engine.observation import Observation

HURT: Final = 50
"""Below so many percent of the hit points the player thinks of getting away."""
LOST: Final = 0.9
"""A fight is being lost that is likely to cost such a part of the hit points left."""


def escape(seen: Observation, _: Memory) -> Command | None:
    """Use what takes the player out of a fight that is being lost: far away, or down; or else what stops the others."""
    me, foes = seen.me, awake(seen)
    if not foes or me.hit_points * 100 > me.max_hit_points * HURT or cost(seen, foes) < me.hit_points * LOST:
        return None
    ways = [(rank, slot) for slot, kind in ready(seen) if (rank := _rank(seen, kind)) is not None]
    return Use(min(ways)[1]) if ways else None


def _rank(seen: Observation, kind: ItemKind) -> int | None:
    """Return how good a way out an item is, the best first; None where it is none."""
    if (
        isinstance(kind, UnknownKind)
        or kind.aimed
        or heals(kind)
        or preview_use(kind, seen, seen.me.at).refused is not None
    ):
        return None
    if any(isinstance(effect, Teleport) for effect in kind.effects):
        return 0
    beside = sum(king_distance(foe.at, seen.me.at) == 1 for foe in awake(seen))
    if any(isinstance(effect, OpenFloor) for effect in kind.effects):
        return 1 if not beside and seen.depth < seen.ruleset.depths else None
    stops = [effect.condition for effect in kind.effects if isinstance(effect, AfflictSeen)]
    return 2 if any(each.overrides is not None or each.blocks for each in stops) else None
