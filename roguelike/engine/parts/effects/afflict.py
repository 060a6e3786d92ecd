"""Apply a condition."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.kinds.amounts import Growing, amount_at, between
from roguelike.engine.kinds.conditions import ConditionKind
from roguelike.engine.kinds.limits import MOST_TURNS
from roguelike.engine.kinds.parts import Effect, named
from roguelike.engine.preview import Preview, on_actor
from roguelike.engine.rules.areas import WIDEST, burst
from roguelike.engine.rules.conditions import afflict
from roguelike.engine.schema import added
from roguelike.engine.state.actor import Side

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.cause import Cause
    from roguelike.engine.state.level import Level
    from roguelike.engine.state.world import World


@named("afflict")
@frozen
class Afflict(Effect):
    """Apply a `condition` to the actor on the cell, and to all within `radius`, for `turns`."""

    condition: ConditionKind
    turns: Growing = attrs.field(validator=between(1, MOST_TURNS))
    radius: int = added(default=0, validator=[ge(0), le(WIDEST)])
    """Straight, in cells; walls protect those behind them."""
    others: int = added(default=0, validator=[ge(0), le(MOST_TURNS)])
    """For how many turns those who are not on the player's side; as many as all with 0."""

    def effort(self) -> int:
        """Count the cells."""
        return 1 + self.radius * self.radius

    def brings(self, kind: ConditionKind) -> bool:
        """Return whether it is that one."""
        return self.condition is kind

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Afflict those who are there, by rising cells."""
        for cell in self._area(world.level, at) if self.radius else (at,):
            if (victim := world.level.actor_at(cell)) is not None:
                afflict(world, victim, self.condition, self._turns(victim, cause.plus), cause.maker(world))

    def preview(self, seen: Observation, at: Point) -> Preview:
        """Return the condition that each actor there would get."""
        level = seen.level
        cells = [cell for cell in self._area(level, at) if not self.radius or level.is_explored(cell)]
        there = ((cell, level.actor_at(cell)) for cell in cells)
        return Preview.of_all(
            on_actor(cell, actor, condition=self.condition, turns=self._turns(actor, seen.plus))
            for cell, actor in there
        )

    def _turns(self, victim: Actor | None, plus: int) -> int:
        if self.others and victim is not None and victim.side != Side.PLAYER:
            return self.others
        return amount_at(self.turns, plus)

    def _area(self, level: Level, at: Point) -> list[Point]:
        return burst(level, at, self.radius) if self.radius else [at]
