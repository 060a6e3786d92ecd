"""Updating the player's field of view."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from roguelike.engine.state.world import World


_VIEW: Final = "field of view"
_NOTHING: Final = (None, None, None, None)


def update_fov(world: World) -> None:
    """Update the visible and explored cells; a no-op unless the player, the terrain or the light has changed."""
    level = world.level
    light = world.ruleset.sight.light(world)
    # Every update replaces the objects `opaque` and `visible`, so identity detects changes.
    at, opaque, visible, shone = world.caches.get(_VIEW, _NOTHING)
    if at is world.player.at and opaque is level.opaque and visible is level.visible and shone == light:
        return
    level.look(world.ruleset.sight.look(world, light))
    world.caches[_VIEW] = (world.player.at, level.opaque, level.visible, light)
