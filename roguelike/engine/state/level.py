"""One level: terrain, actors, objects and projectiles by cell, and what the player has seen of it."""

from __future__ import annotations

import bisect
import functools
from typing import TYPE_CHECKING, Final

import attrs

from roguelike.classes import define
from roguelike.engine.codecs import cell_index, flags, grid, layer, listed, record, table
from roguelike.engine.grid import Grid, bitboard
from roguelike.engine.kinds.terrain import TerrainKind
from roguelike.engine.level_plan import MOST_MONSTERS
from roguelike.engine.schema import MOST, Codec, Names, derived, given, saved
from roguelike.engine.state.actor import LONGEST, Actor
from roguelike.engine.state.item import Item
from roguelike.engine.state.projectile import Projectile

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from roguelike.engine.geometry import Point
    from roguelike.engine.kinds.exits import Exit


MOST_IN_FLIGHT: Final = 2 * MOST_MONSTERS


def _monsters() -> Codec[list[Actor]]:
    """Return the codec of the actors of a level but for the player, who is saved by the world."""
    codec = listed(record(Actor), MOST_MONSTERS)

    def write(actors: list[Actor], rules: Names) -> object:
        return codec.write([actor for actor in actors if not actor.is_player], rules)

    return Codec(write, codec.read, codec.wrong)


@define(eq=False)
class Level:
    """A cell has one terrain, at most one actor, and objects and projectiles; outside there is nothing but rock."""

    grid: Grid = saved(grid())
    kinds: tuple[TerrainKind, ...] = given(lambda rules: rules.terrain)
    """The terrain kinds by their codes."""
    terrain: bytes = saved(layer("terrain"))
    """The terrain code of every cell index."""
    actors: list[Actor] = saved(_monsters(), factory=list)
    """By rising id, which is the order in which they act; the world saves the player."""
    items: dict[int, list[Item]] = saved(
        table(cell_index(), listed(record(Item), LONGEST, least=1), MOST), factory=dict
    )
    """What lies on each cell index, the latest last; cells with nothing have no entry."""
    projectiles: list[Projectile] = saved(listed(record(Projectile), MOST_IN_FLIGHT), factory=list)
    explored: bytearray = saved(flags())
    """1 for every cell index that the player has ever seen."""
    remembered: dict[int, list[Item]] = saved(
        table(cell_index(), listed(record(Item), LONGEST, least=1), MOST), factory=dict
    )
    """What lay on each cell index out of view when the player saw it last, the latest last."""
    visible: bytearray = derived()
    """1 for every cell index that the player sees now."""
    opaque: bytes = derived(init=False)
    """1 for every cell index that blocks sight."""
    passable: int = derived(init=False)
    """The bitboard of the cells that can be walked on."""
    _actor_at: list[Actor | None] = derived(init=False)

    @explored.default
    def _nothing_explored(self) -> bytearray:
        return bytearray(self.grid.size)

    @visible.default
    def _nothing_visible(self) -> bytearray:
        return bytearray(self.grid.size)

    def __attrs_post_init__(self) -> None:
        self._actor_at = [None] * self.grid.size
        for actor in self.actors:
            self._actor_at[self.grid.index(actor.at)] = actor
        self._update_boards()

    @property
    def width(self) -> int:
        """Columns."""
        return self.grid.width

    @property
    def height(self) -> int:
        """Rows."""
        return self.grid.height

    def terrain_at(self, point: Point) -> TerrainKind:
        """Return the terrain of a cell; outside the map it is the rule set's nothing."""
        return self.kinds[self.terrain[self.grid.index(point)] if self.grid.contains(point) else 0]

    def is_walkable(self, point: Point) -> bool:
        """Return whether actors can stand on the terrain."""
        return self.grid.contains(point) and self.kinds[self.terrain[self.grid.index(point)]].walkable

    def is_flyable(self, point: Point) -> bool:
        """Return whether the terrain lets missiles through."""
        return self.grid.contains(point) and "missile" not in self.kinds[self.terrain[self.grid.index(point)]].blocks

    def exit_at(self, by: Exit) -> Point | None:
        """Return the cell of the stairs by which the level is left so; None where it has none."""
        for code, kind in enumerate(self.kinds):
            if kind.exit == by and (cell := self.terrain.find(code)) >= 0:
                return self.grid.point(cell)
        return None

    def actor_at(self, point: Point) -> Actor | None:
        """Return who stands there."""
        return self._actor_at[self.grid.index(point)] if self.grid.contains(point) else None

    def actor_on(self, cell: int) -> Actor | None:
        """Return who stands on the cell index `cell`."""
        return self._actor_at[cell]

    def items_at(self, point: Point) -> Sequence[Item]:
        """Return the objects on a cell, the latest last."""
        return self.items.get(self.grid.index(point), ()) if self.grid.contains(point) else ()

    def is_visible(self, point: Point) -> bool:
        """Return whether the player sees the cell now."""
        (x, y), grid = point, self.grid  # asked for every monster of every turn: one call instead of three
        return 0 <= x < grid.width and 0 <= y < grid.height and self.visible[(y + 1) * grid.stride + x + 1] == 1

    def is_explored(self, point: Point) -> bool:
        """Return whether the player has ever seen the cell."""
        return self.grid.contains(point) and self.explored[self.grid.index(point)] == 1

    def set_terrain(self, point: Point, code: int) -> None:
        """Change the terrain of a cell."""
        changed = bytearray(self.terrain)
        changed[self.grid.index(point)] = code
        self.terrain = bytes(changed)
        self._update_boards()

    def add(self, actor: Actor) -> None:
        """Place a new actor on its cell, which must be free."""
        bisect.insort(self.actors, actor, key=lambda other: other.id)
        self._actor_at[self.grid.index(actor.at)] = actor

    def add_all(self, actors: Iterable[Actor]) -> None:
        """Place all the actors of a new level, each on a cell of its own."""
        self.actors = sorted(actors, key=lambda actor: actor.id)
        for actor in self.actors:
            self._actor_at[self.grid.index(actor.at)] = actor

    def move(self, actor: Actor, goal: Point) -> None:
        """Take an actor to another cell, which must be free."""
        self._actor_at[self.grid.index(actor.at)] = None
        actor.at = goal
        self._actor_at[self.grid.index(goal)] = actor

    def remove(self, actor: Actor) -> None:
        """Take an actor off the level."""
        self.actors.remove(actor)
        self._actor_at[self.grid.index(actor.at)] = None

    def put(self, item: Item, point: Point) -> None:
        """Lay an item on top of what is there."""
        self.items.setdefault(self.grid.index(point), []).append(item)

    def take(self, item: Item, point: Point) -> None:
        """Take an item from the floor."""
        cell = self.grid.index(point)
        self.items[cell].remove(item)
        if not self.items[cell]:
            del self.items[cell]

    def clear(self, point: Point) -> None:
        """Destroy whatever lies on a cell."""
        self.items.pop(self.grid.index(point), None)

    def look(self, cells: Iterable[int]) -> None:
        """Set the cells that the player sees: they become explored, and what leaves view is remembered."""
        before, now = self.visible, bytearray(self.grid.size)
        for cell in cells:
            now[cell] = self.explored[cell] = 1
        self.visible = now
        for cell, items in self.items.items():
            if before[cell] and not now[cell]:
                self.remembered[cell] = [attrs.evolve(item) for item in items]
        for cell in [cell for cell in self.remembered if now[cell]]:
            del self.remembered[cell]

    def _update_boards(self) -> None:
        """Update what is derived from the terrain."""
        self.passable, self.opaque = _boards(self.terrain, self.kinds)


@functools.lru_cache(maxsize=16)  # a level keeps its terrain for many turns, and so does what is known of it
def _boards(terrain: bytes, kinds: tuple[TerrainKind, ...]) -> tuple[int, bytes]:
    """Return the bitboard of the cells that can be walked on, and a 1 for every cell that blocks sight."""
    walkable = bytes("walk" not in kind.blocks for kind in kinds).ljust(256, b"\0")
    opaque = bytes("sight" in kind.blocks for kind in kinds).ljust(256, b"\0")
    return bitboard(terrain.translate(walkable)), terrain.translate(opaque)
