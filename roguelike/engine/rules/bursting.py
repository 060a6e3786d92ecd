"""Features that burst when fire reaches them, like barrels of oil."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.engine.events import FeatureActed
from roguelike.engine.grid import cells_of
from roguelike.engine.rules.chains import react
from roguelike.engine.state.cause import Cause

if TYPE_CHECKING:
    from roguelike.engine.state.attribution import Attribution
    from roguelike.engine.state.level import Level
    from roguelike.engine.state.world import World


def bursting(level: Level, board: int) -> int:
    """Return the bitboard of the features that burst from fire on `board` or orthogonally adjacent to it."""
    near = level.grid.spread(board, diagonally=False)
    return sum(1 << cell for cell, each in level.features.items() if each.kind.bursts and near >> cell & 1)


def burst_features(world: World, board: int, maker: Attribution | None) -> None:
    """Burst the features that fire on a bitboard reaches, by rising cells; items in them drop to the floor."""
    level = world.level
    for cell in cells_of(bursting(level, board)) if level.features else ():
        feature = level.features.get(cell)
        if feature is None or not feature.kind.bursts:
            continue
        at = level.grid.point(cell)
        level.set_feature(cell, None)
        if feature.holds is not None:
            level.put(feature.holds, at)
        if level.is_visible(at):
            world.emit(FeatureActed(feature.kind, at))
        react(world, feature.kind.bursts, Cause(None, at, feature.kind, behind=maker), at)
