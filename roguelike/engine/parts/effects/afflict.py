"""Apply a condition."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import gt, le

from roguelike.classes import frozen
from roguelike.engine.kinds.conditions import ConditionKind
from roguelike.engine.kinds.limits import MOST_TURNS
from roguelike.engine.kinds.parts import Effect, named
from roguelike.engine.preview import on_actor
from roguelike.engine.rules.conditions import afflict

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.observation import Observation
    from roguelike.engine.preview import Preview
    from roguelike.engine.state.cause import Cause
    from roguelike.engine.state.world import World


@named("afflict")
@frozen
class Afflict(Effect):
    """Apply a `condition` to the actor on the cell for `turns` of its turns."""

    condition: ConditionKind
    turns: int = attrs.field(validator=[gt(0), le(MOST_TURNS)])

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Afflict the one who is there."""
        if (victim := world.level.actor_at(at)) is not None:
            afflict(world, victim, self.condition, self.turns)

    def preview(self, seen: Observation, at: Point) -> Preview:
        """Return the condition that the actor there would get."""
        return on_actor(at, seen.level.actor_at(at), condition=self.condition, turns=self.turns)
