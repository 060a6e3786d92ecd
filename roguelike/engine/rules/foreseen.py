"""Exact forecasts of damage: after immunity, resistance, the rule set's damage percentage and shields."""

from __future__ import annotations

import functools
from fractions import Fraction
from typing import TYPE_CHECKING

import attrs

from roguelike.classes import frozen
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.rules.blows import lessened
from roguelike.engine.rules.immunity import is_immune, is_resistant
from roguelike.engine.rules.odds import EXACT
from roguelike.engine.state.preview import NOTHING, Foreseen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.dice import DamageDice
    from roguelike.engine.events import Harm
    from roguelike.engine.kinds.families import CombatModel
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.kinds.stats import Stats
    from roguelike.engine.state.actor import Actor


@frozen
class _Armour:
    """An actor's protection against one sort of harm."""

    percent: int
    resists: bool
    shield: int
    hit_points: int

    def taken(self, damage: int) -> int:
        """Return the hit points lost to `damage`."""
        return max(0, lessened(damage, self.percent, resists=self.resists) - self.shield)


def from_fixed(ruleset: RuleSet, victim: Actor, harm: Harm, damage: int) -> Foreseen:
    """Forecast a fixed amount of damage."""
    armour = _armour(ruleset, victim, harm)
    if armour is None:
        return Foreseen()
    taken = armour.taken(damage)
    return Foreseen(Fraction(taken), Fraction(taken >= victim.hit_points), taken)


def from_step(ruleset: RuleSet, victim: Actor, harm: Harm, step: int, more: int = 0) -> Foreseen:
    """Forecast a roll of the rule set's damage dice plus `more` damage."""
    armour = _armour(ruleset, victim, harm)
    return Foreseen() if armour is None else _rolled(armour, ruleset.combat.damage_dice, step, more)


def from_blow(ruleset: RuleSet, victim: Actor, harm: Harm, combat: CombatModel, stats: Stats) -> Foreseen:
    """Forecast an attack, such as a missile's; damage beyond the last hit point does not count."""
    armour = _armour(ruleset, victim, harm)
    return Foreseen() if armour is None else _struck(armour, combat, stats, victim.stats)


def _armour(ruleset: RuleSet, victim: Actor, harm: Harm) -> _Armour | None:
    """Return an actor's protection against `harm`; None if it is immune."""
    if is_immune(victim, harm) or (victim.mood is Mood.HELD and victim.is_statue):
        return None
    shield = sum(each.left for each in victim.conditions.values() if each.kind.absorbs)
    percent = ruleset.harm if victim.is_player else 100
    return _Armour(percent, is_resistant(victim, harm), shield, victim.hit_points)


@functools.lru_cache(maxsize=512)
def _rolled(armour: _Armour, dice: DamageDice, step: int, more: int) -> Foreseen:
    chances = dice.chances(step, EXACT)
    found = _foreseen(armour, [*chances[:-1], chances[-1] + 1 - sum(chances, NOTHING)], more)
    return attrs.evolve(found, most=None if (most := dice.most(step)) is None else armour.taken(most + more))


@functools.lru_cache(maxsize=512)
def _struck(armour: _Armour, combat: CombatModel, stats: Stats, target: Stats) -> Foreseen:
    most = (armour.hit_points + armour.shield) * 100 // armour.percent
    found = _foreseen(armour, combat.chances(stats, target, most), 0, most=armour.hit_points)
    bound = combat.most(stats, target)
    return attrs.evolve(found, most=None if bound is None else armour.taken(bound))


def _foreseen(armour: _Armour, chances: Sequence[Fraction], more: int, most: int | None = None) -> Foreseen:
    """Return the forecast for chances of 0, 1, 2, ... damage plus `more`; the remaining chance is that of the next."""
    every = [*chances, 1 - sum(chances, NOTHING)]
    taken = [armour.taken(damage + more) for damage in range(len(every))]
    kills = sum((chance for chance, lost in zip(every, taken, strict=True) if lost >= armour.hit_points), NOTHING)
    lost = taken if most is None else [min(most, each) for each in taken]
    return Foreseen(sum((chance * each for chance, each in zip(every, lost, strict=True)), NOTHING), kills)
