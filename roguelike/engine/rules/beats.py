"""Beats: features that act and change kind at fixed rounds of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from roguelike.engine.events import FeatureActed
from roguelike.engine.rules.chains import react
from roguelike.engine.rules.fire import merge_fires
from roguelike.engine.state.cause import Cause

if TYPE_CHECKING:
    from roguelike.engine.kinds.features import Beat
    from roguelike.engine.state.world import World


def beat_features(world: World) -> None:
    """Run the features due this round, by rising cells; one silent event reports all cells that they ignite."""
    beats = [(cell, beat) for cell, each in world.level.features.items() if (beat := each.kind.beat) is not None]
    due = [(cell, beat) for cell, beat in beats if world.round % beat.every == beat.at]
    if not due:
        return
    before = len(world.events)
    for cell, beat in sorted(due, key=lambda each: each[0]):
        _beat(world, cell, beat)
    merge_fires(world, before, spread=True)


def _beat(world: World, cell: int, beat: Beat) -> None:
    level, feature = world.level, world.level.features[cell]
    at = level.grid.point(cell)
    level.set_feature(cell, attrs.evolve(feature, kind=world.ruleset.features[beat.into]))
    if world.player.cell == cell:
        world.emit(FeatureActed(feature.kind, at))
    react(world, beat.effects, Cause(None, at, feature.kind), at)
