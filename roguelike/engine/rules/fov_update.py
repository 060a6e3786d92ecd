"""Keeping the player's field of view up to date."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from roguelike.engine.state.world import World


_VIEW: Final = "field of view"
_LIGHT: Final = "light"


def update_fov(world: World) -> None:
    """Update what the player sees, and has seen; a no-op unless player, terrain and light have changed."""
    level = world.level
    light = world.ruleset.sight.light(world)
    # An update makes a new object of what blocks sight and of the field of view, so identity tells.
    state = (world.player.at, level.opaque, level.visible)
    known: tuple[object, ...] = world.caches.get(_VIEW, ())
    is_same = len(known) == len(state) and all(old is new for old, new in zip(known, state, strict=True))
    if is_same and world.caches[_LIGHT] == light:
        return
    level.look(world.ruleset.sight.look(world))
    world.caches[_VIEW] = (world.player.at, level.opaque, level.visible)
    world.caches[_LIGHT] = light
