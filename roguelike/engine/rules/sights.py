"""The player's field of view, by name, and keeping it up to date."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.engine.kinds import LONGEST_SIDE
from roguelike.engine.parts import Sight, named
from roguelike.engine.rules.permissive import permissive
from roguelike.engine.rules.raycast import raycast
from roguelike.engine.rules.shadowcast import shadowcast

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.geometry import Point
    from roguelike.engine.level import Level
    from roguelike.engine.world import World


@named("shadowcast")
@attrs.frozen
class Shadowcast(Sight):
    """Recursive shadowcasting within a circle."""

    radius: int = attrs.field(validator=[ge(0), le(LONGEST_SIDE)])

    def cells(self, level: Level, eye: Point) -> Sequence[int]:
        """Return what is lit from `eye`."""
        return shadowcast(level.opaque, level.grid, level.grid.index(eye), self.radius * self.radius)


@named("permissive")
@attrs.frozen
class Permissive(Sight):
    """Precise permissive field of view within a square."""

    radius: int = attrs.field(validator=[ge(0), le(LONGEST_SIDE)])

    def cells(self, level: Level, eye: Point) -> Sequence[int]:
        """Return every cell that any line from inside the eye's cell reaches."""
        return permissive(level.opaque, level.grid, level.grid.index(eye), self.radius)


LONGEST_RAY = 60
"""The largest radius for rays: of every cell around the eye it is kept which rays cross it."""


@named("rays")
@attrs.frozen
class Rays(Sight):
    """Rays within a circle; walls beside a floor in view are seen too, within the square around it."""

    radius: int = attrs.field(validator=[ge(0), le(LONGEST_RAY)])

    def cells(self, level: Level, eye: Point) -> Sequence[int]:
        """Return what a ray reaches, and the walls beside it."""
        return raycast(level.opaque, level.grid, level.grid.index(eye), self.radius)


def look(world: World) -> None:
    """Bring what the player sees, and has seen, up to date."""
    level = world.level
    visible = bytearray(level.grid.size)
    explored = level.explored
    for cell in world.ruleset.sight.cells(level, world.player.at):
        visible[cell] = 1
        explored[cell] = 1
    level.visible = visible
