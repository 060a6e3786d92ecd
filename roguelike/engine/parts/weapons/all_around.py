"""Strike everybody around."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.classes import frozen
from roguelike.engine.geometry import COMPASS
from roguelike.engine.kinds.parts import WeaponStyle, named

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.level import Level


@named("all_around")
@frozen
class AllAround(WeaponStyle):
    """Strike every enemy beside oneself, the one that was meant first and the others clockwise from the north."""

    def victims(self, level: Level, attacker: Actor, target: Actor) -> Sequence[Actor]:
        """Return all of them."""
        around = (level.actor_at(attacker.at.step(direction)) for direction in COMPASS)
        others = [other for other in around if other is not None and other is not target]
        return [target, *(other for other in others if attacker.is_hostile(other))]
