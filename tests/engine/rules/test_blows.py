"""Attack modifiers, and their exact chances."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from roguelike.engine.kinds.stats import Stats
from roguelike.engine.parts.combat import Steps
from roguelike.engine.rng import PCG32
from roguelike.engine.rules.blows import ModifiedCombat, Softened
from roguelike.engine.rules.odds import blow, blows_to_kill, odds
from roguelike.engine.state.attack_modifiers import AttackModifiers, Stab

if TYPE_CHECKING:
    from roguelike.engine.kinds.families import CombatModel

STEPS = Steps()
ME, FOE = Stats(attack=10, damage=4), Stats(defence=9, armour=2)
ROLLS = 4000


@pytest.mark.parametrize(
    "modifiers",
    [
        AttackModifiers(sure=True),
        AttackModifiers(sure=True, factor=3),
        AttackModifiers(attack=-2),
        AttackModifiers(factor=2),
    ],
)
def test_the_chances_are_those_of_the_rolls(modifiers: AttackModifiers) -> None:
    """Every result occurs as often as its chance."""
    combat, rng = ModifiedCombat(STEPS, modifiers), PCG32(7)
    rolled = [combat.blow(rng, ME, FOE) or 0 for _ in range(ROLLS)]
    chances = combat.chances(ME, FOE, 12)

    for damage, chance in enumerate(chances):
        assert abs(rolled.count(damage) / ROLLS - float(chance)) < 0.03


def test_armour_is_subtracted_before_the_factor() -> None:
    """The damage is three times what armour lets through (ruling 30)."""
    thrice = ModifiedCombat(STEPS, AttackModifiers(sure=True, factor=3)).chances(ME, FOE, 30)
    once = ModifiedCombat(STEPS, AttackModifiers(sure=True)).chances(ME, FOE, 10)

    assert once == thrice[::3]
    assert not any(chance for damage, chance in enumerate(thrice) if damage % 3)


def test_the_maximum_of_an_attack_is_after_armour_factor_and_gentle_mode() -> None:
    """Exploding dice and slaying attacks have no maximum."""
    bounded = Steps("spread")
    thrice = ModifiedCombat(bounded, AttackModifiers(factor=3))

    assert [4, 12, 6] == [each.most(ME, FOE) for each in (bounded, thrice, Softened(thrice, 50))]
    endless = (STEPS, ModifiedCombat(bounded, AttackModifiers(slays=True)), Softened(STEPS, 50))
    assert {None} == {each.most(ME, FOE) for each in endless}


def test_the_maximum_of_a_stab_ignores_armour_and_factor() -> None:
    """A stab always does that damage."""
    stab = ModifiedCombat(Steps("spread"), AttackModifiers(factor=3, stab=Stab(24, 0, 0)))

    assert 24 == stab.most(ME, FOE) == stab.blow(PCG32(1), ME, FOE)
    assert 1 == stab.chances(ME, FOE, 24)[24]


def test_a_sure_attack_always_hits_and_a_slaying_one_kills() -> None:
    """The odds say the same."""
    slays: CombatModel = ModifiedCombat(STEPS, AttackModifiers(sure=True, slays=True))
    dealt = blow(ModifiedCombat(STEPS, AttackModifiers(sure=True, factor=3)), ME, FOE)

    assert dealt is not None
    assert 1 == dealt.hit
    assert 1 == odds(slays, ME, FOE, 55).blows


def test_only_the_first_attack_of_a_surprise_is_modified() -> None:
    """By hand: a sure hit for 3 of 4 hit points leaves 1, which takes one more hit."""
    sure, thrice = (
        ModifiedCombat(STEPS, AttackModifiers(sure=True)),
        ModifiedCombat(STEPS, AttackModifiers(sure=True, factor=3)),
    )
    one = Stats(attack=1)

    assert Fraction(2) == blows_to_kill(sure, thrice, one, Stats(), 4)
    assert Fraction(4) == blows_to_kill(sure, sure, one, Stats(), 4)
