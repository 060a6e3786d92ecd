"""Models of combat."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from roguelike.classes import frozen
from roguelike.engine.dice import step, step_chances
from roguelike.engine.kinds.families import CombatModel, named

if TYPE_CHECKING:
    from roguelike.engine.kinds.stats import Stats
    from roguelike.engine.rng import PCG32


@named("steps")
@frozen
class Steps(CombatModel):
    """The attack step must beat the defence; the damage step less the armour is the damage, at least 1."""

    def blow(self, rng: PCG32, attacker: Stats, target: Stats) -> int | None:
        """Roll to hit, and for damage if it did."""
        if step(rng, attacker.attack) <= target.defence:
            return None
        return max(1, step(rng, attacker.damage) - target.armour)

    def chances(self, attacker: Stats, target: Stats, limit: int) -> tuple[Fraction, ...]:
        """Combine the exact chances of both rolls."""
        hit = 1 - sum(step_chances(attacker.attack, target.defence), Fraction(0))
        rolled = step_chances(attacker.damage, limit + target.armour)
        least = target.armour + 1  # what is rolled up to this does one point of damage
        one = [hit * sum(rolled[: least + 1], Fraction(0))] if limit else []
        return (1 - hit, *one, *(hit * chance for chance in rolled[least + 1 :]))
