"""Fill a gauge."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.events import LampChange, LampChanged
from roguelike.engine.kinds.gauges import FULLEST
from roguelike.engine.kinds.parts import Effect, named
from roguelike.engine.preview import Preview
from roguelike.engine.rules.lamp import refill

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.cause import Cause
    from roguelike.engine.state.world import World


@named("fill")
@frozen
class Fill(Effect):
    """Add so much to a `gauge` of the player, like oil to the lamp; it holds no more than its most."""

    gauge: str
    amount: int = attrs.field(validator=[ge(1), le(FULLEST)])

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Fill it, if there is such a gauge."""
        if self.gauge in world.ruleset.gauges:
            refill(world, self.gauge, self.amount)
            if self.gauge == world.ruleset.lamp:
                world.emit(LampChanged(LampChange.FILLED))

    def preview(self, seen: Observation, at: Point) -> Preview:
        """Return nothing that befalls anyone."""
        return Preview()
