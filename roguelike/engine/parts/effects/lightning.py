"""Strike the nearest enemy."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.events import Harm, Reason
from roguelike.engine.geometry import squared_distance
from roguelike.engine.grid import LONGEST_SIDE
from roguelike.engine.kinds.limits import MOST_HIT_POINTS
from roguelike.engine.kinds.parts import Effect, named
from roguelike.engine.preview import Preview, harmed
from roguelike.engine.rules.damage import hurt
from roguelike.engine.rules.fire import light_gas
from roguelike.engine.rules.foreseen import from_fixed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roguelike.engine.geometry import Point
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.cause import Cause
    from roguelike.engine.state.level import Level
    from roguelike.engine.state.world import World


@named("lightning")
@frozen
class Lightning(Effect):
    """Wound the nearest monster in view within `range` cells (straight distance) for `damage`, armour or not.

    It sets off the gas there that can explode.
    """

    damage: int = attrs.field(validator=[ge(0), le(MOST_HIT_POINTS)])
    range: int = attrs.field(validator=[ge(0), le(LONGEST_SIDE)])

    def refusal(self, level: Level, user: Actor, target: Point | None) -> Reason | None:
        """Refuse if there is no target."""
        return Reason.NOBODY_IN_RANGE if self._nearest(_in_view(level, user), user.at) is None else None

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Strike the one nearest to `at`."""
        foes = [each for each in world.visible_monsters() if each.is_hostile(world.player)]
        if (victim := self._nearest(foes, at)) is not None:
            struck = 1 << victim.cell
            hurt(world, victim, self.damage, Harm.LIGHTNING, cause)
            light_gas(world, struck, cause.maker(world))

    def preview(self, seen: Observation, at: Point) -> Preview:
        """Return whom it would strike."""
        victim = self._nearest(seen.foes, at)
        if victim is None:
            return Preview()
        return harmed(victim, from_fixed(seen.ruleset, victim, Harm.LIGHTNING, self.damage))

    def _nearest(self, actors: Iterable[Actor], at: Point) -> Actor | None:
        """Return the nearest of them within the range, the first of those equally near."""
        near = [actor for actor in actors if squared_distance(at, actor.at) <= self.range * self.range]
        return min(near, key=lambda actor: squared_distance(at, actor.at), default=None)


def _in_view(level: Level, user: Actor) -> Iterable[Actor]:
    return (each for each in level.actors if each.is_hostile(user) and each.is_alive and level.is_visible(each.at))
