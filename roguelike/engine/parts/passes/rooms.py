"""Passes that build rooms, loops and doors."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.dice import choose_weighted, percent, roll
from roguelike.engine.draft import Retry, Room
from roguelike.engine.geometry import CARDINALS, Direction, Point
from roguelike.engine.grid import MAX_SIDE, Grid, board_of, cells_of
from roguelike.engine.kinds.families import Pass, named
from roguelike.engine.kinds.limits import HEAVIEST, rising
from roguelike.engine.kinds.names import GroundName
from roguelike.engine.parts.mapgen.crossings import join_crossings
from roguelike.engine.parts.mapgen.joining import attach_room, openings, opposite, sides
from roguelike.engine.parts.mapgen.population import shuffled
from roguelike.engine.parts.mapgen.shapes import Shape, blob, box, cross, ellipse, pillared
from roguelike.engine.parts.passes.proof import goes_round

if TYPE_CHECKING:
    from roguelike.engine.draft import LevelDraft, Sort
    from roguelike.engine.rng import PCG32


_FIRST_TRIES = 60
_AT_ONCE = 8
"""The number of cells of a shape that take one unit of work."""


@named("accrete")
@frozen(kw_only=True)
class Accrete(Pass):
    """Attach rooms to the level's door sites until enough of the level is floor, or no more rooms fit.

    The first room is at the arrival.
    """

    until: int = attrs.field(default=45, validator=[ge(1), le(80)])
    """The share of the level to become floor, in percent."""
    tries: int = attrs.field(default=60, validator=[ge(1), le(500)])
    """The number of consecutive rooms without a place after which it stops."""
    rectangles: int = attrs.field(default=55, validator=[ge(0), le(HEAVIEST)])
    """The weight of rectangles among the shapes; the next three keys are those of crosses, rounds and caves."""
    crosses: int = attrs.field(default=15, validator=[ge(0), le(HEAVIEST)])
    rounds: int = attrs.field(default=10, validator=[ge(0), le(HEAVIEST)])
    caves: int = attrs.field(default=20, validator=[ge(0), le(HEAVIEST)])
    widths: tuple[int, ...] = attrs.field(default=(4, 12), validator=rising(2, MAX_SIDE))
    heights: tuple[int, ...] = attrs.field(default=(3, 6), validator=rising(2, MAX_SIDE))
    cave_cells: tuple[int, ...] = attrs.field(default=(20, 80), validator=rising(5, 400))
    corridors: int = attrs.field(default=50, validator=[ge(0), le(100)])
    """The chance of a corridor before a room, in percent."""
    lengths: tuple[int, ...] = attrs.field(default=(3, 10), validator=rising(3, MAX_SIDE))
    """The least and the greatest length of corridors, in cells."""
    pillars: int = attrs.field(default=0, validator=[ge(0), le(100)])
    """The chance of pillars in a rectangle, in percent."""

    def __attrs_post_init__(self) -> None:
        if not self.rectangles + self.crosses + self.rounds + self.caves:
            raise ValueError("one of 'rectangles', 'crosses', 'rounds' and 'caves' must be above 0")

    def run(self, draft: LevelDraft, rng: PCG32) -> None:
        """Attach rooms, the first one at the arrival."""
        if not draft.floor:
            self._begin(draft, rng)
        wanted = draft.grid.width * draft.grid.height * self.until // 100
        failed, found = 0, openings(draft)
        while draft.floor.bit_count() < wanted and failed < self.tries:
            shape, sort = self._shape(draft, rng)
            corridor = roll(rng, *self.lengths) if percent(rng, self.corridors) else 0
            if attach_room(draft, shape, found, sort, rng, corridor=corridor) is None:
                failed += 1
            else:
                failed, found = 0, openings(draft)

    def _begin(self, draft: LevelDraft, rng: PCG32) -> None:
        """Dig the first room, with the place of the arrival in its wall."""
        grid = draft.grid
        for _ in range(_FIRST_TRIES):
            at = draft.entrance or Point(roll(rng, 1, grid.width - 2), roll(rng, 1, grid.height - 2))
            shape, sort = self._shape(draft, rng)
            cell = attach_room(draft, shape, [(way, 1 << grid.index(at)) for way in CARDINALS], sort, rng)
            if cell is not None:
                draft.start, draft.door_sites = cell, 0
                draft.protected |= draft.spread(1 << cell) & ~draft.floor | 1 << cell
                return
        raise Retry("there is no room for the first room")

    def _shape(self, draft: LevelDraft, rng: PCG32) -> tuple[Shape, Sort]:
        shape, sort = self._drawn(draft.grid, rng)
        draft.work.spend(1 + shape.width * shape.height // _AT_ONCE)
        return shape, sort

    def _drawn(self, grid: Grid, rng: PCG32) -> tuple[Shape, Sort]:
        match choose_weighted(rng, (self.rectangles, self.crosses, self.rounds, self.caves)):
            case 0:
                shape = box(grid, roll(rng, *self.widths), roll(rng, *self.heights))
                return pillared(grid, shape) if percent(rng, self.pillars) else shape, "room"
            case 1:
                return cross(grid, self.widths, self.heights, rng), "room"
            case 2:
                height = roll(rng, max(4, self.heights[0]), max(5, self.heights[1]))
                return ellipse(grid, height + roll(rng, 0, height // 2 + 1), height), "room"
            case _:
                return blob(grid, (6, 16), (4, 9), self.cave_cells, rng), "cave"


@named("loops")
@frozen(kw_only=True)
class Loops(Pass):
    """Open walls whose two sides are many steps apart, so that the player is not easily cornered.

    Before that, join the further doors of rooms with several doors.
    """

    apart: int = attrs.field(default=18, validator=[ge(4), le(400)])
    """The least steps of the detour."""
    most: int = attrs.field(default=5, validator=[ge(0), le(20)])
    thickest: int = attrs.field(default=5, validator=[ge(1), le(MAX_SIDE)])
    """The maximum thickness of walls to open, in cells."""
    least: int = attrs.field(default=3, validator=[ge(0), le(20)])
    """The number of loops below which it also opens walls up to twice as thick, for detours half as long."""

    def run(self, draft: LevelDraft, rng: PCG32) -> None:
        """Try all places, in random order."""
        join_crossings(draft, rng)
        draft.loops = [cell for cell in draft.loops if goes_round(draft, cell, draft.walkable & ~(1 << cell))]
        _open_walls(draft, self.apart, self.thickest, self.most, rng)
        _open_walls(draft, self.apart // 2, self.thickest * 2, min(self.least, self.most), rng)


def _open_walls(draft: LevelDraft, apart: int, thickest: int, most: int, rng: PCG32) -> None:
    """Open walls in random order until there are `most` loops."""
    if len(draft.loops) >= most:
        return
    for way, line in shuffled(_places(draft, thickest), rng):
        _open(draft, way, line, apart)
        if len(draft.loops) >= most:
            return


def _places(draft: LevelDraft, thickest: int) -> list[tuple[Direction, list[int]]]:
    """Return straight lines of wall between two cells of floor, with walls along them."""
    places = []
    for way in CARDINALS[:2]:
        floor, (left, right) = draft.walkable & ~draft.vaults, sides(way)
        free = draft.solid & ~draft.moved(draft.floor, left) & ~draft.moved(draft.floor, right)
        line = free & draft.moved(floor, way)
        beyond = draft.moved(floor, opposite(way))
        for thickness in range(1, thickest + 1):
            ends = cells_of(line & beyond)
            places += [(way, [end - step * draft.grid.offsets[way] for step in range(thickness)]) for end in ends]
            line = draft.moved(line & ~beyond, way) & free
    return places


def _open(draft: LevelDraft, way: Direction, line: list[int], apart: int) -> None:
    """Open a line of wall whose sides are farther apart than `apart` steps."""
    offset, board, (left, right) = draft.grid.offsets[way], board_of(line), sides(way)
    beside = draft.moved(board, left) | draft.moved(board, right) | draft.spread(board_of(line[1:-1]))
    if board & ~draft.solid or beside & draft.floor:
        return
    if draft.steps(line[0] + offset, line[-1] - offset, draft.walkable, apart) is None:
        draft.dig(board)
        draft.rooms += [Room(board, "corridor")] if len(line) > 1 else []
        draft.loops.append(line[0])
        draft.door_sites |= 1 << line[0]


_THROUGH = ((True, True, False, False), (False, False, True, True))


@named("doors")
@frozen(kw_only=True)
class Doors(Pass):
    """Place doors in the door sites of rooms, except those of caves."""

    door: GroundName
    chance: int = attrs.field(default=60, validator=[ge(0), le(100)])

    def run(self, draft: LevelDraft, rng: PCG32) -> None:
        """Go through the door sites by rising cell, except those that lakes have covered."""
        caves = 0
        for room in draft.rooms:
            caves |= draft.spread(room.board) if room.sort == "cave" else 0
        for cell in cells_of(draft.door_sites & ~caves):
            if percent(rng, self.chance) and _is_doorway(draft, cell):
                draft.lay(1 << cell, self.door)
                draft.doors |= 1 << cell


def _is_doorway(draft: LevelDraft, cell: int) -> bool:
    """Return whether a cell has walls on two sides and plain floor on the others, with no other door beside it."""
    here = 1 << cell
    if (draft.depths | draft.protected) & here or draft.spread(here) & draft.doors:
        return False
    north, east, south, west = (draft.moved(here, way) & draft.walkable for way in CARDINALS)
    return (bool(north), bool(south), bool(east), bool(west)) in _THROUGH
