"""One level: two layers of terrain, features, actors, objects and projectiles, and what the player has seen of it."""

from __future__ import annotations

import bisect
import functools
import operator
from collections.abc import Hashable
from typing import TYPE_CHECKING, Any, Final, TypeVar

from roguelike.classes import copied, define
from roguelike.engine.codecs import (
    board,
    cell,
    cell_index,
    flags,
    grid,
    integer,
    kind,
    layer,
    line,
    listed,
    name_in,
    optional,
    record,
    table,
    text,
    thin_layer,
)
from roguelike.engine.geometry import Point
from roguelike.engine.grid import LANE, Grid, board_of, cells_of
from roguelike.engine.kinds.actors import ActorKind
from roguelike.engine.kinds.gases import MAX_GAS, MAX_GASES, MIN_GAS
from roguelike.engine.kinds.level_events import EventKind
from roguelike.engine.kinds.limits import LONGEST_LABEL
from roguelike.engine.kinds.terrain import NOTHING, WAY_TRAITS, TerrainKind, codes, marks, switched
from roguelike.engine.level_plan import MAX_MONSTERS
from roguelike.engine.schema import MOST, Codec, Names, derived, given, saved
from roguelike.engine.state.actor import LONGEST, Actor
from roguelike.engine.state.area_effect import MAX_VEILS, AreaEffect, Veiling
from roguelike.engine.state.attribution import Attribution
from roguelike.engine.state.burning import cloud, fire
from roguelike.engine.state.feature import Feature, SeenFeature
from roguelike.engine.state.flood import Flood
from roguelike.engine.state.ground import Covering, Passing, SeenTerrain
from roguelike.engine.state.item import Item
from roguelike.engine.state.layers import bare_boards, cached_flags, codes_after, laid, marked
from roguelike.engine.state.projectile import Projectile
from roguelike.engine.state.rising import Rising

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from roguelike.engine.kinds.exits import Exit


MAX_WAYPOINTS: Final = 40
MAX_FLOODS: Final = 40
MOST_FELT: Final = 20
LONGEST_FELT: Final = 200
MAX_IN_FLIGHT: Final = 2 * MAX_MONSTERS
_MAX_KEPT: Final = 64
_NONE: Final[frozenset[int]] = frozenset()
_NO_TRAITS: Final[frozenset[str]] = frozenset()
_Made = TypeVar("_Made")


def _monsters() -> Codec[list[Actor]]:
    """Return the codec of the monsters of a level; the world saves the player."""
    codec = listed(record(Actor), MAX_MONSTERS)

    def write(actors: list[Actor], rules: Names) -> object:
        return codec.write([actor for actor in actors if not actor.is_player], rules)

    return Codec(write, codec.read, codec.wrong)


@define(eq=False)
class Level:
    """One level: each cell has ground, at most one actor, and items and projectiles; outside there is only rock."""

    grid: Grid = saved(grid())
    kinds: tuple[TerrainKind, ...] = given(lambda rules: rules.terrain)
    """The terrain kinds by their codes."""
    terrain: bytes = saved(layer("terrain"))
    """The terrain code of the ground of every cell index."""
    cover: bytes = saved(thin_layer("terrain"), default=b"")
    """The terrain code of the cover of every cell index, 0 for none; empty if no cell has a cover."""
    features: dict[int, Feature] = saved(table(cell_index(), record(Feature), MOST), factory=dict)
    """The features by cell index."""
    outdated: dict[int, SeenTerrain] = saved(table(cell_index(), record(SeenTerrain), MOST), factory=dict)
    """The last seen terrain of cell indices whose terrain has changed since."""
    seen_features: dict[int, SeenFeature] = saved(table(cell_index(), record(SeenFeature), MOST), factory=dict)
    """The last seen features of cell indices whose features have changed since."""
    seen_captives: dict[int, ActorKind | None] = saved(
        table(cell_index(), optional(kind("actors")), MOST), factory=dict
    )
    """The last seen captives of cell indices whose captives have changed since; None for no captive."""
    lost_hunter: int | None = saved(optional(cell_index()), default=None)
    """The cell index out of view on which a hunter of the event died, until the player sees it."""
    passing: dict[int, Passing] = saved(table(cell_index(), record(Passing), MOST), factory=dict)
    """The temporary ground by cell index."""
    covering: dict[int, Covering] = saved(table(cell_index(), record(Covering), MOST), factory=dict)
    """The temporary covers by cell index."""
    forced: dict[int, int] = saved(table(cell_index(), integer(1), MOST), factory=dict)
    """The turns for which sealed doors were forced, by cell index."""
    fire: tuple[int, ...] = saved(fire(), default=())
    """The bitboards of the cells that burn for one more round, for two, and so on; empty without fire."""
    gas: dict[str, int] = saved(table(name_in("gases"), cloud(), MAX_GASES), factory=dict)
    """The amount of each gas by the name of its kind, in a lane of 16 bits for each cell index."""
    fire_maker: Attribution | None = saved(optional(record(Attribution)), default=None)
    """The attribution of the fire, if known; the latest of several."""
    gas_makers: dict[str, Attribution] = saved(table(name_in("gases"), record(Attribution), MAX_GASES), factory=dict)
    """The attribution of each gas by its name; the latest of several."""
    veils: list[AreaEffect] = saved(listed(record(AreaEffect), MAX_VEILS), factory=list)
    """The area effects, latest last."""
    actors: list[Actor] = saved(_monsters(), factory=list)
    """The actors by rising id, the order in which they act; the world saves the player."""
    items: dict[int, list[Item]] = saved(
        table(cell_index(), listed(record(Item), LONGEST, least=1), MOST), factory=dict
    )
    """The items on each cell index, the latest last; cells without items have no entry."""
    projectiles: list[Projectile] = saved(listed(record(Projectile), MAX_IN_FLIGHT), factory=list)
    explored: bytearray = saved(flags())
    """1 for every cell index that the player has ever seen."""
    remembered: dict[int, list[Item]] = saved(
        table(cell_index(), listed(record(Item), LONGEST, least=1), MOST), factory=dict
    )
    """The items that the player saw last on each cell index out of view, the latest last."""
    left_cells: int = saved(board(), default=0)
    """The bitboard of the cells that the player has stood on and left; only automation reads it."""
    lurking: int = saved(board(), default=0)
    """The bitboard of the deep water in which the player saw a swimmer; only automation reads it."""
    waypoints: list[Point] = saved(listed(cell(), MAX_WAYPOINTS), factory=list)
    """The waypoints of roaming monsters."""
    event: EventKind | None = saved(optional(kind("events")), default=None)
    """The event of the level; None for an ordinary level."""
    heard_on: int = saved(integer(), default=0)
    """The round in which the player last heard a monster walk out of view."""
    horde_in: int | None = saved(optional(integer(1)), default=None)
    """Rounds until the next wandering horde; None until that is drawn."""
    rising: list[Rising] = saved(listed(record(Rising), MAX_MONSTERS), factory=list)
    """The dead monsters that will revive."""
    floods: list[Flood] = saved(listed(record(Flood), MAX_FLOODS), factory=list)
    felt: list[str] = saved(listed(text(LONGEST_FELT), MOST_FELT), factory=list)
    """The feelings of the player's first visit, a sentence each."""
    notes: dict[int, str] = saved(table(cell_index(), line(LONGEST_LABEL), MOST), factory=dict)
    """The player's notes on cells, by rising cells."""
    visible: bytearray = derived()
    """1 for every cell index that the player sees now."""
    opaque: bytes = derived(init=False)
    """1 for every cell index that blocks sight."""
    passable: int = derived(init=False)
    """The bitboard of the cells that can be walked on."""
    _impassable: bytes = derived(init=False)
    """1 for every cell index that cannot be walked on."""
    _boards: dict[str, int] = derived(init=False, factory=dict)
    """The bitboards of cells with a trait, by its name, computed on demand."""
    _ground_boards: dict[str, int] = derived(init=False, factory=dict)
    """The trait bitboards of the ground layer."""
    _cover_boards: dict[str, int] = derived(init=False, factory=dict)
    """The trait bitboards of the cover layer."""
    _kept: dict[Hashable, Any] = derived(init=False, factory=dict)
    """Other values derived from where actors can go, until that changes."""
    burning: int = derived(init=False, default=0)
    """The bitboard of the cells on fire."""
    standing: list[Actor | None] = derived(init=False)
    """The actor on each cell index; only looked up."""
    _actor_of: dict[int, Actor] = derived(init=False)
    """The actors by id."""
    occupied: int = derived(init=False, default=0)
    """The bitboard of cells with an actor."""

    @explored.default
    def _nothing_explored(self) -> bytearray:
        return bytearray(self.grid.size)

    @visible.default
    def _nothing_visible(self) -> bytearray:
        return bytearray(self.grid.size)

    def __attrs_post_init__(self) -> None:
        self.standing = [None] * self.grid.size
        self._actor_of = {}
        self._register(self.actors)
        self._update_boards()
        self.burning = functools.reduce(operator.or_, self.fire, 0)

    @property
    def width(self) -> int:
        """The number of columns."""
        return self.grid.width

    @property
    def height(self) -> int:
        """The number of rows."""
        return self.grid.height

    def terrain_at(self, point: Point) -> TerrainKind:
        """Return the ground of a cell; outside the map it is the kind with code 0."""
        return self.kinds[self.terrain[self.grid.index(point)] if self.grid.contains(point) else 0]

    def cover_at(self, point: Point) -> TerrainKind | None:
        """Return the cover of a cell; None without one."""
        code = self.cover[self.grid.index(point)] if self.cover and self.grid.contains(point) else NOTHING
        return self.kinds[code] if code else None

    def layers_at(self, point: Point) -> tuple[TerrainKind, ...]:
        """Return the terrain of a cell from the top: its cover, if it has one, and its ground."""
        ground, cover = self.terrain_at(point), self.cover_at(point)
        return (ground,) if cover is None else (cover, ground)

    def feature_at(self, point: Point) -> Feature | None:
        """Return the feature of a cell, found or not."""
        return self.features.get(self.grid.index(point)) if self.features and self.grid.contains(point) else None

    def cells(self, trait: str) -> int:
        """Return the bitboard of the cells whose ground, cover or feature has a trait: `kinds.terrain` lists them."""
        board = self._boards.get(trait)
        if board is None:
            board = self._boards[trait] = self._cells(trait)
        return board

    def kept(self, key: Hashable, make: Callable[[], _Made]) -> _Made:
        """Return the cached result of `make`, which must depend only on the traits in `WAY_TRAITS`."""
        made: _Made | None = self._kept.get(key)
        if made is None:
            if len(self._kept) >= _MAX_KEPT:
                self._kept.clear()
            made = self._kept[key] = make()
        return made

    def is_burning(self, point: Point) -> bool:
        """Return whether a cell is on fire."""
        return bool(self.fire) and self.grid.contains(point) and self.burning >> self.grid.index(point) & 1 == 1

    def veiled(self, kind: Veiling) -> int:
        """Return the bitboard of the cells under area effects of a kind."""
        board = 0
        for each in self.veils:
            board |= each.cells if each.kind == kind else 0
        return board

    def put_out(self, board: int) -> None:
        """Remove the flames from all cells of a bitboard."""
        if self.fire:
            self.set_fire([cells & ~board for cells in self.fire])

    def set_fire(self, boards: Sequence[int]) -> None:
        """Replace the fire by bitboards of cells with one round left, two, and so on."""
        self.burning = functools.reduce(operator.or_, boards, 0)
        self.fire = tuple(boards) if self.burning else ()
        if not self.fire:
            self.fire_maker = None

    def set_gas(self, name: str, cloud: int) -> None:
        """Replace the amounts of a gas by cell."""
        if cloud:
            self.gas[name] = cloud
        else:
            self.gas.pop(name, None)
            self.gas_makers.pop(name, None)

    def gases_at(self, point: Point) -> list[tuple[str, int]]:
        """Return the names of the gases on a cell with their amounts, the thickest first."""
        if not self.gas or not self.grid.contains(point):
            return []
        lane = LANE * self.grid.index(point)
        amounts = ((name, cloud >> lane & MAX_GAS) for name, cloud in sorted(self.gas.items()))
        return sorted((each for each in amounts if each[1] >= MIN_GAS), key=lambda each: -each[1])

    def is_walkable(self, point: Point) -> bool:
        """Return whether actors can stand on a cell."""
        (x, y), grid = point, self.grid
        return 0 <= x < grid.width and 0 <= y < grid.height and not self._impassable[(y + 1) * grid.stride + x + 1]

    def is_flyable(self, point: Point) -> bool:
        """Return whether missiles can pass a cell."""
        return self.grid.contains(point) and not self.cells("missile") >> self.grid.index(point) & 1

    def exit_at(self, by: Exit) -> Point | None:
        """Return the cell of the stairs of an exit; None if the level has none."""
        for code, each in enumerate(self.kinds):
            if each.exit == by and (cell := self.terrain.find(code)) >= 0:
                return self.grid.point(cell)
        return None

    def actor_at(self, point: Point) -> Actor | None:
        """Return the actor on a cell; None without one."""
        (x, y), grid = point, self.grid
        if 0 <= x < grid.width and 0 <= y < grid.height:
            return self.standing[(y + 1) * grid.stride + x + 1]
        return None

    def actor_on(self, cell: int) -> Actor | None:
        """Return the actor on the cell index `cell`; None without one."""
        return self.standing[cell]

    def actors_on(self, board: int) -> list[Actor]:
        """Return the actors on the cells of a bitboard, by rising cells."""
        there = (self.standing[cell] for cell in cells_of(board & self.occupied))
        return [actor for actor in there if actor is not None]

    def actor_of(self, number: int) -> Actor | None:
        """Return the actor with an id; None if it is not on the level."""
        return self._actor_of.get(number)

    def is_free(self, point: Point) -> bool:
        """Return whether actors can stand on a cell, and none does."""
        return self.is_walkable(point) and self.actor_at(point) is None

    def items_at(self, point: Point) -> Sequence[Item]:
        """Return the items on a cell, the latest last."""
        return self.items.get(self.grid.index(point), ()) if self.grid.contains(point) else ()

    def is_visible(self, point: Point) -> bool:
        """Return whether the player sees the cell now."""
        (x, y), grid = point, self.grid  # called for every monster of every turn: one call instead of three
        return 0 <= x < grid.width and 0 <= y < grid.height and self.visible[(y + 1) * grid.stride + x + 1] == 1

    def is_explored(self, point: Point) -> bool:
        """Return whether the player has ever seen the cell."""
        return self.grid.contains(point) and self.explored[self.grid.index(point)] == 1

    def set_terrain(self, point: Point, code: int) -> None:
        """Change the terrain of a cell."""
        self.lay(1 << self.grid.index(point), code)

    def code(self, name: str) -> int:
        """Return the code of the terrain with a name."""
        return codes(self.kinds)[name]

    def lay(self, board: int, code: int) -> None:
        """Change the ground of all cells of a bitboard, or their cover; `NOTHING` removes covers.

        Ground that bears no covers removes them, and flames. Out of view, the player's map keeps what they saw last.
        """
        cells, kind = cells_of(board), self.kinds[code]
        self._keep_seen(cells)
        if kind.layer == "ground" and code != NOTHING:
            traits = switched(self.kinds, codes_after(self.terrain, cells, code), _NONE)
            self.terrain = laid(self.terrain, cells, code)
            self._update_layer(self._ground_boards, traits, board, code)
            if not kind.bears_cover:
                traits |= self._lay_cover(board, cells, NOTHING)
                self.put_out(board)
        else:
            traits = self._lay_cover(board, cells, code)
        self._update_boards(traits)

    def _lay_cover(self, board: int, cells: list[int], code: int) -> frozenset[str]:
        """Change the cover of some cells, and return the traits that any of them gained or lost."""
        if not (self.cover or code):
            return _NO_TRAITS
        before = self.cover or bytes(self.grid.size)
        traits = switched(self.kinds, _NONE, codes_after(before, cells, code))
        cover = laid(before, cells, code)
        self.cover = cover if any(cover) else b""
        self._update_layer(self._cover_boards, traits, board, code)
        return traits

    def _update_layer(self, boards: dict[str, int], traits: frozenset[str], board: int, code: int) -> None:
        """Set the cells of `board` to `code` in the trait bitboards of a layer, for the traits that change."""
        for trait in boards.keys() & traits:
            has_it = code != NOTHING and marks(self.kinds, trait)[code]
            boards[trait] = boards[trait] | board if has_it else boards[trait] & ~board

    def _keep_seen(self, cells: list[int]) -> None:
        """Record the terrain of those cells that are explored and out of view."""
        for place in cells:
            if self.explored[place] and not self.visible[place] and place not in self.outdated:
                self.outdated[place] = SeenTerrain(self.terrain[place], self.cover[place] if self.cover else NOTHING)

    def set_feature(self, cell: int, feature: Feature | None) -> None:
        """Set or remove the feature of a cell index; out of view, the player's map keeps what they saw last."""
        before = self.features.get(cell)
        if self.explored[cell] and not self.visible[cell] and cell not in self.seen_features:
            known = None if before is None else before.seen
            if known is not None or feature is not None:
                self.seen_features[cell] = known or SeenFeature()
        if feature is None:
            self.features.pop(cell, None)
        else:
            self.features[cell] = feature
        self._update_boards()

    def add(self, actor: Actor, at: Point | None = None) -> None:
        """Place a new actor on a free cell: `at`, or else its own."""
        self.locate(actor, actor.at if at is None else at)
        bisect.insort(self.actors, actor, key=lambda other: other.id)
        self._register([actor])

    def add_all(self, actors: Iterable[Actor]) -> None:
        """Place all the actors of a new level, each on a cell of its own."""
        self.actors = sorted(actors, key=lambda actor: actor.id)
        self._register(self.actors)

    def locate(self, actor: Actor, at: Point) -> None:
        """Set the cell of an actor that is not on the level."""
        actor.at, actor.cell = at, self.grid.index(at)

    def _register(self, actors: Iterable[Actor]) -> None:
        """Register actors by cell and by id."""
        for actor in actors:
            actor.cell = self.grid.index(actor.at)
            self.standing[actor.cell] = self._actor_of[actor.id] = actor
            self.occupied |= 1 << actor.cell

    def move(self, actor: Actor, goal: Point) -> None:
        """Move an actor to a free cell."""
        start, end = actor.cell, (goal[1] + 1) * self.grid.stride + goal[0] + 1
        if actor.is_captive:
            self.keep_captives(start, end)
        self.standing[start], self.standing[end] = None, actor
        actor.at, actor.cell = goal, end
        self.occupied ^= 1 << start | 1 << end

    def swap(self, actor: Actor, other: Actor) -> None:
        """Swap the cells of two actors."""
        if actor.is_captive or other.is_captive:
            self.keep_captives(actor.cell, other.cell)
        actor.at, other.at = other.at, actor.at
        self._register((actor, other))

    def remove(self, actor: Actor) -> None:
        """Remove an actor from the level."""
        if actor.is_captive:
            self.keep_captives(actor.cell)
        if self.event is not None and not actor.is_alive and actor.kind.name in self.event.hunters:
            self.lost_hunter = None if self.visible[actor.cell] else actor.cell
        self.actors.remove(actor)
        self.standing[actor.cell] = None
        self.occupied ^= 1 << actor.cell
        del self._actor_of[actor.id]

    def keep_captives(self, *cells: int) -> None:
        """Record the captives on cell indices before they change: out of view, the map keeps what was seen last."""
        for place in cells:
            if self.explored[place] and not self.visible[place] and place not in self.seen_captives:
                actor = self.standing[place]
                self.seen_captives[place] = actor.kind if actor is not None and actor.is_captive else None

    def put(self, item: Item, point: Point) -> None:
        """Lay an item on top of the pile of a cell, or add it to a stack there that it can join."""
        pile = self.items.setdefault(self.grid.index(point), [])
        for other in pile if item.kind.stacks else ():
            if other.dropped == item.dropped and other.goes_with(item):
                other.number += item.number
                other.label = other.label or item.label
                return
        pile.append(item)

    def take(self, item: Item, point: Point) -> None:
        """Take an item from the floor."""
        cell = self.grid.index(point)
        self.items[cell].remove(item)
        if not self.items[cell]:
            del self.items[cell]

    def clear(self, point: Point) -> None:
        """Destroy all items on a cell."""
        self.items.pop(self.grid.index(point), None)

    def look(self, cells: Iterable[int]) -> None:
        """Set the cells that the player sees: they become explored, and items that leave view are remembered."""
        before, now = self.visible, bytearray(self.grid.size)
        for place in cells:
            now[place] = self.explored[place] = 1
        self.visible = now
        for place, items in self.items.items():
            if before[place] and not now[place]:
                self.remembered[place] = [copied(item) for item in items]
        for place in [place for place in self.remembered if now[place]]:
            del self.remembered[place]
        for past in (self.outdated, self.seen_features, self.seen_captives):
            for place in [place for place in past if now[place]]:
                del past[place]
        if self.lost_hunter is not None and now[self.lost_hunter]:
            self.lost_hunter = None

    def _update_boards(self, traits: Iterable[str] | None = None) -> None:
        """Update the boards of `traits`, or of all, after terrain or features changed; most are computed on demand."""
        if traits is None:
            self._boards.clear()
            self._kept.clear()
        else:
            for trait in traits:
                self._boards.pop(trait, None)
            if not WAY_TRAITS.isdisjoint(traits):
                self._kept.clear()
        if not (self.cover or self.features):
            self._impassable, self.opaque, self.passable = bare_boards(self.terrain, self.kinds)
            return
        if "walk" not in self._boards:
            self._impassable = self._flags("walk")
            self.passable = ((1 << self.grid.size) - 1) & ~self.cells("walk")
        if "sight" not in self._boards:  # the same object unless it changes: callers compare identity
            self.opaque = self._flags("sight")

    def _flags(self, trait: str) -> bytes:
        return cached_flags(self.cells(trait), self.grid.size)

    def _cells(self, trait: str) -> int:
        board = self._layer_board(self._ground_boards, self.terrain, trait)
        if self.cover:
            board |= self._layer_board(self._cover_boards, self.cover, trait)
        if self.features:
            board |= board_of(cell for cell, each in self.features.items() if trait in each.kind.blocks)
        return board

    def _layer_board(self, boards: dict[str, int], layer: bytes, trait: str) -> int:
        board = boards.get(trait)
        if board is None:
            table = marks(self.kinds, trait)
            if layer is self.cover:
                table = b"\0" + table[1:]  # code 0 is no cover
            board = boards[trait] = marked(layer, table) if 1 in table else 0
        return board
