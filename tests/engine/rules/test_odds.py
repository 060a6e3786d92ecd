"""Exact combat odds: against closed forms, a plain simulation and thousands of attacks."""

from __future__ import annotations

import itertools
from fractions import Fraction

import pytest

from roguelike.engine.kinds.stats import Stats
from roguelike.engine.parts.combat import Steps
from roguelike.engine.rng import PCG32
from roguelike.engine.rules.odds import EXACT, RARE, HitOdds, Odds, blow, odds
from tests.every import every

STEPS = Steps()
BLOWS = 20_000

D4, D6, D8 = 3, 4, 5
"""The steps that roll one die of four, six and eight sides."""

FIGHTS = [
    (Stats(attack=8, damage=6), Stats(defence=5, armour=1)),
    (Stats(attack=5, damage=2), Stats(defence=7, armour=0)),
    (Stats(attack=14, damage=9), Stats(defence=9, armour=4)),
    (Stats(attack=3, damage=1), Stats(defence=1, armour=9)),
]


def chance_above(sides: int, defence: int) -> Fraction:
    """Return the chance that an exploding die beats `defence`, by enumerating its faces."""
    explosions, rest = divmod(defence, sides)
    above = Fraction(sides - max(1, rest + 1) + 1, sides)  # faces rest + 1 ... sides, the last of which explodes
    return above * Fraction(1, sides) ** explosions


def mean_blows(chances: tuple[Fraction, ...], hit_points: int) -> float:
    """Return the mean number of attacks: the sum of the chances to survive 0, 1, 2, ... attacks."""
    standing = {0: 1.0}
    total = 0.0
    while (alive := sum(standing.values())) > 1e-15:
        total += alive
        later: dict[int, float] = {}
        for (dealt, chance), (damage, next_chance) in itertools.product(standing.items(), enumerate(chances)):
            if dealt + damage < hit_points:
                later[dealt + damage] = later.get(dealt + damage, 0.0) + chance * float(next_chance)
        standing = later
    return total


@every("defence", range(20))
@every(("number", "sides"), [(D4, 4), (D6, 6), (D8, 8)])
def test_the_chance_to_hit_is_that_of_an_exploding_die(number: int, sides: int, defence: int) -> None:
    """As exact fractions."""
    given = odds(STEPS, Stats(attack=number), Stats(defence=defence), 5)

    assert chance_above(sides, defence) == given.hit


def test_a_few_chances_by_hand() -> None:
    """A d6 beats 3 half the time, and both 5 and 6 one time in six, as a six always explodes."""
    hits = [odds(STEPS, Stats(attack=D6), Stats(defence=defence), 1).hit for defence in (0, 3, 5, 6, 7)]

    assert [Fraction(1), Fraction(1, 2), Fraction(1, 6), Fraction(1, 6), Fraction(5, 36)] == hits


def test_attacks_for_1_damage_need_a_hit_for_each_hit_point() -> None:
    """The mean is the number of hit points divided by the chance to hit."""
    attacker, target = Stats(attack=D6, damage=0), Stats(defence=4, armour=0)

    for hit_points in (1, 2, 7, 30):
        assert Odds(Fraction(1, 3), Fraction(3 * hit_points)) == odds(STEPS, attacker, target, hit_points)


def test_one_hit_point_falls_to_the_first_hit() -> None:
    """Whatever the damage."""
    for attacker, target in FIGHTS:
        given = odds(STEPS, attacker, target, 1)

        assert 1 / given.hit == given.blows


@pytest.mark.parametrize(("attacker", "target"), FIGHTS)
@pytest.mark.parametrize("hit_points", [1, 2, 5, 13, 24])
def test_the_mean_number_of_blows_is_that_of_a_plain_simulation(
    attacker: Stats, target: Stats, hit_points: int
) -> None:
    """Attack by attack, following every possible damage."""
    expected = mean_blows(STEPS.chances(attacker, target, hit_points), hit_points)
    given = odds(STEPS, attacker, target, hit_points).blows

    assert given is not None
    assert float(given) == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize(("attacker", "target"), FIGHTS)
def test_thousands_of_blows_come_out_as_promised(attacker: Stats, target: Stats) -> None:
    """Every damage up to 12, a miss as 0, within four and a half standard deviations."""
    rng = PCG32(2024)
    dealt = [STEPS.blow(rng, attacker, target) or 0 for _ in range(BLOWS)]

    for damage, chance in enumerate(STEPS.chances(attacker, target, 12)):
        expected, deviation = float(chance) * BLOWS, (float(chance * (1 - chance)) * BLOWS) ** 0.5
        assert abs(dealt.count(damage) - expected) <= 4.5 * deviation


@pytest.mark.parametrize(("attacker", "target"), FIGHTS)
def test_all_chances_together_approach_certainty(attacker: Stats, target: Stats) -> None:
    """The rest up to 1 is that of higher damage, and shrinks as the limit grows."""
    few, many = (sum(STEPS.chances(attacker, target, limit)) for limit in (3, 80))

    assert few <= many <= 1
    assert 1 - many < Fraction(1, 10**4)
    assert 4 == len(STEPS.chances(attacker, target, 3))


def test_a_target_that_is_never_hit_has_no_mean() -> None:
    """The number of attacks is None."""
    assert Odds(Fraction(0), None) == odds(STEPS, Stats(attack=0, damage=9), Stats(), 5)


def test_a_dead_target_needs_no_attack() -> None:
    """A target at 0 hit points needs no attack."""
    assert 0 == odds(STEPS, Stats(attack=D6), Stats(), 0).blows


def test_odds_are_exact() -> None:
    """Fractions, so that no rounding ever differs between two machines."""
    given = odds(STEPS, *FIGHTS[0], 17)

    assert isinstance(given.hit, Fraction)
    assert isinstance(given.blows, Fraction)


def test_for_many_hit_points_the_mean_grows_linearly() -> None:
    """Attacks for 1 damage stay exact, however many are needed."""
    attacker, target = Stats(attack=D6, damage=0), Stats(defence=4, armour=0)

    assert Fraction(3 * 777) == odds(STEPS, attacker, target, 777).blows


def test_for_many_hit_points_the_mean_is_nearly_exact() -> None:
    """Beyond the first hundred the difference is too small to matter."""
    attacker, target = FIGHTS[2]
    given = odds(STEPS, attacker, target, 130).blows

    assert given is not None
    assert float(given) == pytest.approx(mean_blows(STEPS.chances(attacker, target, 130), 130), rel=1e-4)


@pytest.mark.parametrize(("attacker", "target"), FIGHTS)
def test_ten_thousand_blows_match_the_odds_of_one(attacker: Stats, target: Stats) -> None:
    """The rates of hits and of the worst damage within 2 percentage points; the mean damage within 2 percent."""
    told = blow(STEPS, attacker, target)
    assert told is not None
    rng = PCG32(7)
    dealt = [STEPS.blow(rng, attacker, target) or 0 for _ in range(10_000)]
    hits = [damage for damage in dealt if damage]

    assert len(hits) / 10_000 == pytest.approx(float(told.hit), abs=0.02)
    assert sum(hits) / len(hits) == pytest.approx(float(told.mean), rel=0.03)
    assert sum(damage >= told.worst for damage in dealt) / 10_000 == pytest.approx(float(told.chance), abs=0.02)


def test_the_odds_of_one_die_are_exact() -> None:
    """An exploding d4 that always hits: 10/3 in the mean, and 14 or more after three fours and anything but a one."""
    told = blow(STEPS, Stats(attack=D4, damage=D4), Stats())

    assert told is not None
    assert (Fraction(1), 14, Fraction(3, 256), True) == (told.hit, told.worst, told.chance, told.has_more)
    assert 0 < Fraction(10, 3) - told.mean < Fraction(1, 10**12)
    assert not told.is_fixed


@pytest.mark.parametrize(("attacker", "target"), FIGHTS)
def test_the_worst_is_the_maximum_that_is_not_rare(attacker: Stats, target: Stats) -> None:
    """One more hit point of damage is rarer than a warning is worth."""
    told = blow(STEPS, attacker, target)
    assert told is not None
    chances = STEPS.chances(attacker, target, told.worst)

    assert 1 - sum(chances[:-1]) == told.chance
    assert 1 - sum(chances) < Fraction(1, RARE) <= told.chance


def test_the_worst_of_rare_hits_is_what_every_hit_reaches() -> None:
    """There must be a number, which covers every hit."""
    told = blow(STEPS, Stats(attack=D4, damage=D4), Stats(defence=16))

    assert told is not None
    assert told.hit < Fraction(1, RARE)
    assert (1, told.hit) == (told.worst, told.chance)


def test_attacks_of_fixed_damage_have_that_as_worst() -> None:
    """Nothing is possible beyond it."""
    told = blow(STEPS, Stats(attack=D6), Stats())

    assert HitOdds(Fraction(1), Fraction(1), 1, Fraction(1), has_more=False, most=1) == told


def test_damage_past_the_limit_counts_as_the_limit() -> None:
    """The distribution is exact only up to a limit, here below two hundred steps of damage."""
    told = blow(STEPS, Stats(attack=D6, damage=200), Stats())

    assert told is not None
    assert (EXACT, True) == (told.worst, told.has_more)


def test_an_attack_that_never_hits_has_no_odds() -> None:
    """It has no distribution of damage."""
    assert blow(STEPS, Stats(attack=0, damage=9), Stats()) is None
