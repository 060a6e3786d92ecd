"""The draft of a level: its plan, and data that is needed only while it is generated."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Literal

import attrs

from roguelike.classes import define, frozen
from roguelike.engine.geometry import CARDINALS, Direction, Point
from roguelike.engine.grid import Grid, bitboard, board_of, cells_of
from roguelike.engine.kinds.actors import ActorKind
from roguelike.engine.kinds.items import ItemKind
from roguelike.engine.kinds.level_events import EventKind
from roguelike.engine.kinds.ruleset import RuleSet
from roguelike.engine.kinds.terrain import FLOOR, NOTHING, WALL, marks
from roguelike.engine.kinds.vaults import VaultKind, VaultLoot
from roguelike.engine.level_plan import LevelPlan, PlannedItem
from roguelike.engine.work import Work, board_cost

if TYPE_CHECKING:
    from collections.abc import Iterator

_SPREAD = 4
"""The cost of moving all cells of a board by one step, in operations on boards."""
_SCAN = 5
"""The cost of deriving a board from the terrain, in the same unit."""
_IS_FLOOR = bytes(code == FLOOR for code in range(256))

Sort = Literal["room", "cave", "corridor", "vault"]


class Retry(Exception):
    """A pass failed: the level is generated again from the next random stream.

    `field` names the setting of the pass, the level or the budget that prevents it, if there is one.
    """

    def __init__(self, why: str, field: str = "") -> None:
        super().__init__(why)
        self.field = field


@frozen
class Loot:
    """A stack of items of one kind."""

    kind: ItemKind
    number: int = 1
    plus: int = 0

    def at(self, place: Point) -> PlannedItem:
        """Return the plan of these items on a cell."""
        return PlannedItem(self.kind, place, self.number, self.plus)


@frozen(kw_only=True)
class Contents:
    """The contents of one level, drawn together with those of all levels of the game."""

    danger: int = 1
    last: bool = False
    """Whether there is no level below."""
    hordes: int = 0
    loot: tuple[Loot, ...] = ()
    """Items on the floor."""
    carried: tuple[Loot, ...] = ()
    """Items that hordes carry, one each."""
    choices: tuple[Loot, ...] = ()
    """The items in the treasury, of which the player can take one; empty without a treasury."""
    key: VaultKind | None = None
    """The room of the treasury's key; drawn when the level is generated unless given."""
    pocket: bool = False
    """Whether a horde has the key of the treasury instead."""
    captive: ActorKind | None = None
    cell: VaultKind | None = None
    """The room of the captive; drawn when the level is generated unless given."""
    cellmates: tuple[ActorKind, ...] = ()
    """The other captives in the same room."""
    out_of_depth: bool = False
    """Whether one of the hordes is of a higher danger."""
    halls: tuple[VaultKind, ...] = ()
    """Vaults that the level has in addition to those drawn."""
    extras: tuple[VaultKind, ...] = ()
    """Rooms without a key, which a level drops after several failed attempts."""
    event: EventKind | None = None
    """The event of the level, which it drops after even more failed attempts."""
    lessons: tuple[VaultKind, ...] = ()
    """Rooms near the path to the stairs down, which a level drops after several failed attempts."""

    def own(self, wanted: VaultLoot) -> Loot | None:
        """Return the item on the floor that a room wants, of the first of its sorts that is there; None without one."""
        fitting = [loot for loot in self.loot if wanted.number in (0, loot.number)]
        return next((loot for sort in wanted.sorts for loot in fitting if loot.kind.sort == sort), None)

    def without_loot(self, loot: Loot) -> Contents:
        """Return the contents without an item that has been placed."""
        left = list(self.loot)
        left.remove(loot)
        return attrs.evolve(self, loot=tuple(left))

    def without_hordes(self, number: int) -> Contents:
        """Return the contents with `number` hordes fewer; items without a horde to carry them go to the floor."""
        hordes = max(0, self.hordes - number)
        loot = (*self.loot, *self.carried[hordes:])
        return attrs.evolve(self, hordes=hordes, carried=self.carried[:hordes], loot=loot)


@frozen
class Room:
    """Cells that were generated together."""

    board: int
    sort: Sort


@frozen
class Crossing:
    """A room with several doors, of which only one is joined to the level yet."""

    name: str
    doors: tuple[tuple[int, Direction], ...]
    """The cells of the doors, each with its direction out."""
    least: int
    """The minimum number of doors to join."""


@define(eq=False)
class LevelDraft:
    """A level under construction, as bitboards; features, items and monsters go straight into the plan."""

    grid: Grid
    ruleset: RuleSet
    contents: Contents
    entrance: Point | None
    """The cell where the level should be entered; None for any."""
    work: Work = attrs.field(factory=Work)
    """The limit for all attempts at the level."""
    plan: LevelPlan = attrs.field(init=False)
    floor: int = 0
    """Cells that are not walls: walkable cells and the depths."""
    depths: int = 0
    """Cells that cannot be crossed on foot: deep water, chasms, lava."""
    doors: int = 0
    protected: int = 0
    """Cells that must not change, such as walls of vaults."""
    vaults: int = 0
    """Vaults, with their walls and doors."""
    locked: int = 0
    """Cells behind a locked door, and the door."""
    pocket: Loot | None = None
    """The key that the leader of a horde will carry."""
    rooms: list[Room] = attrs.field(factory=list)
    door_sites: int = 0
    """Cells where rooms and corridors meet."""
    loops: list[int] = attrs.field(factory=list)
    """Openings that closed a loop."""
    crossings: list[Crossing] = attrs.field(factory=list)
    """Rooms whose further doors must be joined to the level."""
    start: int = 0
    """The cell where the player arrives."""
    exit: int = 0
    """The cell of the stairs down; 0 before there are any."""
    interior: int = attrs.field(init=False)
    """All cells except those along the sides."""
    _rock: tuple[int, int, int] = attrs.field(init=False, default=(-1, -1, 0))
    """The cached `rock`, after the `floor` and `protected` from which it was computed."""
    _codes: dict[str, int] = attrs.field(init=False)
    _cost: int = attrs.field(init=False)
    """The cost of one operation on a bitboard, in units of work."""

    @_cost.default
    def _of_a_board(self) -> int:
        return board_cost(self.grid)

    @plan.default
    def _empty(self) -> LevelPlan:
        return LevelPlan(self.grid)

    @interior.default
    def _inside(self) -> int:
        row = (1 << self.grid.width - 2) - 1
        starts = (self.grid.index(Point(1, y)) for y in range(1, self.grid.height - 1))
        return sum(row << start for start in starts)

    @_codes.default
    def _by_name(self) -> dict[str, int]:
        return {kind.name: code for code, kind in enumerate(self.ruleset.terrain)}

    @property
    def walkable(self) -> int:
        """Walkable cells."""
        return self.floor & ~self.depths

    @property
    def plain(self) -> int:
        """Plain floor without features, outside of vaults and doorways."""
        self.work.spend(_SCAN * self._cost)
        floor = bitboard(self.plan.terrain.translate(_IS_FLOOR))
        features = board_of(self.grid.index(feature.at) for feature in self.plan.features)
        return floor & ~self.vaults & ~self.door_sites & ~features

    @property
    def solid(self) -> int:
        """Walls that can be dug through."""
        return self.interior & ~self.floor & ~self.protected

    @property
    def rock(self) -> int:
        """Walls that can be dug through, with no floor adjacent to them."""
        if self._rock[:2] != (self.floor, self.protected):
            self._rock = self.floor, self.protected, self.solid & ~self.spread(self.floor)
        return self._rock[2]

    def dig(self, board: int) -> None:
        """Turn cells into floor."""
        self.floor |= board
        for cell in cells_of(board):
            self.plan.terrain[cell] = FLOOR

    def fill(self, board: int) -> None:
        """Turn cells into walls."""
        self.floor &= ~board
        for cell in cells_of(board):
            self.plan.terrain[cell] = WALL

    def lay(self, board: int, terrain: str) -> None:
        """Set the ground of cells that are not walls to the terrain `terrain`."""
        code = self._codes[terrain]
        for cell in cells_of(board):
            self.plan.terrain[cell] = code
        if self.plan.cover and not self.ruleset.terrain[code].bears_cover:
            for cell in cells_of(board):
                self.plan.cover[cell] = NOTHING

    def cover(self, board: int, terrain: str) -> None:
        """Lay the cover `terrain` on those cells whose ground bears covers."""
        if not self.plan.cover:
            self.plan.cover = bytearray(self.grid.size)
        bearing = bitboard(self.plan.terrain.translate(marks(self.ruleset.terrain, "bears")))
        for cell in cells_of(board & bearing):
            self.plan.cover[cell] = self._codes[terrain]

    def cells_with(self, terrain: str) -> int:
        """Return the cells whose ground or cover is the terrain `terrain`."""
        self.work.spend(_SCAN * self._cost)
        here = bytes(code == self._codes[terrain] for code in range(256))
        board = bitboard(self.plan.terrain.translate(here))
        return board | bitboard(self.plan.cover.translate(here)) if self.plan.cover else board

    def is_taken(self, cell: int) -> bool:
        """Return whether anything is planned for a cell."""
        return cell in (self.start, self.exit) or self.plan.is_taken(self.grid.point(cell))

    def spread(self, board: int, steps: int = 1) -> int:
        """Return the cells within `steps` steps of those of `board`, walls included."""
        self.work.spend(_SPREAD * self._cost * steps)
        for _ in range(steps):
            board = self.grid.spread(board, diagonally=True)
        return board

    def square(self, cell: int, radius: int) -> int:
        """Return the square of cells within `radius` of `cell` along both axes."""
        (x, y), grid = self.grid.point(cell), self.grid
        left, right = max(0, x - radius), min(grid.width - 1, x + radius)
        row = (1 << right - left + 1) - 1
        return sum(row << grid.index(Point(left, at)) for at in range(grid.height) if abs(at - y) <= radius)

    def moved(self, board: int, way: Direction) -> int:
        """Return the board moved by one step."""
        self.work.spend(self._cost)
        offset = self.grid.offsets[way]
        return board << offset if offset > 0 else board >> -offset

    def waves(self, start: int, board: int) -> Iterator[int]:
        """Yield the cells of `board` that are 0, 1, ... steps from those of `start`, up to the farthest."""
        front, left = start, board & ~start
        stride, spend, cost = self.grid.stride, self.work.spend, _SPREAD * self._cost
        while front:
            spend(cost)
            yield front
            across = front | front << 1 | front >> 1  # inlines `Grid.spread`: a call would take longer
            front = (across | across << stride | across >> stride) & left
            left ^= front

    def reach(self, start: int, board: int) -> int:
        """Return the cells of `board` reachable from those of `start`, these included."""
        return sum(self.waves(start, board))

    def is_connected(self, board: int) -> bool:
        """Return whether all cells of `board` are connected."""
        return self.reach(board & -board, board) == board

    def steps(self, start: int, goal: int, board: int, most: int) -> int | None:
        """Return the steps from one cell to another over `board`; None if there are more than `most`."""
        for distance, front in enumerate(itertools.islice(self.waves(1 << start, board | 1 << goal), most + 1)):
            if front >> goal & 1:
                return distance
        return None

    @property
    def narrow(self) -> int:
        """Floor with walls on two opposite sides: corridors, doorways."""
        north, east, south, west = (self.moved(self.floor, way) for way in CARDINALS)
        return self.floor & (~(north | south) | ~(east | west))
