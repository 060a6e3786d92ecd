"""The plan of a level: the initial places of everything."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import attrs

from roguelike.classes import define, frozen
from roguelike.engine.geometry import Point
from roguelike.engine.grid import Grid
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.kinds.terrain import WALL
from roguelike.engine.rng import PCG32, stream_seed

if TYPE_CHECKING:
    from roguelike.engine.kinds.actors import ActorKind
    from roguelike.engine.kinds.features import FeatureKind
    from roguelike.engine.kinds.items import ItemKind

MAX_MONSTERS = 2000
"""Maximum number of monsters on a level: with more a turn would take seconds."""
MAX_ITEMS = 2000
"""Maximum number of items on a new level: with many more it could not be saved."""


LEVEL_STREAM = 1
"""Number of the random streams of levels: separate from that of play, so that play never changes a level."""


class NoLevel(ValueError):
    """A generator has failed to make a playable level; the message says why."""


@frozen
class LevelRequest:
    """A request for a level of a game."""

    seed: int = 0
    """The seed of the game."""
    depth: int = 1
    """1 for the first level; 0 has no level, and its stream decides what concerns all levels."""
    entrance: Point | None = None
    """The cell to which the stairs of the level above lead; None if the generator can choose."""

    def chance(self, attempt: int = 0) -> PCG32:
        """Return the random generator for the level, which differs for each attempt."""
        return PCG32(stream_seed(self.seed, LEVEL_STREAM, self.depth, *([attempt] if attempt else [])))


class PlannedMonster(NamedTuple):
    """A monster and its cell."""

    kind: ActorKind
    at: Point
    mood: Mood = Mood.HUNTING
    leader: Point | None = None
    """The cell of its leader, which is also planned."""
    carries: PlannedItem | None = None
    """The item that it drops when it dies; the item's cell is ignored."""
    goal: Point | None = None
    """The cell to which it goes first, if it roams."""
    stays: bool = False
    """Whether it stays on its cell while it roams."""
    camp: int = 0
    """Its camp in a feud; 0 for none."""


class PlannedItem(NamedTuple):
    """An item, or several of a kind, and its cell."""

    kind: ItemKind
    at: Point
    number: int = 1
    """The number of items in the stack."""
    plus: int = 0


class PlannedFeature(NamedTuple):
    """A feature and its cell."""

    kind: FeatureKind
    at: Point
    hidden: bool = False
    """Whether it has to be found."""
    holds: PlannedItem | None = None
    """The item in a cage or on an altar; the item's cell is ignored."""


@define
class LevelPlan:
    """Terrain by cell index, and places for the player, the monsters and the items."""

    grid: Grid
    start: Point | None = None
    terrain: bytearray = attrs.field()
    cover: bytearray = attrs.field(factory=bytearray)
    """The terrain code of the cover of each cell index, 0 for none; empty if no cell has a cover."""
    monsters: list[PlannedMonster] = attrs.field(factory=list)
    items: list[PlannedItem] = attrs.field(factory=list)
    features: list[PlannedFeature] = attrs.field(factory=list)
    waypoints: list[Point] = attrs.field(factory=list)
    """The waypoints of roaming monsters."""
    feelings: list[str] = attrs.field(factory=list)
    """Messages for the player's first arrival, a sentence each."""
    event: str | None = None
    """The name of the event of the level, in the rule set's table."""
    _taken: set[Point] = attrs.field(init=False, factory=set)
    """The cells of monsters, items and features; only looked up."""

    @terrain.default
    def _walls(self) -> bytearray:
        terrain = bytearray(self.grid.size)
        for y in range(self.grid.height):
            terrain[self.grid.row(y)] = bytes([WALL]) * self.grid.width
        return terrain

    def add_monster(
        self,
        monster: ActorKind,
        point: Point,
        mood: Mood = Mood.HUNTING,
        leader: Point | None = None,
        carries: PlannedItem | None = None,
        *,
        goal: Point | None = None,
        stays: bool = False,
    ) -> None:
        """Place a monster."""
        self.monsters.append(PlannedMonster(monster, point, mood, leader, carries, goal, stays))
        self._taken.add(point)

    def add_item(self, item: ItemKind, point: Point, number: int = 1, plus: int = 0) -> None:
        """Place an item, or a stack of them."""
        self.items.append(PlannedItem(item, point, number, plus))
        self._taken.add(point)

    def add_feature(
        self, feature: FeatureKind, point: Point, *, hidden: bool = False, holds: PlannedItem | None = None
    ) -> None:
        """Place a feature."""
        self.features.append(PlannedFeature(feature, point, hidden, holds))
        self._taken.add(point)

    def set_terrain(self, point: Point, terrain: int) -> None:
        """Set the ground of `point` to the code `terrain`."""
        self.terrain[self.grid.index(point)] = terrain

    def set_cover(self, point: Point, cover: int) -> None:
        """Set the cover of `point` to the code `cover`."""
        if not self.cover:
            self.cover = bytearray(self.grid.size)
        self.cover[self.grid.index(point)] = cover

    def terrain_at(self, point: Point) -> int:
        """Return the terrain code of `point`."""
        return self.terrain[self.grid.index(point)]

    def is_taken(self, point: Point) -> bool:
        """Return whether anything is planned for `point`."""
        return point == self.start or point in self._taken
