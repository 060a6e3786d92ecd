"""Keeping the player's field of view up to date."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from roguelike.engine.state.world import World


def update_fov(world: World) -> None:
    """Bring what the player sees, and has seen, up to date."""
    level = world.level
    visible = bytearray(level.grid.size)
    explored = level.explored
    for cell in world.ruleset.sight.cells(level, world.player.at):
        visible[cell] = 1
        explored[cell] = 1
    level.visible = visible
