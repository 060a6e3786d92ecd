"""Burn everyone around."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.events import Exploded, Harm
from roguelike.engine.kinds.limits import MOST_HIT_POINTS
from roguelike.engine.kinds.parts import Effect, named
from roguelike.engine.preview import Expected, Preview
from roguelike.engine.rules.areas import WIDEST, burst, circle
from roguelike.engine.rules.damage import hurt
from roguelike.engine.rules.foreseen import from_fixed
from roguelike.engine.schema import added

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.cause import Cause
    from roguelike.engine.state.level import Level
    from roguelike.engine.state.world import World


_AT_ONCE = 8
"""Of so many squares of the radius the cells are found while one effect takes place."""


@named("blast")
@frozen
class Blast(Effect):
    """Burn everyone within `radius` cells (straight distance) for `damage`, the caster too unless it is spared."""

    radius: int = attrs.field(validator=[ge(0), le(WIDEST)])
    damage: int = attrs.field(validator=[ge(0), le(MOST_HIT_POINTS)])
    shielded: bool = True
    """Whether walls protect those behind them."""
    spares_caster: bool = added(default=False)
    """Whether nothing happens to the actor that brings it about."""

    def effort(self) -> int:
        """Count the cells, which are soon found."""
        return 1 + self.radius * self.radius // _AT_ONCE

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Burn all of them, in order of creation."""
        cells = self._area(world.level, at)
        reached = set(cells)  # only looked up
        world.emit(Exploded(at, self.radius, tuple(cells), cause.means))
        spared = cause.who.id if self.spares_caster and cause.who is not None else None
        victims = [actor for actor in world.level.actors if actor.is_alive and actor.at in reached]
        for victim in [actor for actor in victims if actor.id != spared]:
            hurt(world, victim, self.damage, Harm.FIRE, cause)

    def uncaused(self) -> Effect:
        """Spare nobody."""
        return attrs.evolve(self, spares_caster=False) if self.spares_caster else self

    def preview(self, seen: Observation, at: Point) -> Preview:
        """Return the cells that would burn, as far as the level is known, and who would."""
        cells = tuple(cell for cell in self._area(seen.level, at) if seen.level.is_explored(cell))
        reached = set(cells)  # only looked up
        there = seen.others if self.spares_caster else (seen.me, *seen.others)
        burned = [actor for actor in there if actor.at in reached]
        return Preview(area=cells, expected=tuple(self._foreseen(seen, actor) for actor in burned))

    def _foreseen(self, seen: Observation, actor: Actor) -> Expected:
        harm = from_fixed(seen.ruleset, actor, Harm.FIRE, self.damage)
        return Expected(actor.id, harm.damage, kills=harm.kills)

    def _area(self, level: Level, at: Point) -> list[Point]:
        return (burst if self.shielded else circle)(level, at, self.radius)
