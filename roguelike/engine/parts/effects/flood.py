"""Flood a room."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.kinds.limits import MOST_TURNS
from roguelike.engine.kinds.names import TerrainName
from roguelike.engine.kinds.parts import Effect, named
from roguelike.engine.preview import Preview
from roguelike.engine.rules.flooding import begin_flood

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.cause import Cause
    from roguelike.engine.state.world import World


@named("flood")
@frozen
class StartFlood(Effect):
    """Let a `terrain` spread by a cell a round; all of it is gone after so many `rounds`."""

    terrain: TerrainName
    rounds: int = attrs.field(validator=[ge(1), le(MOST_TURNS)])

    def effort(self) -> int:
        """Count what may be wet."""
        return 1 + self.rounds

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Let it begin."""
        begin_flood(world, at, self.terrain, self.rounds)

    def preview(self, seen: Observation, at: Point) -> Preview:
        """Return nothing that befalls anyone."""
        return Preview()
