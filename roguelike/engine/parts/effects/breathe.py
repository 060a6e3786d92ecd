"""Breathe fire."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.dice import step
from roguelike.engine.events import Harm
from roguelike.engine.grid import LONGEST_SIDE, board_of
from roguelike.engine.kinds.limits import HIGHEST_STAT
from roguelike.engine.kinds.parts import Effect, named
from roguelike.engine.preview import Expected, Preview
from roguelike.engine.rules.damage import hurt
from roguelike.engine.rules.fire import fuels_in, light
from roguelike.engine.rules.foreseen import from_step
from roguelike.engine.rules.trajectory import clear_line

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.cause import Cause
    from roguelike.engine.state.level import Level
    from roguelike.engine.state.world import World


@named("breathe")
@frozen
class Breathe(Effect):
    """Burn all in a line of `length` cells towards the cell, for the step `damage`, and light it; walls end it."""

    length: int = attrs.field(validator=[ge(1), le(LONGEST_SIDE)])
    damage: int = attrs.field(validator=[ge(0), le(HIGHEST_STAT)])

    def effort(self) -> int:
        """Count the cells."""
        return 1 + self.length

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Burn them, from the nearest to the furthest, then light what burns, and the gas that touches it."""
        line = self._line(world.level, cause.origin, at)
        for cell in line:
            if (victim := world.level.actor_at(cell)) is not None:
                hurt(world, victim, step(world.rng, self.damage), Harm.FIRE, cause)
        cells = board_of(map(world.level.grid.index, line))
        light(world, cells, maker=cause.maker(world))

    def preview(self, seen: Observation, at: Point) -> Preview:
        """Return the line, and who is in it."""
        cells = self._line(seen.level, seen.me.at, at)
        burned = [actor for cell in cells if (actor := seen.level.actor_at(cell)) is not None]
        return Preview(
            area=tuple(cells),
            expected=tuple(
                Expected(each.id, harm.damage, kills=harm.kills)
                for each in burned
                if (harm := from_step(seen.ruleset, each, Harm.FIRE, self.damage)).damage
            ),
            lights=tuple(fuels_in(seen.level, cells)),
        )

    def _line(self, level: Level, start: Point, at: Point) -> list[Point]:
        """Return the cells up to the first wall."""
        reached: list[Point] = []
        for cell in clear_line(level, start, at)[: self.length]:
            if not level.is_flyable(cell):
                break
            reached.append(cell)
        return reached
