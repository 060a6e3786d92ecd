"""Densely packed rooms, each joined to the previous one."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import attrs
from attrs.validators import and_, deep_iterable, ge, le

from roguelike.classes import frozen
from roguelike.engine.grid import Grid
from roguelike.engine.kinds.families import named
from roguelike.engine.level_plan import LevelPlan
from roguelike.engine.parts.mapgen.population import (
    MAX_IN_ROOM,
    LootEntry,
    SpawnEntry,
    any_of,
    free_cells,
    place_items,
    place_monsters,
)
from roguelike.engine.parts.mapgen.room import Room, carve, tunnel
from roguelike.tutorials.mapgen.tried_rooms import TriedRooms

if TYPE_CHECKING:
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.level_plan import LevelRequest
    from roguelike.engine.rng import PCG32


@named("blocks")
@frozen(kw_only=True)
class Blocks(TriedRooms):
    """Try `attempts` times to place a room on cells that no other covers, then join each to the previous one.

    The sizes include the walls above a room and to its left. The player starts in the first room, which has monsters
    like every other; monsters higher on the map act first. The numbers of monsters and items in a room are drawn from
    lists, all entries equally likely.
    """

    monsters_in_room: tuple[int, ...] = attrs.field(validator=deep_iterable(and_(ge(0), le(MAX_IN_ROOM))))
    residents: tuple[SpawnEntry, ...]
    items_in_room: tuple[int, ...] = attrs.field(validator=deep_iterable(and_(ge(0), le(MAX_IN_ROOM))))
    treasures: tuple[LootEntry, ...]

    def generate(self, ruleset: RuleSet, rng: PCG32, request: LevelRequest | None = None) -> LevelPlan:
        """Carve and populate room by room, and dig the corridors last."""
        plan = LevelPlan(Grid(self.width, self.height))
        rooms: list[Room] = []
        for _ in range(self.attempts):
            room = self._any_room(plan.grid, rng)
            # Rooms have walls above and to the left: if floors are apart, no cell is covered twice.
            if all(room.inside.is_apart_from(other.inside) for other in rooms):
                carve(plan, room.inside)
                if not rooms:
                    plan.start = room.center
                rooms.append(room)
                self._populate(plan, room.inside, rng)
        for before, room in itertools.pairwise(rooms):
            tunnel(plan, before.center, room.center, across_first=True)
        plan.monsters.sort(key=lambda placed: (placed[1].y, placed[1].x))  # they act row by row
        return plan

    def _populate(self, plan: LevelPlan, floor: Room, rng: PCG32) -> None:
        cells = floor.cells()
        place_monsters(plan, self.residents, free_cells(plan, cells, any_of(self.monsters_in_room, rng), rng), rng)
        place_items(plan, self.treasures, free_cells(plan, cells, any_of(self.items_in_room, rng), rng), rng)
