"""The base class of generators that repeatedly try to place a room of random size."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, gt, le

from roguelike.classes import frozen
from roguelike.engine.grid import MAX_SIDE
from roguelike.engine.kinds.families import MapGenerator
from roguelike.engine.parts.mapgen.room import MAX_ATTEMPTS, Room, any_room, check_sizes, size_range

if TYPE_CHECKING:
    from roguelike.engine.grid import Grid
    from roguelike.engine.rng import PCG32


@frozen(kw_only=True)
class TriedRooms(MapGenerator):
    """The sizes of a level and of its rooms, which include the walls above a room and to its left."""

    width: int = attrs.field(validator=[ge(12), le(MAX_SIDE)])
    height: int = attrs.field(validator=[ge(8), le(MAX_SIDE)])
    attempts: int = attrs.field(validator=[gt(0), le(MAX_ATTEMPTS)])
    room_width: tuple[int, int] = attrs.field(validator=size_range(2, 2))
    """The smallest and the largest size, in cells."""
    room_height: tuple[int, int] = attrs.field(validator=size_range(2, 2))
    """The smallest and the largest size, in cells."""

    def __attrs_post_init__(self) -> None:
        check_sizes(self.room_width, self.room_height, self.width - 1, self.height - 1)

    def _any_room(self, grid: Grid, rng: PCG32) -> Room:
        """Return a room of random size, anywhere on the grid."""
        return any_room(grid, self.room_width, self.room_height, rng)
