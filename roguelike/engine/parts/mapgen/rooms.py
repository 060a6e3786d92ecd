"""Rooms joined by corridors, with loops and dangerous rooms far from the start."""

from __future__ import annotations

import functools
import operator
from typing import TYPE_CHECKING

import attrs
from attrs.validators import and_, deep_iterable, ge, gt, le

from roguelike.classes import frozen
from roguelike.engine.dice import choose_weighted, percent, roll
from roguelike.engine.grid import MAX_SIDE, Grid, board_of, cells_of
from roguelike.engine.kinds.families import MapGenerator, named
from roguelike.engine.kinds.terrain import FLOOR
from roguelike.engine.level_plan import MAX_MONSTERS, LevelPlan
from roguelike.engine.parts.mapgen.population import (
    MAX_IN_ROOM,
    LootEntry,
    SpawnEntry,
    any_of,
    free_cells,
    place_items,
)
from roguelike.engine.parts.mapgen.room import Room, carve, check_sizes, size_range, tunnel

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.level_plan import LevelRequest
    from roguelike.engine.rng import PCG32

__all__ = ["MAX_TRIES", "RoomSpawnEntry", "Rooms"]

MAX_TRIES = 1000
"""The maximum number of rooms to try, and of additional corridors."""


@frozen
class RoomSpawnEntry(SpawnEntry):
    """A kind of monster to draw from, for a room."""

    rooms_away: int = attrs.field(default=1, validator=[ge(1), le(MAX_TRIES)])
    """The minimum number of rooms from the start to its room."""


@named("rooms")
@frozen(kw_only=True)
class Rooms(MapGenerator):
    """Try `attempts` times to place a room of random size, and join each to the nearest earlier one.

    The player starts in the first room, which has no monsters. The numbers of monsters and items in a room are drawn
    from lists, all entries equally likely.
    """

    width: int = attrs.field(validator=[ge(12), le(MAX_SIDE)])
    height: int = attrs.field(validator=[ge(8), le(MAX_SIDE)])
    attempts: int = attrs.field(validator=[gt(0), le(MAX_TRIES)])
    room_width: tuple[int, int] = attrs.field(validator=size_range(2, 3))
    """The smallest and the largest size, in cells."""
    room_height: tuple[int, int] = attrs.field(validator=size_range(2, 3))
    """The smallest and the largest size, in cells."""
    loops: int = attrs.field(validator=[ge(0), le(MAX_TRIES)])
    """The number of corridors in addition to those that join all rooms."""
    quiet: int = attrs.field(default=0, validator=[ge(0), le(MAX_SIDE)])
    """Steps around the start without monsters."""
    monsters_in_room: tuple[int, ...] = attrs.field(validator=deep_iterable(and_(ge(0), le(MAX_IN_ROOM))))
    residents: tuple[RoomSpawnEntry, ...]
    items_in_room: tuple[int, ...] = attrs.field(validator=deep_iterable(and_(ge(0), le(MAX_IN_ROOM))))
    treasures: tuple[LootEntry, ...]

    def __attrs_post_init__(self) -> None:
        check_sizes(self.room_width, self.room_height, self.width - 2, self.height - 2)

    def generate(self, ruleset: RuleSet, rng: PCG32, request: LevelRequest | None = None) -> LevelPlan:
        """Dig first, then populate, room by room."""
        plan = LevelPlan(Grid(self.width, self.height))
        rooms = self._place(rng)
        for room in rooms:
            carve(plan, room)
        self._join(plan, rooms, rng)
        plan.start = rooms[0].center
        quiet = _within(plan, plan.start, self.quiet)
        for room, distance in zip(rooms, _rooms_away(plan, rooms), strict=True):
            if distance:
                self._move_in(plan, [cell for cell in room.cells() if cell not in quiet], distance, rng)
            self._furnish(plan, room, rng)
        return plan

    def _place(self, rng: PCG32) -> list[Room]:
        rooms: list[Room] = []
        (narrowest, widest), (lowest, tallest) = self.room_width, self.room_height
        for attempt in range(self.attempts):
            width = roll(rng, narrowest, min(widest, self.width - 2))
            height = roll(rng, lowest, min(tallest, self.height - 2))
            room = Room(roll(rng, 1, self.width - width - 1), roll(rng, 1, self.height - height - 1), width, height)
            if not attempt or all(map(room.is_apart_from, rooms)):
                rooms.append(room)
        return rooms

    def _join(self, plan: LevelPlan, rooms: list[Room], rng: PCG32) -> None:
        """Dig the corridors."""
        for number, room in enumerate(rooms[1:], start=1):
            nearest = min(range(number), key=lambda other: _walk(rooms[other], room))
            tunnel(plan, rooms[nearest].center, room.center, across_first=percent(rng, 50))
        for _ in range(self.loops if len(rooms) > 1 else 0):
            start, goal = (rooms[roll(rng, 0, len(rooms) - 1)].center for _ in range(2))
            tunnel(plan, start, goal, across_first=percent(rng, 50))

    def _move_in(self, plan: LevelPlan, cells: list[Point], distance: int, rng: PCG32) -> None:
        residents = [resident for resident in self.residents if resident.rooms_away <= distance and resident.weight]
        free = free_cells(plan, cells, any_of(self.monsters_in_room, rng) if residents else 0, rng)
        for cell in free[: MAX_MONSTERS - len(plan.monsters)]:
            chosen = residents[choose_weighted(rng, [resident.weight for resident in residents])]
            plan.add_monster(chosen.monster, cell)

    def _furnish(self, plan: LevelPlan, room: Room, rng: PCG32) -> None:
        place_items(plan, self.treasures, free_cells(plan, room.cells(), any_of(self.items_in_room, rng), rng), rng)


def _rooms_away(plan: LevelPlan, rooms: list[Room]) -> list[int]:
    """Return the number of rooms from the first to each room, along any corridors, including crossings and loops."""
    boards = [board_of(map(plan.grid.index, room.cells())) for room in rooms]
    floor = board_of(cell for cell, code in enumerate(plan.terrain) if code == FLOOR)
    corridors = floor & ~functools.reduce(operator.or_, boards)
    away = {0: 0}
    reached = boards[0]
    while len(away) < len(rooms):
        reached = _flood(plan.grid, reached, corridors)
        entered = [number for number, board in enumerate(boards) if number not in away and board & reached]
        away |= dict.fromkeys(entered, max(away.values()) + 1)
        reached = functools.reduce(operator.or_, (boards[number] for number in entered))
    return [away[number] for number in range(len(rooms))]


def _within(plan: LevelPlan, start: Point, steps: int) -> set[Point]:
    """Return the floor within `steps` of `start`, only for lookups."""
    floor = board_of(cell for cell, code in enumerate(plan.terrain) if code == FLOOR)
    board = 1 << plan.grid.index(start)
    for _ in range(steps):
        board = plan.grid.spread(board, diagonally=True) & floor
    return set(map(plan.grid.point, cells_of(board)))


def _flood(grid: Grid, board: int, corridors: int) -> int:
    """Return the cells of a bitboard, the corridors that start from it, and all neighbours of both."""
    while (more := grid.spread(board, diagonally=True) & corridors | board) != board:
        board = more
    return grid.spread(board, diagonally=True)


def _walk(a: Room, b: Room) -> int:
    return abs(a.center.x - b.center.x) + abs(a.center.y - b.center.y)
