"""Joining rooms to the level: possible door sites, and rooms that fit behind them."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from roguelike.classes import frozen
from roguelike.engine.draft import LevelDraft, Room
from roguelike.engine.geometry import CARDINALS, Direction, Point
from roguelike.engine.grid import board_of
from roguelike.engine.kinds.vaults import OUTSIDE, WALL_GLYPH
from roguelike.engine.parts.mapgen.population import any_cell, shuffled
from roguelike.engine.parts.mapgen.shapes import Shape

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from roguelike.engine.draft import Sort
    from roguelike.engine.grid import Grid
    from roguelike.engine.kinds.vaults import VaultKind
    from roguelike.engine.rng import PCG32


def sides(way: Direction) -> tuple[Direction, Direction]:
    """Return the directions to the left and to the right of a cardinal one."""
    place = CARDINALS.index(way)
    return CARDINALS[place - 1], CARDINALS[(place + 1) % len(CARDINALS)]


def opposite(way: Direction) -> Direction:
    """Return the opposite of a cardinal direction."""
    return CARDINALS[CARDINALS.index(way) - 2]


def openings(draft: LevelDraft) -> list[tuple[Direction, int]]:
    """Return the walls with floor on one side and solid rock on the others, by the direction inwards."""
    found, floor, rock, solid = [], draft.floor, draft.rock, draft.solid
    beside = {way: draft.moved(floor, way) for way in CARDINALS}
    for way in CARDINALS:
        left, right = sides(way)
        closed = beside[left] | beside[right] | beside[opposite(way)]
        begun = solid & draft.moved(floor & ~draft.vaults, way) & ~closed
        found.append((way, begun & draft.moved(rock, opposite(way))))
    return found


def attach_room(
    draft: LevelDraft,
    shape: Shape,
    found: Sequence[tuple[Direction, int]],
    sort: Sort,
    rng: PCG32,
    *,
    corridor: int = 0,
) -> int | None:
    """Dig a room behind an opening, at the end of a corridor of `corridor` cells; 0 for no corridor.

    Return the cell of the opening; None if the room fits behind none.
    """
    rock = draft.rock
    corners = shape.corners_in(rock)
    if not corners:
        return None
    for way, board in shuffled(found, rng):
        bends = _straight(draft, board, way, corridor - 2)
        for last in () if not bends else _turns(way, rng) if corridor else (way,):
            firsts = draft.moved(draft.moved(bends, last) & rock if corridor else bends, last)
            entries = shape.entries(draft.grid, last) if firsts else []
            for corner, first in _fitting(corners, firsts, entries, rng):
                path = _Corridor(draft, way, last, corridor, first - draft.grid.offsets[last])
                dug, room = path.cells(), shape.board << corner
                if not room & _beside(draft, dug, path.end, last):
                    _dig(draft, Room(room, sort), dug, path.door_site, path.end)
                    return path.door_site
    return None


def _straight(draft: LevelDraft, board: int, way: Direction, steps: int) -> int:
    """Return the cells of a board moved by some steps, those that stay in rock."""
    rock = draft.rock
    for _ in range(steps):
        board = draft.moved(board, way) & rock
    return board


def _turns(way: Direction, rng: PCG32) -> Iterable[Direction]:
    """Return the directions in which a corridor can end, in random order, more often without a bend."""
    return dict.fromkeys(shuffled((way, way, *sides(way)), rng))


@frozen
class _Corridor:
    """Cells from an opening in one direction, the last of them in another; length 0 for only the opening."""

    draft: LevelDraft
    way: Direction
    last: Direction
    length: int
    end: int

    @property
    def door_site(self) -> int:
        """Its first cell."""
        offsets = self.draft.grid.offsets
        return self.end - offsets[self.last] - (self.length - 2) * offsets[self.way] if self.length else self.end

    def cells(self) -> int:
        """Return all its cells."""
        site, offset = self.door_site, self.draft.grid.offsets[self.way]
        return sum(1 << site + step * offset for step in range(self.length - 1)) | 1 << self.end


def _fitting(corners: int, firsts: int, entries: list[int], rng: PCG32) -> Iterator[tuple[int, int]]:
    """Yield random corners of a shape, each with a cell of `firsts` that is one of its entries there."""
    for entry in shuffled(entries, rng):
        corner = any_cell(corners & firsts >> entry, rng)
        if corner is not None:
            yield corner, corner + entry


def _beside(draft: LevelDraft, dug: int, end: int, way: Direction) -> int:
    """Return the cells of a corridor and around it, except those ahead of its end."""
    left, right = sides(way)
    first = draft.moved(1 << end, way)
    return draft.spread(dug) & ~(first | draft.moved(first, left) | draft.moved(first, right))


def _dig(draft: LevelDraft, room: Room, dug: int, site: int, end: int) -> None:
    if site != end:
        draft.rooms.append(Room(dug, "corridor"))
    draft.rooms.append(room)
    draft.dig(dug | room.board)
    draft.door_sites |= 1 << site | 1 << end


@frozen
class Blueprint:
    """One orientation of a vault, with one of its doors as the first."""

    rows: tuple[str, ...]
    door: Point
    """The door that joins it to the level."""
    way: Direction
    """The direction inwards through that door."""
    others: tuple[tuple[Point, Direction], ...] = ()
    """Its other doors, with the directions outwards."""

    @property
    def cells(self) -> list[tuple[Point, str]]:
        """All cells of the vault, row by row, with their characters."""
        return [(Point(x, y), key) for y, row in enumerate(self.rows) for x, key in enumerate(row) if key != OUTSIDE]


@functools.lru_cache(maxsize=256)
def blueprints(kind: VaultKind) -> tuple[Blueprint, ...]:
    """Return all blueprints of a vault, one for each orientation and first door."""
    rows = [kind.rows, kind.rows[::-1]]
    rows += [_mirrored(each) for each in rows]
    rows += [_turned(each) for each in rows] if kind.turned else []
    return tuple(plan for each in dict.fromkeys(rows) for plan in _blueprints(kind, each))


@frozen(eq=False)
class Stencil:
    """A blueprint in the first corner of a grid: the cells with their characters, and the shapes for placing it."""

    plan: Blueprint
    cells: tuple[tuple[int, str], ...]
    door: int
    whole: Shape
    inner: Shape
    """The open cells, without the door."""

    def cells_at(self, corner: int) -> list[tuple[int, str]]:
        """Return its cells with the corner of its picture at `corner`."""
        return [(corner + cell, key) for cell, key in self.cells]

    def corners(self, sites: int, free: int, inside: int) -> int:
        """Return the possible corners: the door on one of `sites`, all cells on `free`, inner ones on `inside`."""
        corners = sites >> self.door
        corners &= self.inner.corners_in(inside) if corners else 0
        return corners & self.whole.corners_in(free) if corners else 0


@functools.lru_cache(maxsize=256)
def stencils(kind: VaultKind, grid: Grid) -> tuple[Stencil, ...]:
    """Return the stencils of all blueprints of a vault on a grid."""
    return tuple(_stencil(plan, grid.stride) for plan in blueprints(kind))


def _stencil(plan: Blueprint, stride: int) -> Stencil:
    cells = tuple((y * stride + x, key) for (x, y), key in plan.cells)
    door, across, down = plan.door.y * stride + plan.door.x, len(plan.rows[0]), len(plan.rows)
    inner = board_of(cell for cell, key in cells if key != WALL_GLYPH and cell != door)
    return Stencil(
        plan, cells, door, Shape(board_of(cell for cell, _ in cells), across, down), Shape(inner, across, down)
    )


def _mirrored(rows: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(row[::-1] for row in rows)


def _turned(rows: tuple[str, ...]) -> tuple[str, ...]:
    return tuple("".join(column) for column in zip(*rows, strict=True))


def _blueprints(kind: VaultKind, rows: tuple[str, ...]) -> list[Blueprint]:
    """Return the blueprints of a picture, one for each first door; one with door (0, 0) for a picture without doors."""
    doors = [
        Point(x, y)
        for y, row in enumerate(rows)
        for x, key in enumerate(row)
        if (cell := kind.legend.get(key)) is not None and cell.door
    ]
    ways = {door: _way_in(rows, door) for door in doors or [Point(0, 0)]}
    outs = {door: opposite(way) for door, way in ways.items()}
    return [
        Blueprint(rows, door, way, tuple((other, out) for other, out in outs.items() if other != door))
        for door, way in ways.items()
    ]


def _way_in(rows: tuple[str, ...], door: Point) -> Direction:
    """Return the direction inwards from the side of a picture with a door."""
    last_x, last_y = len(rows[0]) - 1, len(rows) - 1
    north, east, south, west = CARDINALS
    return {door.y == last_y: north, door.x == 0: east, door.y == 0: south, door.x == last_x: west}[True]
