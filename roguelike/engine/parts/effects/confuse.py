"""Take someone's sense of direction."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import gt, le

from roguelike.engine.kinds.limits import MOST_TURNS
from roguelike.engine.kinds.parts import Effect, named
from roguelike.engine.rules.conditions import confuse

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.state.cause import Cause
    from roguelike.engine.state.world import World


@named("confuse")
@attrs.frozen
class Confuse(Effect):
    """Have whoever is on the cell stagger at random for `turns` of its turns."""

    turns: int = attrs.field(validator=[gt(0), le(MOST_TURNS)])

    nested: bool = False
    """Whether an older confusion goes on when this one has passed; it is replaced otherwise."""

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Confuse the one who is there."""
        if (victim := world.level.actor_at(at)) is not None:
            confuse(world, victim, self.turns, nested=self.nested)
