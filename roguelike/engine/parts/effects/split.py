"""Split in two."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.events import Split as SplitInTwo
from roguelike.engine.kinds.parts import Effect, named
from roguelike.engine.preview import Preview
from roguelike.engine.rules.spawn import MOST_ACTORS, spawn

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.cause import Cause
    from roguelike.engine.state.world import World


@named("split")
@frozen
class Split(Effect):
    """Give half of the hit points of the actor on the cell to another one of its kind beside it.

    There are never more than `most` of that kind on a level.
    """

    most: int = attrs.field(default=16, validator=[ge(2), le(MOST_ACTORS)])

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Split it, if there is room and two hit points to share."""
        actor = world.level.actor_at(at)
        if actor is None or actor.hit_points < 2:  # noqa: PLR2004 -- one for each
            return
        if sum(each.kind is actor.kind for each in world.level.actors) >= self.most:
            return
        born = spawn(world, actor.kind, at, mood=actor.mood, leader=actor.horde, side=actor.side, within=1)
        if born is not None:
            born.hit_points = actor.hit_points // 2
            actor.hit_points -= born.hit_points
            world.emit(SplitInTwo(actor.ref))

    def preview(self, seen: Observation, at: Point) -> Preview:
        """Return nothing: only monsters do that."""
        return Preview()
