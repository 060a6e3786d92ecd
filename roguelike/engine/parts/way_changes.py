"""Changes of the path between the stairs of a level to which the player carries the prize up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.grid import board_of
from roguelike.engine.kinds.exits import Exit
from roguelike.engine.kinds.families import WayChange, named
from roguelike.engine.kinds.limits import DEEPEST, MAX_TURNS
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.kinds.names import TerrainName
from roguelike.engine.rules.fire import flammable, light
from roguelike.engine.rules.hordes import danger_of, draw_horde, spawn_horde
from roguelike.engine.rules.terrain import change
from roguelike.engine.schema import shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.state.level import Level
    from roguelike.engine.state.world import World

_CLEAR = 6
"""The number of cells at either end of the path that stay unchanged."""


@named("collapse")
@frozen(kw_only=True)
class Collapse(WayChange):
    """Block the path where a detour remains, so that every cell stays reachable."""

    terrain: TerrainName
    """The terrain that blocks the path."""
    told: str = shown(default="")

    def apply(self, world: World, way: Sequence[int]) -> bool:
        """Fill a cell near the middle of the path and the cells beside it, or only that cell."""
        level = world.level
        taken = _taken(level)
        middle = len(way) // 2
        for place in sorted(range(_CLEAR, len(way) - _CLEAR), key=lambda each: (abs(each - middle), each)):
            cell = 1 << way[place]
            for board in (level.grid.spread(cell, diagonally=True) & level.passable, cell):
                if not board & taken and keeps_ways(level, board):
                    change(world, board, self.terrain)
                    return True
        return False


@named("blaze")
@frozen(kw_only=True)
class Blaze(WayChange):
    """Grow a cover over the first half of the path, and ignite it."""

    cover: TerrainName
    """The cover that grows and burns."""
    told: str = shown(default="")

    def apply(self, world: World, way: Sequence[int]) -> bool:
        """Cover the path and the cells beside it, and ignite some of it a quarter of the path from the player."""
        level = world.level
        stretch = way[_CLEAR : len(way) // 2]
        if len(stretch) < _CLEAR:
            return False
        beside = level.grid.spread(board_of(stretch), diagonally=False) & level.passable
        change(world, beside & ~_taken(level), self.cover)
        start = len(stretch) // 2
        light(world, flammable(level) & board_of(stretch[start : start + 3]))
        return bool(level.fire)


@named("water")
@frozen(kw_only=True)
class HighWater(WayChange):
    """Lay water over a part of the path for some rounds."""

    terrain: TerrainName
    radius: int = attrs.field(default=2, validator=[ge(0), le(10)])
    """The radius of the water around the middle of the path, in steps."""
    rounds: int = attrs.field(default=80, validator=[ge(1), le(MAX_TURNS)])
    """Rounds until it falls."""
    told: str = shown(default="")

    def apply(self, world: World, way: Sequence[int]) -> bool:
        """Flood the empty cells around the middle of the path."""
        level = world.level
        pool = 1 << way[len(way) // 2]
        for _ in range(self.radius):
            pool |= level.grid.spread(pool, diagonally=True) & level.passable
        pool &= ~(_taken(level) | board_of((*way[:_CLEAR], *way[-_CLEAR:])))
        if not pool >> way[len(way) // 2] & 1:
            return False
        change(world, pool, self.terrain, rounds=self.rounds)
        return True


@named("sentries")
@frozen(kw_only=True)
class Sentries(WayChange):
    """Place a second, sleeping horde beside the stairs to which the path leads."""

    less_danger: int = attrs.field(default=2, validator=[ge(0), le(DEEPEST)])
    """The amount by which its danger is below that of the waiting horde."""
    told: str = shown(default="")

    def apply(self, world: World, way: Sequence[int]) -> bool:
        """Place the horde."""
        rules, level = world.ruleset.climb, world.level
        usual = danger_of(world)
        danger = max(1, (usual if rules is None else rules.danger(world.depth, usual)) - self.less_danger)
        horde = draw_horde(world, danger)
        return horde is not None and bool(spawn_horde(world, horde, level.grid.point(way[-2]), mood=Mood.ASLEEP))


def keeps_ways(level: Level, board: int) -> bool:
    """Return whether every other cell stays reachable from the stairs when the cells of a bitboard are blocked."""
    stairs = board_of(level.grid.index(at) for way in (Exit.UP, Exit.DOWN) if (at := level.exit_at(way)) is not None)
    ways = level.passable & ~level.cells("asks")
    first = stairs & -stairs
    reached, left = (level.grid.flood(first, cells, diagonally=True) for cells in (ways, ways & ~board))
    return bool(first) and left == reached & ~board


def _taken(level: Level) -> int:
    """Return the bitboard of cells with actors, items, features or stairs, and of doors."""
    stairs = [level.grid.index(at) for way in (Exit.UP, Exit.DOWN) if (at := level.exit_at(way)) is not None]
    there = board_of([*level.items, *level.features, *stairs])
    return level.occupied | there | level.cells("opens") | level.cells("closes")
