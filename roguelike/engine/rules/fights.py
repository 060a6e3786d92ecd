"""What a blow does, by name."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import attrs

from roguelike.engine.dice import step, step_chances
from roguelike.engine.parts import Combat, named

if TYPE_CHECKING:
    from roguelike.engine.kinds import Stats
    from roguelike.engine.rng import PCG32


@named("steps")
@attrs.frozen
class Steps(Combat):
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
        dealt = [Fraction(0)] * (limit + 1)
        for total, chance in enumerate(rolled):
            if (damage := max(1, total - target.armour)) <= limit:
                dealt[damage] += chance * hit
        dealt[0] = 1 - hit
        return tuple(dealt)


@named("constant")
@attrs.frozen
class Constant(Combat):
    """Every blow hits, and wounds for the attacker's `damage`; 0 is a blow in vain."""

    def blow(self, rng: PCG32, attacker: Stats, target: Stats) -> int | None:
        """Return the damage, without a draw."""
        return attacker.damage

    def chances(self, attacker: Stats, target: Stats, limit: int) -> tuple[Fraction, ...]:
        """Return certainty."""
        return _certain(attacker.damage, limit)


@named("power")
@attrs.frozen
class Power(Combat):
    """Every blow hits, and wounds for the attacker's `damage` less the target's `defence`; 0 is a blow in vain."""

    def blow(self, rng: PCG32, attacker: Stats, target: Stats) -> int | None:
        """Return the damage, without a draw."""
        return max(0, attacker.damage - target.defence)

    def chances(self, attacker: Stats, target: Stats, limit: int) -> tuple[Fraction, ...]:
        """Return certainty."""
        return _certain(max(0, attacker.damage - target.defence), limit)


@named("roll")
@attrs.frozen
class Roll(Combat):
    """Every blow hits, and wounds for the damage step; nothing is taken off, and step 0 is a blow in vain."""

    def blow(self, rng: PCG32, attacker: Stats, target: Stats) -> int | None:
        """Roll for damage."""
        return step(rng, attacker.damage)

    def chances(self, attacker: Stats, target: Stats, limit: int) -> tuple[Fraction, ...]:
        """Return the exact chances of the step."""
        return step_chances(attacker.damage, limit)


def _certain(damage: int, limit: int) -> tuple[Fraction, ...]:
    return tuple(Fraction(dealt == damage) for dealt in range(limit + 1))
