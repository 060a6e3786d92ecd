"""The plan of a level: what is where before anyone has moved."""

from __future__ import annotations

import attrs

from roguelike.engine.geometry import Point
from roguelike.engine.grid import Grid
from roguelike.engine.kinds import WALL, ActorKind, ItemKind


@attrs.define
class Plan:
    """Terrain by cell index, and places for the player, the monsters and the items."""

    grid: Grid
    start: Point | None = None
    terrain: bytearray = attrs.field()
    monsters: list[tuple[ActorKind, Point]] = attrs.field(factory=list)
    items: list[tuple[ItemKind, Point]] = attrs.field(factory=list)

    @terrain.default
    def _walls(self) -> bytearray:
        terrain = bytearray(self.grid.size)
        for y in range(self.grid.height):
            terrain[self.grid.row(y)] = bytes([WALL]) * self.grid.width
        return terrain

    def lay(self, point: Point, terrain: int) -> None:
        """Make `point` one cell of `terrain`."""
        self.terrain[self.grid.index(point)] = terrain

    def terrain_at(self, point: Point) -> int:
        """Give the terrain code of `point`."""
        return self.terrain[self.grid.index(point)]

    def is_taken(self, point: Point) -> bool:
        """Tell whether anyone or anything is planned for `point`."""
        return (
            point == self.start
            or any(at == point for _, at in self.monsters)
            or any(at == point for _, at in self.items)
        )
