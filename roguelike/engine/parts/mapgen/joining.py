"""Hanging rooms on what is there: where a mouth can be, and whether what lies behind it fits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.classes import frozen
from roguelike.engine.dice import roll
from roguelike.engine.draft import Room
from roguelike.engine.geometry import CARDINALS, Direction
from roguelike.engine.grid import cells_of

if TYPE_CHECKING:
    from roguelike.engine.draft import Draft, Sort
    from roguelike.engine.parts.mapgen.shapes import Shape
    from roguelike.engine.rng import PCG32

_PLACES_AT_MOUTH = 4
_MARGIN = 2
"""Cells between a shape and the sides of the grid while its rim is looked at."""


@frozen
class Mouth:
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


def mouths(draft: Draft) -> list[Mouth]:
    """Return all walls with floor on one side and solid rock on the others, by direction and cell."""
    found, floor, rock = [], draft.floor, draft.rock
    for way in CARDINALS:
        left, right = sides(way)
        closed = draft.moved(floor, left) | draft.moved(floor, right) | draft.moved(floor, opposite(way))
        begun = draft.solid & draft.moved(floor & ~draft.vaults, way) & ~closed
        found += [Mouth(cell, way) for cell in cells_of(begun & draft.moved(rock, opposite(way)))]
    return found


def hang(draft: Draft, shape: Shape, mouth: Mouth, sort: Sort, rng: PCG32, *, corridor: int = 0) -> bool:
    """Dig a room behind a mouth, at the end of a corridor of so many cells, and return whether there was space."""
    dug, end = 1 << mouth.cell, mouth
    if corridor:
        end = _end(draft, mouth, corridor, rng)
        dug = _between(draft, mouth, end, corridor)
        if dug & ~draft.solid or draft.spread(dug ^ 1 << mouth.cell) & draft.floor:
            return False
    room = _behind(draft, shape, end, dug ^ 1 << end.cell, rng)
    if not room:
        return False
    if corridor:
        draft.rooms.append(Room(dug, "corridor"))
    draft.rooms.append(Room(room, sort))
    draft.dig(dug | room)
    draft.mouths |= 1 << mouth.cell | 1 << end.cell
    return True


def _end(draft: Draft, mouth: Mouth, length: int, rng: PCG32) -> Mouth:
    """Return the last cell of a corridor, and the way it goes on: straight half of the time, or with a bend."""
    bend = mouth.cell + (length - 2) * draft.grid.offsets[mouth.way]
    way = (mouth.way, mouth.way, *sides(mouth.way))[roll(rng, 0, 3)]
    return Mouth(bend + draft.grid.offsets[way], way)


def _between(draft: Draft, mouth: Mouth, end: Mouth, length: int) -> int:
    """Return the cells of a corridor; none where it would leave the level."""
    offset = draft.grid.offsets[mouth.way]
    return sum(1 << max(0, mouth.cell + step * offset) for step in range(length - 1)) | 1 << max(0, end.cell)


def _behind(draft: Draft, shape: Shape, mouth: Mouth, dug: int, rng: PCG32) -> int:
    """Return where a room can be behind a mouth, apart from all else; 0 for nowhere."""
    grid, way = draft.grid, mouth.way
    if not draft.rock >> (mouth.cell + grid.offsets[way]) & 1:
        return 0
    here = shape.at(grid, _MARGIN + 1, _MARGIN + 1)  # a grid has a border
    before = draft.moved(here & ~draft.moved(here, way), opposite(way))
    left, right = sides(way)
    entries = cells_of(before & ~draft.moved(here, left) & ~draft.moved(here, right))
    at, first = grid.point(mouth.cell), 1 << (mouth.cell + grid.offsets[way])
    ahead = first | draft.moved(first, left) | draft.moved(first, right)
    beside = draft.spread(1 << mouth.cell) & ~ahead
    for _ in range(_PLACES_AT_MOUTH if entries else 0):
        entry = grid.point(entries[roll(rng, 0, len(entries) - 1)])
        x, y = at.x - entry.x + _MARGIN, at.y - entry.y + _MARGIN
        if not (1 <= x <= grid.width - 1 - shape.width and 1 <= y <= grid.height - 1 - shape.height):
            continue
        room = shape.at(grid, x + 1, y + 1)
        if not room & (~draft.solid | beside) and not draft.spread(room) & (draft.floor | dug):
            return room
    return 0
