"""Keeping the player's field of view up to date."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from roguelike.engine.state.world import World


_VIEW: Final = "field of view"


def update_fov(world: World) -> None:
    """Update what the player sees, and has seen; a no-op unless the player or the terrain has changed since."""
    level = world.level
    # An update makes a new object of what blocks sight and of the field of view, so identity tells.
    state = (world.player.at, level.opaque, level.visible)
    known: tuple[object, ...] = world.caches.get(_VIEW, ())
    if len(known) == len(state) and all(old is new for old, new in zip(known, state, strict=True)):
        return
    level.look(world.ruleset.sight.cells(level, world.player.at))
    world.caches[_VIEW] = (world.player.at, level.opaque, level.visible)
