"""Dig through walls."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.events import Reason
from roguelike.engine.geometry import Point, ordinal_line
from roguelike.engine.grid import LONGEST_SIDE, board_of
from roguelike.engine.kinds.amounts import Growing, amount_at, between
from roguelike.engine.kinds.names import TerrainName
from roguelike.engine.kinds.parts import Effect, named
from roguelike.engine.preview import Preview
from roguelike.engine.rules.digging import dig_out
from roguelike.english import counted

if TYPE_CHECKING:
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.cause import Cause
    from roguelike.engine.state.level import Level
    from roguelike.engine.state.world import World


@named("dig")
@frozen
class Dig(Effect):
    """Turn up to `cells` cells of what can be dug, in a line to the target and on, into `terrain`."""

    cells: Growing = attrs.field(validator=between(1, LONGEST_SIDE))
    range: int = attrs.field(default=20, validator=[ge(1), le(LONGEST_SIDE)])
    terrain: TerrainName = "floor"

    aimed = True

    def refusal(self, level: Level, user: Actor, target: Point | None) -> Reason | None:
        """Refuse one's own cell, and none."""
        return Reason.NEEDS_TARGET if target is None else Reason.OWN_CELL if target == user.at else None

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Dig as far as the line meets nothing else that is in its way."""
        level = world.level
        dug = self._dug(level, cause.origin, at, cause.plus)
        dig_out(world, board_of(map(level.grid.index, dug)), self.terrain)

    def preview(self, seen: Observation, at: Point) -> Preview:
        """Return the cells that would be dug, as far as they are known."""
        dug = self._dug(seen.level, seen.me.at, at, seen.plus)
        area = tuple(cell for cell in dug if seen.level.is_explored(cell))
        return Preview(area=area, makes=(f"digs {counted(len(area), 'cell') if area else 'nothing'}",))

    def _dug(self, level: Level, start: Point, target: Point, plus: int) -> list[Point]:
        most = amount_at(self.cells, plus)
        dx, dy = target.x - start.x, target.y - start.y
        line = ordinal_line(start, start.offset(dx * self.range, dy * self.range))[1 : self.range + 1]
        diggable, dug = level.cells("digs"), list[Point]()
        for cell in line:
            if not level.grid.contains(cell) or len(dug) == most:
                break
            if diggable >> level.grid.index(cell) & 1:
                dug.append(cell)
            elif not level.is_flyable(cell):
                break
        return dug
