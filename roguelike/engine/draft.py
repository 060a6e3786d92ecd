"""The draft of a level: its plan, and what is known of it only while it is made."""

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
    """A pass cannot do its work: the level is made again from the next random stream.

    `field` names the number of the pass, of the level or of the budget that is in the way, if one is.
    """

    def __init__(self, why: str, field: str = "") -> None:
        super().__init__(why)
        self.field = field


@frozen
class Loot:
    """Some items of one kind that lie together."""

    kind: ItemKind
    number: int = 1
    plus: int = 0

    def at(self, place: Point) -> PlannedItem:
        """Return it as it lies at a place."""
        return PlannedItem(self.kind, place, self.number, self.plus)


@frozen(kw_only=True)
class Contents:
    """What one level holds, as it was drawn when all levels of the game were."""

    danger: int = 1
    last: bool = False
    """Whether there is no level below."""
    hordes: int = 0
    loot: tuple[Loot, ...] = ()
    """What lies there."""
    carried: tuple[Loot, ...] = ()
    """What hordes carry, one each."""
    choices: tuple[Loot, ...] = ()
    """The items in the treasury, of which the player may take one; empty where there is none."""
    key: VaultKind | None = None
    """The room of the treasury's key; drawn when the level is made unless given."""
    pocket: bool = False
    """Whether a horde has the key of the treasury instead."""
    captive: ActorKind | None = None
    cell: VaultKind | None = None
    """The room of the captive; drawn when the level is made unless given."""
    cellmates: tuple[ActorKind, ...] = ()
    """The other captives, where there are several."""
    out_of_depth: bool = False
    """Whether one of the hordes is of a higher danger."""
    halls: tuple[VaultKind, ...] = ()
    """Vaults that the level has whatever is drawn."""
    extras: tuple[VaultKind, ...] = ()
    """Rooms without a key, which a level that fails often goes without."""
    event: EventKind | None = None
    """What is different about it; a level that fails more often goes without."""
    lessons: tuple[VaultKind, ...] = ()
    """Rooms near the way to the stairs down, which a level that fails often goes without."""

    def own(self, wanted: VaultLoot) -> Loot | None:
        """Return the item of the level that a room wants: one of the first sort of which there is any."""
        fitting = [loot for loot in self.loot if wanted.number in (0, loot.number)]
        return next((loot for sort in wanted.sorts for loot in fitting if loot.kind.sort == sort), None)

    def without_loot(self, loot: Loot) -> Contents:
        """Return the contents less an item that lies somewhere already."""
        left = list(self.loot)
        left.remove(loot)
        return attrs.evolve(self, loot=tuple(left))

    def without_hordes(self, number: int) -> Contents:
        """Return the contents less some hordes; items that the others are too few to carry lie on the level."""
        hordes = max(0, self.hordes - number)
        loot = (*self.loot, *self.carried[hordes:])
        return attrs.evolve(self, hordes=hordes, carried=self.carried[:hordes], loot=loot)


@frozen
class Room:
    """Cells that were made together."""

    board: int
    sort: Sort


@frozen
class Crossing:
    """A room with several doors, of which all but one do not lead anywhere yet."""

    name: str
    doors: tuple[tuple[int, Direction], ...]
    """Their cells, with the ways out."""
    least: int
    """How many of them must lead somewhere."""


@define(eq=False)
class LevelDraft:
    """A level in the making, as bitboards; features, items and monsters go straight into the plan."""

    grid: Grid
    ruleset: RuleSet
    contents: Contents
    entrance: Point | None
    """The cell where the level should be entered; None where that is free to choose."""
    work: Work = attrs.field(factory=Work)
    """The limit for all attempts at the level."""
    plan: LevelPlan = attrs.field(init=False)
    floor: int = 0
    """What is no wall: what can be walked on, and the depths."""
    depths: int = 0
    """What nobody crosses on foot: deep water, chasms, lava."""
    doors: int = 0
    protected: int = 0
    """Cells that stay as they are, walls of vaults among them."""
    vaults: int = 0
    """Vaults, with their walls and doors."""
    locked: int = 0
    """What lies behind a locked door, and the door."""
    pocket: Loot | None = None
    """A key that the leader of some horde carries."""
    rooms: list[Room] = attrs.field(factory=list)
    door_sites: int = 0
    """The cells where rooms and corridors meet."""
    loops: list[int] = attrs.field(factory=list)
    """Mouths that closed a loop."""
    crossings: list[Crossing] = attrs.field(factory=list)
    """Rooms whose further doors are to be joined to the level."""
    start: int = 0
    """The cell of the arrival."""
    exit: int = 0
    """The cell of the stairs down; 0 before there are any."""
    interior: int = attrs.field(init=False)
    """All cells but those along the sides."""
    _rock: tuple[int, int, int] = attrs.field(init=False, default=(-1, -1, 0))
    """The rock, after the floor and what is protected of which it comes."""
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
        """What can be walked on."""
        return self.floor & ~self.depths

    @property
    def plain(self) -> int:
        """Nothing but floor, outside of vaults and doorways, with no feature on it."""
        self.work.spend(_SCAN * self._cost)
        floor = bitboard(self.plan.terrain.translate(_IS_FLOOR))
        features = board_of(self.grid.index(feature.at) for feature in self.plan.features)
        return floor & ~self.vaults & ~self.door_sites & ~features

    @property
    def solid(self) -> int:
        """Walls that may be dug through."""
        return self.interior & ~self.floor & ~self.protected

    @property
    def rock(self) -> int:
        """Walls that may be dug through, with no floor beside them."""
        if self._rock[:2] != (self.floor, self.protected):
            self._rock = self.floor, self.protected, self.solid & ~self.spread(self.floor)
        return self._rock[2]

    def dig(self, board: int) -> None:
        """Make cells floor."""
        self.floor |= board
        for cell in cells_of(board):
            self.plan.terrain[cell] = FLOOR

    def fill(self, board: int) -> None:
        """Make cells walls."""
        self.floor &= ~board
        for cell in cells_of(board):
            self.plan.terrain[cell] = WALL

    def lay(self, board: int, terrain: str) -> None:
        """Make cells that are no wall a terrain, by its name."""
        code = self._codes[terrain]
        for cell in cells_of(board):
            self.plan.terrain[cell] = code
        if self.plan.cover and not self.ruleset.terrain[code].bears_cover:
            for cell in cells_of(board):
                self.plan.cover[cell] = NOTHING

    def cover(self, board: int, terrain: str) -> None:
        """Cover cells with what grows or lies there, those whose ground bears it."""
        if not self.plan.cover:
            self.plan.cover = bytearray(self.grid.size)
        bearing = bitboard(self.plan.terrain.translate(marks(self.ruleset.terrain, "bears")))
        for cell in cells_of(board & bearing):
            self.plan.cover[cell] = self._codes[terrain]

    def cells_with(self, terrain: str) -> int:
        """Return the cells whose terrain, or cover, has that name."""
        self.work.spend(_SCAN * self._cost)
        here = bytes(code == self._codes[terrain] for code in range(256))
        board = bitboard(self.plan.terrain.translate(here))
        return board | bitboard(self.plan.cover.translate(here)) if self.plan.cover else board

    def is_taken(self, cell: int) -> bool:
        """Return whether anyone or anything is planned for a cell."""
        return cell in (self.start, self.exit) or self.plan.is_taken(self.grid.point(cell))

    def spread(self, board: int, steps: int = 1) -> int:
        """Return the cells within `steps` steps, walls included."""
        self.work.spend(_SPREAD * self._cost * steps)
        for _ in range(steps):
            board = self.grid.spread(board, diagonally=True)
        return board

    def square(self, cell: int, radius: int) -> int:
        """Return the cells within `radius` of one along both axes."""
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
        """Yield the cells of `board` that are 0, 1, ... steps from those of `start`, as long as there are any."""
        front, left = start, board & ~start
        stride, spend, cost = self.grid.stride, self.work.spend, _SPREAD * self._cost
        while front:
            spend(cost)
            yield front
            across = front | front << 1 | front >> 1  # as `Grid.spread` does it, which takes longer to be called
            front = (across | across << stride | across >> stride) & left
            left ^= front

    def reach(self, start: int, board: int) -> int:
        """Return the cells of `board` to which one can walk from those of `start`, these included."""
        return sum(self.waves(start, board))

    def is_connected(self, board: int) -> bool:
        """Return whether one can walk from every cell of `board` to every other."""
        return self.reach(board & -board, board) == board

    def steps(self, start: int, goal: int, board: int, most: int) -> int | None:
        """Return the steps from one cell to another over `board`; None where there are more than `most`."""
        for distance, front in enumerate(itertools.islice(self.waves(1 << start, board | 1 << goal), most + 1)):
            if front >> goal & 1:
                return distance
        return None

    @property
    def narrow(self) -> int:
        """Floor with walls on two opposite sides: corridors, doorways."""
        north, east, south, west = (self.moved(self.floor, way) for way in CARDINALS)
        return self.floor & (~(north | south) | ~(east | west))
