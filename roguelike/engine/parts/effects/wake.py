"""Wake sleepers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.geometry import king_distance
from roguelike.engine.grid import LONGEST_SIDE
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.kinds.parts import Effect, named
from roguelike.engine.preview import Preview

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.cause import Cause
    from roguelike.engine.state.world import World


@named("wake")
@frozen
class Wake(Effect):
    """Wake all sleepers within `radius` steps; they go to where that was."""

    radius: int = attrs.field(validator=[ge(0), le(LONGEST_SIDE)])

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Wake them, by rising ids."""
        for actor in world.level.actors:
            if actor.mood == Mood.ASLEEP and king_distance(actor.at, at) <= self.radius:
                actor.mood, actor.goal = Mood.ROAMING, at

    def preview(self, seen: Observation, at: Point) -> Preview:
        """Return nothing: nobody is hurt."""
        return Preview()
