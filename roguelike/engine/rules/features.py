"""Features: springing traps and finding hidden features."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.engine.dice import percent
from roguelike.engine.events import FeatureFound, TrapSprung
from roguelike.engine.geometry import chebyshev_distance
from roguelike.engine.rules.chains import react
from roguelike.engine.rules.falling import fall
from roguelike.engine.state.cause import Cause

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.feature import Feature
    from roguelike.engine.state.world import World

NEAR: Final = 2
"""Steps within which the player can find hidden features whose cell is in view."""
CHANCE: Final = 25
"""Chance to find one in a round, in percent."""


def spring(world: World, actor: Actor, cell: int) -> None:
    """Spring the feature of a cell on an actor that entered it, if it is ready and the actor touches the ground."""
    level = world.level
    feature = level.features[cell]
    kind = feature.kind
    if not kind.springs or feature.ready_on > world.round or not actor.touches_ground:
        return
    at = level.grid.point(cell)
    world.emit(TrapSprung(actor.ref, kind, at))
    if level.visible[cell]:
        feature.hidden = False
    if kind.once:
        level.set_feature(cell, None)
    elif kind.every:
        feature.ready_on = world.round + kind.every
    react(world, kind.enter, Cause(None, at, kind), at)
    if kind.falls and actor.is_alive and level.actor_on(cell) is actor:
        fall(world, actor)


def find(world: World, reach: int, chance: int = 100) -> None:
    """Find hidden features in view within `reach` steps, by rising cells, each with `chance` percent."""
    level = world.level
    for cell, feature in _hidden(world, world.player.at, reach):
        if level.visible[cell] and percent(world.rng, chance):
            _show(world, cell, feature)


def find_within(world: World, at: Point, reach: int) -> None:
    """Show the player the hidden features within `reach` steps of a cell, in view or not."""
    for cell, feature in _hidden(world, at, reach):
        world.level.explored[cell] = 1
        _show(world, cell, feature)


def _hidden(world: World, at: Point, reach: int) -> list[tuple[int, Feature]]:
    """Return the hidden features within `reach` steps of a cell, by rising cells."""
    level = world.level
    near = [cell for cell in sorted(level.features) if chebyshev_distance(level.grid.point(cell), at) <= reach]
    return [(cell, level.features[cell]) for cell in near if level.features[cell].hidden]


def _show(world: World, cell: int, feature: Feature) -> None:
    feature.hidden = False
    world.level.seen_features.pop(cell, None)
    world.emit(FeatureFound(feature.kind, world.level.grid.point(cell)))


def look_around(world: World) -> None:
    """Search for hidden features near the player, once a round; echoes find all in view within their reach."""
    if world.level.features and world.player.is_alive:
        if reach := world.player.changed(0, "echoes"):
            find(world, reach)
        find(world, NEAR, CHANCE)
