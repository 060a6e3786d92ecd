"""Strike a whole line with lightning."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.dice import step
from roguelike.engine.events import Harm, Reason
from roguelike.engine.geometry import squared_distance
from roguelike.engine.grid import LONGEST_SIDE, board_of, cells_of
from roguelike.engine.kinds.amounts import Growing, amount_at, between
from roguelike.engine.kinds.limits import HIGHEST_STAT
from roguelike.engine.kinds.names import TerrainName
from roguelike.engine.kinds.parts import Effect, named
from roguelike.engine.preview import Expected, Preview
from roguelike.engine.rules.areas import WIDEST
from roguelike.engine.rules.damage import hurt
from roguelike.engine.rules.fire import light_gas
from roguelike.engine.rules.foreseen import from_step
from roguelike.engine.rules.trajectory import clear_line

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.cause import Cause
    from roguelike.engine.state.level import Level
    from roguelike.engine.state.world import World


@named("discharge")
@frozen
class Discharge(Effect):
    """Strike all in a line of `length` cells towards the target for the dice step `damage`, armour or not.

    Where the line meets water, all in the same water within `conducts` cells are struck, the user too.
    """

    damage: Growing = attrs.field(validator=between(0, HIGHEST_STAT))
    length: int = attrs.field(validator=[ge(1), le(LONGEST_SIDE)])
    conducts: int = attrs.field(default=0, validator=[ge(0), le(WIDEST)])
    """Straight, in cells."""
    passes: tuple[TerrainName, ...] = ()
    """What does not stop it, of what stops missiles."""

    aimed = True

    def effort(self) -> int:
        """Count the cells."""
        return 1 + self.length * (1 + self.conducts * self.conducts)

    def refusal(self, level: Level, user: Actor, target: Point | None) -> Reason | None:
        """Refuse one's own cell, and none."""
        if target is None or not level.grid.contains(target):
            return Reason.NEEDS_TARGET
        return Reason.OWN_CELL if target == user.at else None

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Strike them, by rising cells, and set off the gas in the line."""
        line = self._line(world.level, cause.origin, at)
        for victim in self._victims(world.level, line):
            hurt(world, victim, step(world.rng, amount_at(self.damage, cause.plus)), Harm.LIGHTNING, cause)
        light_gas(world, line, cause.maker(world))

    def preview(self, seen: Observation, at: Point) -> Preview:
        """Return the line and the water, as far as they are known, and who is struck."""
        level = seen.level
        line = self._line(level, seen.me.at, at)
        damage = amount_at(self.damage, seen.plus)
        each = ((actor, from_step(seen.ruleset, actor, Harm.LIGHTNING, damage)) for actor in self._victims(level, line))
        cells = map(level.grid.point, cells_of(line | self._water(level, line)))
        return Preview(
            area=tuple(cell for cell in cells if level.is_explored(cell)),
            expected=tuple(Expected(actor.id, harm.damage, kills=harm.kills) for actor, harm in each if harm.damage),
        )

    def _victims(self, level: Level, line: int) -> list[Actor]:
        water = self._water(level, line)
        there = ((cell, level.actor_on(cell)) for cell in cells_of(line | water))
        return [actor for cell, actor in there if actor is not None and (line >> cell & 1 or actor.touches_ground)]

    def _line(self, level: Level, start: Point, target: Point) -> int:
        """Return the bitboard of the cells up to the first that stops it."""
        dx, dy = target.x - start.x, target.y - start.y
        line = clear_line(level, start, target)
        onward = (cell.offset(dx * again, dy * again) for again in range(self.length) for cell in line)
        reached: list[Point] = []
        for cell in itertools.islice(onward, self.length):
            if not (level.is_flyable(cell) or level.terrain_at(cell).name in self.passes):
                break
            reached.append(cell)
        return board_of(map(level.grid.index, reached))

    def _water(self, level: Level, line: int) -> int:
        """Return the bitboard of the water that the line meets, as far as it conducts."""
        water = level.cells("water")
        board = 0
        for cell in cells_of(line & water) if self.conducts else ():
            at = level.grid.point(cell)
            reached, fresh = 0, 1 << cell
            while fresh:
                reached |= fresh
                fresh = level.grid.spread(fresh, diagonally=True) & water & ~reached
                fresh = board_of(each for each in cells_of(fresh) if self._conducts(level, each, at))
            board |= reached
        return board

    def _conducts(self, level: Level, cell: int, start: Point) -> bool:
        return squared_distance(level.grid.point(cell), start) <= self.conducts * self.conducts
