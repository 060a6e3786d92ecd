"""Apply effects to a cell at once, without a projectile."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import gt, le, optional

from roguelike.classes import frozen
from roguelike.engine.events import Reason
from roguelike.engine.geometry import squared_distance
from roguelike.engine.grid import LONGEST_SIDE
from roguelike.engine.kinds.parts import Effect, named
from roguelike.engine.preview import Preview

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.geometry import Point
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.cause import Cause
    from roguelike.engine.state.level import Level
    from roguelike.engine.state.world import World


@named("cast")
@frozen
class Cast(Effect):
    """Apply `effects` to the target, which must be in view."""

    effects: tuple[Effect, ...]
    range: int | None = attrs.field(default=None, validator=optional([gt(0), le(LONGEST_SIDE)]))
    """The greatest straight distance of a target, in cells; None for any."""
    at_enemy: bool = False
    """Whether there must be a monster on the target."""

    aimed = True

    @property
    def inner(self) -> Sequence[Effect]:
        """Those that it casts."""
        return self.effects

    def refusal(self, level: Level, user: Actor, target: Point | None) -> Reason | None:
        """Refuse a target that is out of sight or range, or has no actor."""
        if target is None:
            return Reason.NEEDS_TARGET
        if not level.is_visible(target):
            return Reason.OUT_OF_SIGHT
        if self.range is not None and squared_distance(user.at, target) > self.range * self.range:
            return Reason.OUT_OF_RANGE
        return Reason.NOBODY_THERE if self.at_enemy and level.actor_at(target) in (None, user) else None

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Apply them, in order."""
        for effect in self.effects:
            effect.apply(world, cause, at)

    def uncaused(self) -> Effect:
        """Return it with inner effects that nobody brings about."""
        return attrs.evolve(self, effects=tuple(effect.uncaused() for effect in self.effects))

    def preview(self, seen: Observation, at: Point) -> Preview:
        """Return what all of them would do."""
        return Preview.of_all(effect.preview(seen, at) for effect in self.effects)
