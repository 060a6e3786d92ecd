"""Drop someone to the next level."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.classes import frozen
from roguelike.engine.kinds.parts import Effect, named
from roguelike.engine.preview import Preview
from roguelike.engine.rules.falling import fall

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.cause import Cause
    from roguelike.engine.state.world import World


@named("fall")
@frozen
class Fall(Effect):
    """Let whoever is there fall to the next level, unless they float or fly."""

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Drop them."""
        faller = world.level.actor_at(at)
        if faller is not None and faller.is_alive and faller.touches_ground:
            fall(world, faller)

    def preview(self, seen: Observation, at: Point) -> Preview:
        """Return the cell."""
        return Preview(area=(at,))
