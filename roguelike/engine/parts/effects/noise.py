"""Make a noise."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.kinds.noise import LOUDEST
from roguelike.engine.kinds.parts import Effect, named
from roguelike.engine.preview import Preview
from roguelike.engine.rules.noise import make_noise
from roguelike.engine.schema import shown

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.cause import Cause
    from roguelike.engine.state.world import World


@named("noise")
@frozen
class MakeNoise(Effect):
    """Have everybody within so many `steps` of the cell wake and go there."""

    steps: int = attrs.field(validator=[ge(1), le(LOUDEST)])
    sound: str = shown(default="")
    """What the player hears, if they do: "a bell"."""

    def effort(self) -> int:
        """Count the steps."""
        return 1 + self.steps // 10

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Make it."""
        make_noise(world, at, self.steps, self.sound)

    def preview(self, seen: Observation, at: Point) -> Preview:
        """Return nothing that befalls anyone."""
        return Preview()
