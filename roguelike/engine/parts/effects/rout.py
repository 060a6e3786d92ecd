"""Take the heart out of those that are led."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.kinds.conditions import ConditionKind
from roguelike.engine.kinds.limits import MOST_TURNS
from roguelike.engine.kinds.parts import Effect, named
from roguelike.engine.preview import Preview
from roguelike.engine.rules.conditions import afflict

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.cause import Cause
    from roguelike.engine.state.world import World


@named("rout")
@frozen
class Rout(Effect):
    """Apply a `condition` for so many `turns` to those that follow whoever does it, or dies."""

    condition: ConditionKind
    turns: int = attrs.field(validator=[ge(1), le(MOST_TURNS)])

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Afflict all of them, by rising id."""
        for actor in tuple(world.level.actors):
            if cause.who is not None and actor.leader == cause.who.id:
                afflict(world, actor, self.condition, self.turns)

    def preview(self, seen: Observation, at: Point) -> Preview:
        """Return nothing: only monsters do that."""
        return Preview()
