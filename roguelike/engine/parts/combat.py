"""Models of combat."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Literal

from roguelike.classes import frozen
from roguelike.engine.dice import DAMAGE_DICE, step, step_chances
from roguelike.engine.kinds.families import CombatModel, named
from roguelike.engine.schema import added

if TYPE_CHECKING:
    from roguelike.engine.dice import DamageDice
    from roguelike.engine.kinds.stats import Stats
    from roguelike.engine.rng import PCG32


@named("steps")
@frozen
class Steps(CombatModel):
    """The roll of the attack step must beat the defence; armour reduces the rolled damage, to 1 at least."""

    damage: Literal["steps", "spread"] = added(default="steps")
    """The dice for all damage. `steps`: exploding dice of the step chart. `spread`: n plus one roll of 0 to n/2 minus
    another; a third of the damage of an attack, rounded up, ignores armour."""

    @property
    def damage_dice(self) -> DamageDice:
        """The dice for all rolled damage."""
        return DAMAGE_DICE[self.damage]

    def blow(self, rng: PCG32, attacker: Stats, target: Stats) -> int | None:
        """Roll to hit, and then for damage."""
        if step(rng, attacker.attack) <= target.defence:
            return None
        dice = self.damage_dice
        return dice.after_armour(dice.roll(rng, attacker.damage), target.armour)

    def chances(self, attacker: Stats, target: Stats, limit: int) -> tuple[Fraction, ...]:
        """Combine the exact chances of both rolls."""
        hit = 1 - sum(step_chances(attacker.attack, target.defence), Fraction(0))
        dice, chances = self.damage_dice, [Fraction(0)] * (limit + 1)
        for rolled, chance in enumerate(dice.chances(attacker.damage, limit + target.armour)):
            damage = dice.after_armour(rolled, target.armour)
            if chance and damage <= limit:
                chances[damage] += hit * chance
        chances[0] = 1 - hit
        return tuple(chances)

    def most(self, attacker: Stats, target: Stats) -> int | None:
        """Return the maximum damage after armour."""
        dice = self.damage_dice
        most = dice.most(attacker.damage)
        return None if most is None else dice.after_armour(most, target.armour)
