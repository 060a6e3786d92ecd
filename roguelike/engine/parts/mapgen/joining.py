"""Joining rooms to the level: where a door site can be, and whether the room behind it fits."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from roguelike.classes import frozen
from roguelike.engine.draft import LevelDraft, Room
from roguelike.engine.geometry import CARDINALS, Direction, Point
from roguelike.engine.grid import cells_of
from roguelike.engine.kinds.vaults import OUTSIDE
from roguelike.engine.parts.mapgen.population import any_cell, shuffled

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from roguelike.engine.draft import Sort
    from roguelike.engine.kinds.vaults import VaultKind
    from roguelike.engine.parts.mapgen.shapes import Shape
    from roguelike.engine.rng import PCG32


@frozen
class DoorSite:
    """A wall cell from which something new may begin, and the way into that."""

    cell: int
    way: Direction


def sides(way: Direction) -> tuple[Direction, Direction]:
    """Return the directions to the left and to the right of a cardinal one."""
    place = CARDINALS.index(way)
    return CARDINALS[place - 1], CARDINALS[(place + 1) % len(CARDINALS)]


def opposite(way: Direction) -> Direction:
    """Return the direction back."""
    return CARDINALS[CARDINALS.index(way) - 2]


def openings(draft: LevelDraft) -> list[tuple[Direction, int]]:
    """Return, by the way in, the walls with floor on one side and solid rock on the others."""
    found, floor, rock, solid = [], draft.floor, draft.rock, draft.solid
    beside = {way: draft.moved(floor, way) for way in CARDINALS}
    for way in CARDINALS:
        left, right = sides(way)
        closed = beside[left] | beside[right] | beside[opposite(way)]
        begun = solid & draft.moved(floor & ~draft.vaults, way) & ~closed
        found.append((way, begun & draft.moved(rock, opposite(way))))
    return found


def door_sites(draft: LevelDraft) -> list[DoorSite]:
    """Return all openings one by one, by direction and cell."""
    return [DoorSite(cell, way) for way, board in openings(draft) for cell in cells_of(board)]


def attach_room(
    draft: LevelDraft,
    shape: Shape,
    found: Sequence[tuple[Direction, int]],
    sort: Sort,
    rng: PCG32,
    *,
    corridor: int = 0,
) -> int | None:
    """Dig a room behind an opening, at the end of a corridor of `corridor` cells, or of none.

    Return the cell of the opening; None where the room fits behind none.
    """
    rock = draft.rock
    corners = shape.corners_in(rock)
    if not corners:
        return None
    for way, board in shuffled(found, rng):
        for last in _turns(way, rng) if corridor else (way,):
            path = _Corridor(draft, way, last, corridor)
            firsts = draft.moved(path.ends(board, rock), last)
            for corner, first in _fitting(corners, firsts, shape.entries(draft.grid, last), rng):
                end = first - draft.grid.offsets[last]
                dug, room = path.cells(end), shape.board << corner
                if not room & _beside(draft, dug, end, last):
                    _dig(draft, Room(room, sort), dug, path.door_site(end), end)
                    return path.door_site(end)
    return None


def _turns(way: Direction, rng: PCG32) -> Iterable[Direction]:
    """Return the ways on which a corridor may end, in an order of chance: more often without a bend."""
    return dict.fromkeys(shuffled((way, way, *sides(way)), rng))


@frozen
class _Corridor:
    """Cells from an opening one way, the last of them another way; 0 for the opening alone."""

    draft: LevelDraft
    way: Direction
    last: Direction
    length: int

    def ends(self, board: int, rock: int) -> int:
        """Return where those through rock end that begin on the cells of a board."""
        for _ in range(self.length - 2):
            board = self.draft.moved(board, self.way) & rock
        return self.draft.moved(board, self.last) & rock if self.length else board

    def door_site(self, end: int) -> int:
        """Return where the one begins that ends on a cell."""
        offsets = self.draft.grid.offsets
        return end - offsets[self.last] - (self.length - 2) * offsets[self.way] if self.length else end

    def cells(self, end: int) -> int:
        """Return all its cells."""
        site, offset = self.door_site(end), self.draft.grid.offsets[self.way]
        return sum(1 << site + step * offset for step in range(self.length - 1)) | 1 << end


def _fitting(corners: int, firsts: int, entries: list[int], rng: PCG32) -> Iterator[tuple[int, int]]:
    """Yield by chance some of the corners of a shape, with a cell of `firsts` that is one of its entries there."""
    for entry in shuffled(entries, rng) if firsts else ():
        corner = any_cell(corners & firsts >> entry, rng)
        if corner is not None:
            yield corner, corner + entry


def _beside(draft: LevelDraft, dug: int, end: int, way: Direction) -> int:
    """Return the cells of a corridor and around it, without those ahead of its end."""
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
    """One way to build a vault."""

    rows: tuple[str, ...]
    door: Point
    """The door by which it is joined first."""
    way: Direction
    """The way in."""
    others: tuple[tuple[Point, Direction], ...] = ()
    """Its other doors, with the ways out."""

    @property
    def cells(self) -> list[tuple[Point, str]]:
        """All cells of the vault, row by row, with their characters."""
        return [(Point(x, y), key) for y, row in enumerate(self.rows) for x, key in enumerate(row) if key != OUTSIDE]


@functools.lru_cache(maxsize=256)
def blueprints(kind: VaultKind) -> tuple[Blueprint, ...]:
    """Return all ways to build a vault, one for each door."""
    rows = [kind.rows, kind.rows[::-1]]
    rows += [_mirrored(each) for each in rows]
    rows += [_turned(each) for each in rows] if kind.turned else []
    return tuple(plan for each in dict.fromkeys(rows) for plan in _blueprints(kind, each))


def _mirrored(rows: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(row[::-1] for row in rows)


def _turned(rows: tuple[str, ...]) -> tuple[str, ...]:
    return tuple("".join(column) for column in zip(*rows, strict=True))


def _blueprints(kind: VaultKind, rows: tuple[str, ...]) -> list[Blueprint]:
    """Return the blueprints of a picture, by their first doors; one without a door for a picture that has none."""
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
    """Return the way that leads away from the side of a picture with a door."""
    last_x, last_y = len(rows[0]) - 1, len(rows) - 1
    north, east, south, west = CARDINALS
    return {door.y == last_y: north, door.x == 0: east, door.y == 0: south, door.x == last_x: west}[True]
