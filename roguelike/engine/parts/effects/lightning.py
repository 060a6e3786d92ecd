"""Strike the nearest enemy."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.events import CannotDo, Harm, Reason
from roguelike.engine.geometry import squared_distance
from roguelike.engine.grid import LONGEST_SIDE
from roguelike.engine.kinds.limits import MOST_HIT_POINTS
from roguelike.engine.kinds.parts import Effect, named
from roguelike.engine.preview import Preview, on_actor
from roguelike.engine.rules.damage import hurt

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.cause import Cause
    from roguelike.engine.state.world import World


@named("lightning")
@frozen
class Lightning(Effect):
    """Wound the nearest monster in view within `range` cells (straight distance) for `damage`, armour or not."""

    damage: int = attrs.field(validator=[ge(0), le(MOST_HIT_POINTS)])
    range: int = attrs.field(validator=[ge(0), le(LONGEST_SIDE)])

    def check(self, world: World, user: Actor, target: Point | None) -> None:
        """Refuse to strike at nobody."""
        if self._nearest(world, user.at) is None:
            raise CannotDo(Reason.NOBODY_IN_RANGE)

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Strike the one nearest to `at`."""
        if (victim := self._nearest(world, at)) is not None:
            hurt(world, victim, self.damage, Harm.LIGHTNING, cause)

    def _nearest(self, world: World, at: Point) -> Actor | None:
        near = [m for m in world.visible_monsters() if squared_distance(at, m.at) <= self.range * self.range]
        return min(near, key=lambda m: squared_distance(at, m.at), default=None)

    def preview(self, seen: Observation, at: Point) -> Preview:
        """Return whom it would strike."""
        near = [foe for foe in seen.foes if squared_distance(at, foe.at) <= self.range * self.range]
        victim = min(near, key=lambda foe: squared_distance(at, foe.at), default=None)
        return Preview() if victim is None else on_actor(victim.at, victim, damage=Fraction(self.damage))
