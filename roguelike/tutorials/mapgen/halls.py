"""Separate rooms, each joined to the previous one by a corridor with a random bend."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.dice import percent, roll
from roguelike.engine.geometry import Point
from roguelike.engine.grid import Grid
from roguelike.engine.kinds.families import named
from roguelike.engine.level_plan import LevelPlan
from roguelike.engine.parts.mapgen.population import MAX_IN_ROOM, LootEntry, SpawnEntry, place_items, place_monsters
from roguelike.engine.parts.mapgen.room import Room, carve, tunnel
from roguelike.tutorials.mapgen.tried_rooms import TriedRooms

if TYPE_CHECKING:
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.level_plan import LevelRequest
    from roguelike.engine.rng import PCG32


@named("halls")
@frozen(kw_only=True)
class Halls(TriedRooms):
    """Try `attempts` times to place a room that touches no other, and join each to the previous one.

    The sizes include the walls above a room and to its left. The player starts in the first room, which has monsters
    like every other. All numbers of monsters and of items in a room up to the maximum are equally likely; each tries
    one cell, and is left out if the cell is taken.
    """

    most_monsters: int = attrs.field(validator=[ge(0), le(MAX_IN_ROOM)])
    """The maximum number of monsters to try in a room."""
    residents: tuple[SpawnEntry, ...]
    most_items: int = attrs.field(validator=[ge(0), le(MAX_IN_ROOM)])
    """The maximum number of items to try in a room."""
    items_share: bool = False
    """Whether an item can share a cell with another; never with the player or a monster."""
    treasures: tuple[LootEntry, ...]

    @property
    def piles_up(self) -> bool:
        """Whether items share cells."""
        return self.items_share

    def generate(self, ruleset: RuleSet, rng: PCG32, request: LevelRequest | None = None) -> LevelPlan:
        """Carve, join and populate room by room."""
        plan = LevelPlan(Grid(self.width, self.height))
        rooms: list[Room] = []
        for _ in range(self.attempts):
            room = self._any_room(plan.grid, rng)
            if not all(map(room.is_apart_from, rooms)):
                continue
            carve(plan, room.inside)
            if rooms:
                tunnel(plan, rooms[-1].center, room.center, across_first=percent(rng, 50))
            else:
                plan.start = room.center
            rooms.append(room)
            self._populate(plan, room.inside, rng)
        return plan

    def _populate(self, plan: LevelPlan, floor: Room, rng: PCG32) -> None:
        for _ in range(roll(rng, 0, self.most_monsters)):
            cell = _any_cell(floor, rng)
            if not plan.is_taken(cell):
                place_monsters(plan, self.residents, [cell], rng)
        blocked = {plan.start, *(at for _, at, *_ in plan.monsters)}
        for _ in range(roll(rng, 0, self.most_items)):
            cell = _any_cell(floor, rng)
            if not (cell in blocked if self.items_share else plan.is_taken(cell)):
                place_items(plan, self.treasures, [cell], rng)


def _any_cell(floor: Room, rng: PCG32) -> Point:
    x = roll(rng, floor.left, floor.left + floor.width - 1)
    return Point(x, roll(rng, floor.top, floor.top + floor.height - 1))
