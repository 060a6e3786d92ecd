"""Attack modifiers: sure hits, damage factors, instant kills and stabs."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

import attrs

from roguelike.classes import frozen
from roguelike.engine.geometry import chebyshev_distance
from roguelike.engine.kinds.families import CombatModel
from roguelike.engine.kinds.limits import MAX_STAT
from roguelike.engine.state.attack_modifiers import AttackModifiers

if TYPE_CHECKING:
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.kinds.stats import Stats
    from roguelike.engine.rng import PCG32
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.level import Level


PLAIN: Final = AttackModifiers()


@frozen
class ModifiedCombat(CombatModel):
    """A combat model with attack modifiers applied."""

    combat: CombatModel
    modifiers: AttackModifiers

    def blow(self, rng: PCG32, attacker: Stats, target: Stats) -> int | None:
        """Roll the damage of an attack; that of a stab is fixed, and the caller handles instant kills."""
        if self.modifiers.stab is not None:
            return self.modifiers.stab.damage
        damage = self.combat.blow(rng, *self._modified(attacker, target))
        return damage if damage is None else damage * self.modifiers.factor

    def chances(self, attacker: Stats, target: Stats, limit: int) -> tuple[Fraction, ...]:
        """Return the exact chance of each damage up to `limit`."""
        if self.modifiers.slays and self.modifiers.sure:
            return (Fraction(0),) * (limit + 1)
        if self.modifiers.stab is not None:
            return tuple(Fraction(damage == self.modifiers.stab.damage) for damage in range(limit + 1))
        factor = self.modifiers.factor
        plain = self.combat.chances(*self._modified(attacker, target), limit // factor)
        chances = [Fraction(0)] * (limit + 1)
        for damage, chance in enumerate(plain):
            chances[damage * factor] = chance
        if self.modifiers.slays:
            chances[1:] = [Fraction(0)] * limit
        return tuple(chances)

    def most(self, attacker: Stats, target: Stats) -> int | None:
        """Return the maximum damage of an attack; None if it kills instantly or dice explode."""
        if self.modifiers.stab is not None:
            return self.modifiers.stab.damage
        most = None if self.modifiers.slays else self.combat.most(*self._modified(attacker, target))
        return None if most is None else most * self.modifiers.factor

    def _modified(self, attacker: Stats, target: Stats) -> tuple[Stats, Stats]:
        attack = min(max(0, attacker.attack + self.modifiers.attack), MAX_STAT)
        if self.modifiers.sure:  # every roll of step 1 or more beats a defence of 0
            return attrs.evolve(attacker, attack=max(1, attack)), attrs.evolve(target, defence=0)
        return attrs.evolve(attacker, attack=attack), target


@frozen
class Softened(CombatModel):
    """A combat model whose attacks do `harm` percent of their damage, rounded up."""

    combat: CombatModel
    harm: int

    def blow(self, rng: PCG32, attacker: Stats, target: Stats) -> int | None:
        """Roll the damage of an attack; None for a miss."""
        damage = self.combat.blow(rng, attacker, target)
        return damage if damage is None else suffered(damage, self.harm)

    def chances(self, attacker: Stats, target: Stats, limit: int) -> tuple[Fraction, ...]:
        """Return the exact chance of each damage up to `limit`."""
        chances = [Fraction(0)] * (limit + 1)
        for damage, chance in enumerate(self.combat.chances(attacker, target, limit * 100 // self.harm)):
            chances[suffered(damage, self.harm)] += chance
        return tuple(chances)

    def most(self, attacker: Stats, target: Stats) -> int | None:
        """Return the maximum damage of an attack; None if dice explode."""
        most = self.combat.most(attacker, target)
        return None if most is None else suffered(most, self.harm)


def suffered(damage: int, harm: int) -> int:
    """Return `harm` percent of `damage`, rounded up."""
    return -(-damage * harm // 100)


def lessened(damage: int, percent: int, *, resists: bool) -> int:
    """Return `percent` of `damage`, rounded up; at most 1 for an actor that resists it."""
    taken = suffered(damage, percent)
    return min(taken, 1) if resists else taken


def on_player(ruleset: RuleSet) -> CombatModel:
    """Return the combat model of attacks on the player, with the rule set's damage percentage."""
    return ruleset.combat if ruleset.harm == 100 else Softened(ruleset.combat, ruleset.harm)  # noqa: PLR2004 -- percent


def surprise(ruleset: RuleSet, attacker: Actor, victim: Actor) -> AttackModifiers:
    """Return the modifiers of an attack or missile: the player surprises unaware and helpless victims."""
    if ruleset.surprise == 1 or not attacker.is_player or not (victim.is_off_guard or _is_helpless(victim)):
        return PLAIN
    return AttackModifiers(sure=True, factor=ruleset.surprise)


def surprise_thrown(ruleset: RuleSet, attacker: Actor, victim: Actor) -> AttackModifiers:
    """Return the modifiers of a thrown item: beyond `surprise_reach` cells it surprises only helpless victims."""
    reach = ruleset.surprise_reach
    if reach and chebyshev_distance(attacker.at, victim.at) > reach and not _is_helpless(victim):
        return PLAIN
    return surprise(ruleset, attacker, victim)


def attack_modifiers(ruleset: RuleSet, level: Level, attacker: Actor, victim: Actor) -> AttackModifiers:
    """Return the modifiers of a melee attack, including those of the weapon's style."""
    modifiers, style = surprise(ruleset, attacker, victim), attacker.style
    if style is None:
        return modifiers
    unaware = modifiers.sure and victim.is_off_guard
    return style.modifiers(level, attacker, victim, modifiers, unaware=unaware)


def with_modifiers(combat: CombatModel, modifiers: AttackModifiers) -> CombatModel:
    """Return a combat model with these modifiers; `combat` itself if they change nothing."""
    return combat if modifiers is PLAIN or modifiers == PLAIN else ModifiedCombat(combat, modifiers)


def _is_helpless(victim: Actor) -> bool:
    return any(each.left and each.kind.helpless for each in victim.conditions.values())
