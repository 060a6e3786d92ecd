"""Set features off."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import min_len

from roguelike.classes import frozen
from roguelike.engine.events import FeatureActed
from roguelike.engine.kinds.names import FeatureName
from roguelike.engine.kinds.parts import Effect, named
from roguelike.engine.preview import Preview
from roguelike.engine.state.cause import Cause

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.feature import Feature
    from roguelike.engine.state.world import World


@named("trigger")
@frozen
class Trigger(Effect):
    """Set off all `features` of these kinds on the level, by rising cells."""

    features: tuple[FeatureName, ...] = attrs.field(validator=min_len(1))

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Show them, tell of the first of each kind, and let each do what it does then."""
        level, told = world.level, set[str]()
        for cell, feature in sorted(level.features.items()):
            if feature.kind.name in self.features:
                feature.hidden = False
                self._set_off(world, feature, level.grid.point(cell), is_first=feature.kind.name not in told)
                told.add(feature.kind.name)

    def _set_off(self, world: World, feature: Feature, at: Point, *, is_first: bool) -> None:
        if is_first:
            world.emit(FeatureActed(feature.kind, at))
        for effect in feature.kind.triggered:
            effect.apply(world, Cause(None, at, feature.kind), at)

    def preview(self, seen: Observation, at: Point) -> Preview:
        """Return nothing that befalls anyone."""
        return Preview()
