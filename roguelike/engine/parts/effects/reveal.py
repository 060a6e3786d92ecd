"""Show what hides."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.geometry import king_distance
from roguelike.engine.grid import LONGEST_SIDE
from roguelike.engine.kinds.conditions import ConditionKind
from roguelike.engine.kinds.limits import MOST_TURNS
from roguelike.engine.kinds.parts import Effect, named
from roguelike.engine.preview import Preview
from roguelike.engine.rules.conditions import afflict
from roguelike.engine.rules.features import find_within
from roguelike.engine.schema import added

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.cause import Cause
    from roguelike.engine.state.world import World


@named("reveal")
@frozen
class Reveal(Effect):
    """Give all monsters within `radius` steps a `condition` that shows them, and show hidden `features` there."""

    condition: ConditionKind
    turns: int = attrs.field(validator=[ge(1), le(MOST_TURNS)])
    radius: int = attrs.field(default=LONGEST_SIDE, validator=[ge(0), le(LONGEST_SIDE)])

    features: bool = added(default=True)

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Reveal them, by rising ids."""
        if self.features:
            find_within(world, at, self.radius)
        for actor in tuple(world.level.actors):
            if not actor.is_player and king_distance(actor.at, at) <= self.radius:
                afflict(world, actor, self.condition, self.turns)

    def preview(self, seen: Observation, at: Point) -> Preview:
        """Return nothing: nobody is hurt."""
        return Preview()
