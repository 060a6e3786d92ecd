"""Change features into others."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import min_len

from roguelike.classes import frozen
from roguelike.engine.kinds.names import FeatureName
from roguelike.engine.kinds.parts import Effect, named
from roguelike.engine.preview import Preview

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.cause import Cause
    from roguelike.engine.state.world import World


@named("turn")
@frozen
class Turn(Effect):
    """Turn all `features` of these kinds on the level into others, but for the one where this takes place."""

    features: tuple[FeatureName, ...] = attrs.field(validator=min_len(1))
    into: FeatureName

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Turn them, with all that they hold."""
        level, kinds = world.level, world.ruleset.features
        here = level.grid.index(at)
        for cell, feature in sorted(level.features.items()):
            if cell != here and feature.kind.name in self.features:
                level.set_feature(cell, attrs.evolve(feature, kind=kinds[self.into]))

    def preview(self, seen: Observation, at: Point) -> Preview:
        """Return nothing that befalls anyone."""
        return Preview()
