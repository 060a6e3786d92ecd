"""Lay ground that keeps others out, away from where that would close a way."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.events import Reason, Wasted
from roguelike.engine.geometry import king_distance
from roguelike.engine.grid import LONGEST_SIDE
from roguelike.engine.kinds.names import FeatureName, TerrainName
from roguelike.engine.kinds.parts import Effect, named
from roguelike.engine.preview import Preview
from roguelike.engine.rules.areas import WIDEST, board, burst
from roguelike.engine.rules.terrain import change

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.cause import Cause
    from roguelike.engine.state.level import Level
    from roguelike.engine.state.world import World


@named("consecrate")
@frozen
class Consecrate(Effect):
    """Lay a `terrain` for good on the cells within `radius`, unless some terrain or feature is within `away` steps."""

    terrain: TerrainName
    radius: int = attrs.field(validator=[ge(0), le(WIDEST)])
    """Straight, in cells; walls end it."""
    away: int = attrs.field(default=0, validator=[ge(0), le(LONGEST_SIDE)])
    from_terrain: tuple[TerrainName, ...] = ()
    from_features: tuple[FeatureName, ...] = ()

    def effort(self) -> int:
        """Count the cells."""
        return 1 + self.radius * self.radius

    def refusal(self, level: Level, user: Actor, target: Point | None) -> Reason | None:
        """Refuse where something that must stay open is too near."""
        return Reason.HALLOWED if self._is_near(level, user.at) else None

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Lay it, or tell why not: who does not know what it is is not warned."""
        if self._is_near(world.level, at):
            world.emit(Wasted())
        else:
            change(world, board(world.level, at, self.radius), self.terrain)

    def preview(self, seen: Observation, at: Point) -> Preview:
        """Return the cells, as far as the level is known."""
        return Preview(area=tuple(cell for cell in burst(seen.level, at, self.radius) if seen.level.is_explored(cell)))

    def _is_near(self, level: Level, at: Point) -> bool:
        point = level.grid.point
        codes = [level.code(name) for name in self.from_terrain]
        for cell, feature in level.features.items():
            if feature.kind.name in self.from_features and king_distance(point(cell), at) <= self.away:
                return True
        return any(
            code in codes and king_distance(point(cell), at) <= self.away for cell, code in enumerate(level.terrain)
        )
