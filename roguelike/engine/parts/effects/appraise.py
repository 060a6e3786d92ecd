"""Tell good from bad."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.classes import frozen
from roguelike.engine.events import Appraised
from roguelike.engine.kinds.parts import Effect, named
from roguelike.engine.preview import Preview
from roguelike.engine.rules.identity import judge, known_kind

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.cause import Cause
    from roguelike.engine.state.world import World


@named("appraise")
@frozen
class Appraise(Effect):
    """Mark all unknown items good or bad, those that the player carries and those that lie on the level."""

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Judge them; the player is told how many kinds of them are new to them."""
        carried = [item for item in world.player.inventory.slots if item is not None]
        lying = [item for _, pile in sorted(world.level.items.items()) for item in pile]
        known = len(world.knowledge.judged)
        judge(world, [item.kind for item in (*carried, *lying) if known_kind(world, item.kind) is not item.kind])
        if number := len(world.knowledge.judged) - known:
            world.emit(Appraised(number))

    def preview(self, seen: Observation, at: Point) -> Preview:
        """Return nothing: nobody is hurt."""
        return Preview()
