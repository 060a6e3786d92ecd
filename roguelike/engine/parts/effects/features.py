"""Effects on features."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le, min_len

from roguelike.classes import frozen
from roguelike.engine.events import FeatureActed, GasReleased
from roguelike.engine.geometry import squared_distance
from roguelike.engine.kinds.families import Effect, named
from roguelike.engine.kinds.limits import MAX_TURNS
from roguelike.engine.kinds.names import FeatureName
from roguelike.engine.rules.chains import react
from roguelike.engine.rules.fire import merge_fires
from roguelike.engine.schema import added
from roguelike.engine.state.cause import Cause
from roguelike.engine.state.preview import Preview

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.state.feature import Feature
    from roguelike.engine.state.observation import ObservedState
    from roguelike.engine.state.world import World


@named("trigger")
@frozen
class Trigger(Effect):
    """Trigger all `features` of these kinds on the level, by rising cells, with one message for equal events.

    They act immediately or, by distance from the cell, the first `after` rounds and each further one `every` rounds
    later.
    """

    features: tuple[FeatureName, ...] = attrs.field(validator=min_len(1))
    after: int = added(default=0, validator=[ge(0), le(MAX_TURNS)])
    every: int = added(default=0, validator=[ge(0), le(MAX_TURNS)])

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Trigger them, or schedule each."""
        if self.after or self.every:
            self._delay(world, at)
        else:
            self._all(world)

    def _delay(self, world: World, at: Point) -> None:
        """Schedule each of them, by rising distance from the cell."""
        level = world.level
        cells = [cell for cell, feature in level.features.items() if feature.kind.name in self.features]
        cells.sort(key=lambda cell: (squared_distance(level.grid.point(cell), at), cell))
        for number, cell in enumerate(cells):
            level.features[cell].due = world.round + max(1, self.after + number * self.every)

    def _all(self, world: World) -> None:
        """Reveal them, report the first of each kind, and run the effects of each."""
        level, told, before = world.level, set[str](), len(world.events)
        for cell, feature in sorted(level.features.items()):
            if feature.kind.name in self.features:
                feature.hidden = False
                self._set_off(world, feature, level.grid.point(cell), is_first=feature.kind.name not in told)
                told.add(feature.kind.name)
        _tell_once(world, before)

    def _set_off(self, world: World, feature: Feature, at: Point, *, is_first: bool) -> None:
        if is_first:
            world.emit(FeatureActed(feature.kind, at))
        react(world, feature.kind.triggered, Cause(None, at, feature.kind), at)

    def preview(self, seen: ObservedState, at: Point) -> Preview:
        """Return an empty preview."""
        return Preview()


def _tell_once(world: World, before: int) -> None:
    """Merge all fires since the first `before` events into one event, and keep only the first cloud of each gas."""
    merge_fires(world, before)
    latest = [world.events.pop() for _ in range(len(world.events) - before)][::-1]
    clouds = {(event.gas, event.seen): event for event in reversed(latest) if isinstance(event, GasReleased)}
    for event in latest:
        if not isinstance(event, GasReleased) or clouds[event.gas, event.seen] is event:
            world.events.append(event)


@named("become")
@frozen
class Become(Effect):
    """Turn the feature on the cell into another, which holds the same item."""

    into: FeatureName

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Turn it, if there is one."""
        feature = world.level.feature_at(at)
        if feature is not None:
            kind = world.ruleset.features[self.into]
            world.level.set_feature(world.level.grid.index(at), attrs.evolve(feature, kind=kind))

    def preview(self, seen: ObservedState, at: Point) -> Preview:
        """Return an empty preview."""
        return Preview()


@named("turn")
@frozen
class Turn(Effect):
    """Turn all `features` of these kinds on the level into others, except the one on the cell.

    With `here` that one is also turned. Nothing is turned while the level has any feature of a kind in `unless`. With
    `empties`, the items that they hold are destroyed.
    """

    features: tuple[FeatureName, ...] = attrs.field(validator=min_len(1))
    into: FeatureName
    here: bool = added(default=False)
    unless: tuple[FeatureName, ...] = added(default=())
    empties: bool = added(default=False)

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Turn them."""
        level, kinds = world.level, world.ruleset.features
        if any(feature.kind.name in self.unless for feature in level.features.values()):
            return
        spared = None if self.here else level.grid.index(at)
        for cell, feature in sorted(level.features.items()):
            if cell != spared and feature.kind.name in self.features:
                holds = None if self.empties else feature.holds
                level.set_feature(cell, attrs.evolve(feature, kind=kinds[self.into], holds=holds))

    def preview(self, seen: ObservedState, at: Point) -> Preview:
        """Return an empty preview."""
        return Preview()
