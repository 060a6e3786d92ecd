"""Keeping the player's field of view up to date."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from roguelike.engine.state.world import World


_VIEW: Final = "field of view"
_NOTHING: Final = (None, None, None, None)


def update_fov(world: World) -> None:
    """Update what the player sees, and has seen; a no-op unless player, terrain and light have changed."""
    level = world.level
    light = world.ruleset.sight.light(world)
    # An update makes a new object of what blocks sight and of the field of view, so identity tells.
    at, opaque, visible, shone = world.caches.get(_VIEW, _NOTHING)
    if at is world.player.at and opaque is level.opaque and visible is level.visible and shone == light:
        return
    level.look(world.ruleset.sight.look(world, light))
    world.caches[_VIEW] = (world.player.at, level.opaque, level.visible, light)
