"""Live on what one wounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.kinds.parts import Effect, named
from roguelike.engine.preview import Preview
from roguelike.engine.rules.damage import heal

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.cause import Cause
    from roguelike.engine.state.world import World


@named("leech")
@frozen
class Leech(Effect):
    """Heal whoever strikes by so many percent of what the blow cost."""

    percent: int = attrs.field(default=100, validator=[ge(1), le(1000)])

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Heal them."""
        striker = None if cause.who is None else world.level.actor_of(cause.who.id)
        if striker is not None:
            heal(world, striker, cause.amount * self.percent // 100, told=False)

    def preview(self, seen: Observation, at: Point) -> Preview:
        """Return nothing: only monsters do that."""
        return Preview()
