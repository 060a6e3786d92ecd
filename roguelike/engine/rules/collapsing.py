"""Roofs that a loud noise brings down."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.engine.events import Heard, TerrainChanged
from roguelike.engine.grid import board_of, cells_of
from roguelike.engine.rules.chains import react
from roguelike.engine.state.cause import Cause

if TYPE_CHECKING:
    from roguelike.engine.state.world import World


def bring_down_roof(world: World, cell: int, steps: int) -> None:
    """Collapse the roof over a cell and over all ground connected to it, if a noise of `steps` there is enough."""
    level = world.level
    kind = level.kinds[level.terrain[cell]]
    if kind.roof is None or steps < kind.roof.noise:
        return
    left = board_of(each for each, code in enumerate(level.terrain) if level.kinds[code].roof is not None)
    fallen = level.grid.flood(1 << cell, left, diagonally=True)
    code = level.code(kind.roof.to)
    level.lay(fallen, code)
    if seen := tuple(at for at in map(level.grid.point, cells_of(fallen)) if level.is_visible(at)):
        world.emit(TerrainChanged(level.kinds[code], seen))
    world.emit(Heard("the roof come down"))
    for each in cells_of(fallen):
        at = level.grid.point(each)
        react(world, kind.roof.effects, Cause(None, at, kind), at)
