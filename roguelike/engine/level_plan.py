"""The plan of a level: what is where before anyone has moved."""

from __future__ import annotations

import attrs

from roguelike.classes import define
from roguelike.engine.geometry import Point
from roguelike.engine.grid import Grid
from roguelike.engine.kinds.actors import ActorKind
from roguelike.engine.kinds.items import ItemKind
from roguelike.engine.kinds.terrain import WALL

MOST_MONSTERS = 2000
"""The most that live on a level: with more of them a turn would take seconds."""
MOST_ITEMS = 2000
"""The most that lie on a level when it is made: with many more it could not be saved."""


class NoLevel(ValueError):
    """A generator has made no level that can be played; the message says why."""


@define
class LevelPlan:
    """Terrain by cell index, and places for the player, the monsters and the items."""

    grid: Grid
    start: Point | None = None
    terrain: bytearray = attrs.field()
    monsters: list[tuple[ActorKind, Point]] = attrs.field(factory=list)
    items: list[tuple[ItemKind, Point]] = attrs.field(factory=list)
    _taken: set[Point] = attrs.field(init=False, factory=set)
    """Where they are; only looked up."""

    @terrain.default
    def _walls(self) -> bytearray:
        terrain = bytearray(self.grid.size)
        for y in range(self.grid.height):
            terrain[self.grid.row(y)] = bytes([WALL]) * self.grid.width
        return terrain

    def add_monster(self, monster: ActorKind, point: Point) -> None:
        """Place a monster."""
        self.monsters.append((monster, point))
        self._taken.add(point)

    def add_item(self, item: ItemKind, point: Point) -> None:
        """Place an item."""
        self.items.append((item, point))
        self._taken.add(point)

    def set_terrain(self, point: Point, terrain: int) -> None:
        """Make `point` one cell of `terrain`."""
        self.terrain[self.grid.index(point)] = terrain

    def terrain_at(self, point: Point) -> int:
        """Return the terrain code of `point`."""
        return self.terrain[self.grid.index(point)]

    def is_taken(self, point: Point) -> bool:
        """Return whether anyone or anything is planned for `point`."""
        return point == self.start or point in self._taken
