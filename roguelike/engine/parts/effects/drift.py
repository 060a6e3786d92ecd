"""Carry off what a swimmer has."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.dice import percent, roll
from roguelike.engine.kinds.parts import Effect, named
from roguelike.engine.preview import Preview
from roguelike.engine.rules.drifting import carry_off

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.cause import Cause
    from roguelike.engine.state.world import World


@named("drift")
@frozen
class Drift(Effect):
    """With a `chance` in a hundred, let one item of whoever is there, but nothing worn, drift to a free cell."""

    chance: int = attrs.field(validator=[ge(0), le(100)])

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Choose an item by chance."""
        swimmer = world.level.actor_at(at)
        if swimmer is None:
            return
        carried = enumerate(swimmer.inventory.slots)
        loose = [slot for slot, item in carried if item is not None and item.kind.drifts and not item.worn]
        if loose and percent(world.rng, self.chance):
            carry_off(world, swimmer, loose[roll(world.rng, 0, len(loose) - 1)])

    def preview(self, seen: Observation, at: Point) -> Preview:
        """Return nothing: nobody is hurt."""
        return Preview()
