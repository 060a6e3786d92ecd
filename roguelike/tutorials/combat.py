"""Models of combat of the tutorials."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from roguelike.classes import frozen
from roguelike.engine.dice import step, step_chances
from roguelike.engine.kinds.families import CombatModel, named

if TYPE_CHECKING:
    from roguelike.engine.kinds.stats import Stats
    from roguelike.engine.rng import PCG32


@named("constant")
@frozen
class Constant(CombatModel):
    """Every attack hits, for the attacker's `damage`; 0 has no effect."""

    def blow(self, rng: PCG32, attacker: Stats, target: Stats) -> int | None:
        """Return the damage, without a draw."""
        return attacker.damage

    def chances(self, attacker: Stats, target: Stats, limit: int) -> tuple[Fraction, ...]:
        """Return certainty."""
        return _certain(attacker.damage, limit)


@named("power")
@frozen
class Power(CombatModel):
    """Every attack hits, for the attacker's `damage` less the target's `defence`; 0 has no effect."""

    def blow(self, rng: PCG32, attacker: Stats, target: Stats) -> int | None:
        """Return the damage, without a draw."""
        return max(0, attacker.damage - target.defence)

    def chances(self, attacker: Stats, target: Stats, limit: int) -> tuple[Fraction, ...]:
        """Return certainty."""
        return _certain(max(0, attacker.damage - target.defence), limit)


@named("roll")
@frozen
class Roll(CombatModel):
    """Every attack hits, for the damage step without reduction; step 0 has no effect."""

    def blow(self, rng: PCG32, attacker: Stats, target: Stats) -> int | None:
        """Roll the damage."""
        return step(rng, attacker.damage)

    def chances(self, attacker: Stats, target: Stats, limit: int) -> tuple[Fraction, ...]:
        """Return the exact chances of the step."""
        return step_chances(attacker.damage, limit)


def _certain(damage: int, limit: int) -> tuple[Fraction, ...]:
    return tuple(Fraction(dealt == damage) for dealt in range(limit + 1))
