"""Strike the one behind, too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.classes import frozen
from roguelike.engine.geometry import direction_to
from roguelike.engine.kinds.parts import WeaponStyle, named

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.level import Level


@named("two_in_line")
@frozen
class TwoInLine(WeaponStyle):
    """Strike the enemy behind the one that was meant as well."""

    def victims(self, level: Level, attacker: Actor, target: Actor) -> Sequence[Actor]:
        """Return both of them."""
        behind = level.actor_at(target.at.step(direction_to(attacker.at, target.at)))
        return [target] if behind is None or not attacker.is_hostile(behind) else [target, behind]
