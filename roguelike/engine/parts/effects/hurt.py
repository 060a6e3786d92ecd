"""Wound someone, or everyone around."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.dice import step
from roguelike.engine.events import Harm
from roguelike.engine.kinds.amounts import Growing, amount_at, between
from roguelike.engine.kinds.limits import HIGHEST_STAT, MOST_HIT_POINTS
from roguelike.engine.kinds.parts import Effect, named
from roguelike.engine.preview import Preview, harmed, on_actor
from roguelike.engine.rules.areas import WIDEST, reach
from roguelike.engine.rules.damage import hurt
from roguelike.engine.rules.foreseen import Foreseen, from_fixed, from_step

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.cause import Cause
    from roguelike.engine.state.world import World


@named("hurt")
@frozen
class Hurt(Effect):
    """Wound everyone within `radius` cells for `amount` and a roll of the dice `step`, armour or not."""

    amount: int = attrs.field(default=0, validator=[ge(0), le(MOST_HIT_POINTS)])
    step: Growing = attrs.field(default=0, validator=between(0, HIGHEST_STAT))
    radius: int = attrs.field(default=0, validator=[ge(0), le(WIDEST)])
    """Straight, in cells; walls protect those behind them."""
    harm: Literal["fire", "lightning", "missile", "poison", "other"] = "other"
    """By what."""
    _harm: Harm = attrs.field(init=False, eq=False, repr=False)

    @_harm.default
    def _sort_of_harm(self) -> Harm:
        return Harm(self.harm)

    def effort(self) -> int:
        """Count the cells."""
        return 1 + self.radius * self.radius

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Wound whoever is there, by rising cells."""
        for cell in reach(world.level, at, self.radius) if self.radius else (at,):
            if (victim := world.level.actor_at(cell)) is not None and victim.hit_points:
                rolled = step(world.rng, amount_at(self.step, cause.plus)) if self.step else 0
                hurt(world, victim, self.amount + rolled, self._harm, cause)

    def preview(self, seen: Observation, at: Point) -> Preview:
        """Return the mean damage to each actor there, but to those whom it does nothing."""
        area = [cell for cell in reach(seen.level, at, self.radius) if cell == at or seen.level.is_explored(cell)]
        each = ((cell, seen.level.actor_at(cell)) for cell in area)
        return Preview.of_all(
            on_actor(cell, None) if actor is None else harmed(actor, self._foreseen(seen, actor))
            for cell, actor in each
        )

    def _foreseen(self, seen: Observation, actor: Actor) -> Foreseen:
        if not self.step:
            return from_fixed(seen.ruleset, actor, self._harm, self.amount)
        return from_step(seen.ruleset, actor, self._harm, amount_at(self.step, seen.plus), self.amount)
