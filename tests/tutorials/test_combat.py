"""Combat in games whose attacks always hit: damage, messages and exact odds."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.engine.commands import Move, Wait
from roguelike.engine.dice import step
from roguelike.engine.events import Died, Missed, Struck
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.kinds.limits import MAX_STAT
from roguelike.engine.kinds.stats import Stats
from roguelike.engine.rng import PCG32
from roguelike.engine.rules.odds import Odds, odds
from roguelike.engine.scenario import draw
from roguelike.tutorials.combat import Constant, Power, Roll
from tests.every import every

if TYPE_CHECKING:
    from roguelike.engine.kinds.families import CombatModel
    from roguelike.engine.kinds.ruleset import RuleSet

PLAYER, ORC, TROLL = Stats(damage=5, defence=2), Stats(damage=3), Stats(damage=4, defence=1)
"""The powers and defences of P-T5 to P-T7."""

SURE: list[CombatModel] = [Constant(), Power()]
"""The combat rules without chance."""


def duel(ruleset: RuleSet, combat: CombatModel, player: Stats, statue: Stats) -> RuleSet:
    """Return the rules with one combat model, and the stats of the player and of the statue."""
    return attrs.evolve(
        ruleset,
        combat=combat,
        player=attrs.evolve(ruleset.player, stats=player),
        monsters={**ruleset.monsters, "statue": attrs.evolve(ruleset.monsters["statue"], stats=statue)},
    )


@pytest.mark.parametrize(
    ("attacker", "target", "expected"),
    [(PLAYER, ORC, 5), (PLAYER, TROLL, 4), (ORC, PLAYER, 1), (TROLL, PLAYER, 2)],
)
def test_power_does_damage_less_defence(attacker: Stats, target: Stats, expected: int) -> None:
    """The published outcome of every pairing (P-T8)."""
    assert expected == Power().blow(PCG32(1), attacker, target)


@pytest.mark.parametrize(("power", "expected"), [(1, 0), (2, 0), (3, 1)])
def test_no_defence_takes_power_below_0(power: int, expected: int) -> None:
    """Negative damage would heal the target (T9-55)."""
    assert expected == Power().blow(PCG32(1), Stats(damage=power), Stats(defence=2))


@pytest.mark.parametrize("target", [Stats(), Stats(defence=9, armour=9)])
def test_a_constant_attack_does_the_same_damage_to_all(target: Stats) -> None:
    """1 for every actor in this game (C9-46, P-C12 to P-C14)."""
    assert 1 == Constant().blow(PCG32(1), Stats(damage=1), target)


@every("seed", range(20))
def test_a_rolled_blow_is_the_damage_step_alone(seed: int) -> None:
    """No roll to hit, no armour (K4-31, K4-32)."""
    rng, foreseen = PCG32(seed), PCG32(seed)
    expected = step(foreseen, 5)

    assert expected == Roll().blow(rng, Stats(damage=5), Stats(defence=9, armour=9))
    assert foreseen == rng


@pytest.mark.parametrize("combat", SURE)
def test_certain_damage_draws_no_numbers(combat: CombatModel) -> None:
    """A draw would change all later ones (C9-46, T9-55)."""
    rng = PCG32(4)

    combat.blow(rng, PLAYER, TROLL)

    assert PCG32(4) == rng


def test_step_5_kills_a_fresh_creature_with_one_blow_7_times_in_64() -> None:
    """A d8 must come up 8, 1 in 8, and anything but a 1 after that, 7 in 8 (K4-31)."""
    survived = sum(Roll().chances(Stats(damage=5), Stats(), 9))

    assert Fraction(7, 64) == 1 - survived


def test_the_chances_of_a_step_are_those_of_its_dice() -> None:
    """Each face of the d8 except the exploding 8 (K4-32)."""
    eighth, sixty_fourth = Fraction(1, 8), Fraction(1, 64)

    assert (0, *[eighth] * 7, 0, sixty_fourth) == Roll().chances(Stats(damage=5), Stats(defence=9, armour=9), 9)


@pytest.mark.parametrize(
    ("combat", "limit", "expected"),
    [
        (Constant(), 6, (0, 0, 0, 0, 0, 1, 0)),
        (Constant(), 4, (0, 0, 0, 0, 0)),
        (Power(), 6, (0, 0, 0, 0, 1, 0, 0)),
        (Power(), 0, (0,)),
    ],
)
def test_a_certain_damage_has_all_the_chance(combat: CombatModel, limit: int, expected: tuple[int, ...]) -> None:
    """If it is above the limit, no chance remains below (P-T8: the player hits the troll for 4)."""
    assert expected == combat.chances(PLAYER, TROLL, limit)


@pytest.mark.parametrize("combat", [Constant(), Power(), Roll()])
def test_a_damage_of_0_is_certain_to_be_0(combat: CombatModel) -> None:
    """The odds give it a chance of 0 to do damage (T9-55)."""
    assert (Fraction(1), Fraction(0), Fraction(0)) == combat.chances(Stats(), TROLL, 2)
    assert 0 == combat.blow(PCG32(1), Stats(), TROLL)


@every("hit_points", [1, 4, 5, 30, 99, 100, 101, 130, 777])
@every("damage", [1, 2, 4, 5, 7, 60, 99, 100, 101, MAX_STAT])
def test_certain_blows_kill_in_as_many_as_it_takes(damage: int, hit_points: int) -> None:
    """Exactly as many, for any hit points, without averages (P-C12 to P-C14, P-T8)."""
    expected = Odds(Fraction(1), Fraction(-(-hit_points // damage)))

    assert expected == odds(Constant(), Stats(damage=damage), TROLL, hit_points)
    assert expected == odds(Power(), Stats(damage=damage), ORC, hit_points)


@pytest.mark.parametrize(
    ("attacker", "target", "hit_points", "expected"),
    [(PLAYER, ORC, 10, 2), (PLAYER, TROLL, 16, 4), (ORC, PLAYER, 30, 30), (TROLL, PLAYER, 30, 15)],
)
def test_the_fights_of_power_last_as_long_as_published(
    attacker: Stats, target: Stats, hit_points: int, expected: int
) -> None:
    """Two attacks for an orc, four for a troll (P-T5 to P-T8)."""
    assert Odds(Fraction(1), Fraction(expected)) == odds(Power(), attacker, target, hit_points)


@pytest.mark.parametrize("hit_points", [1, 100, 101, 777])
def test_blows_in_vain_never_kill(hit_points: int) -> None:
    """The number of attacks is None (T9-55, R9-32)."""
    never = Odds(Fraction(0), None)

    assert never == odds(Constant(), Stats(), TROLL, hit_points)
    assert never == odds(Power(), Stats(damage=1), TROLL, hit_points)
    assert never == odds(Power(), Stats(), ORC, hit_points)
    assert never == odds(Roll(), Stats(), ORC, hit_points)


def test_a_rolled_blow_never_misses() -> None:
    """Any step does at least 1 (K4-31)."""
    assert Odds(Fraction(1), Fraction(1)) == odds(Roll(), Stats(damage=5), Stats(), 1)


def test_two_hit_points_take_a_rolled_blow_and_an_eighth_of_one() -> None:
    """Only a 1, once in eight, leaves one hit point (K4-31)."""
    assert Odds(Fraction(1), Fraction(9, 8)) == odds(Roll(), Stats(damage=5), Stats(), 2)


@pytest.mark.parametrize("hit_points", [101, 130])
def test_of_many_hit_points_rolled_blows_are_still_averaged(hit_points: int) -> None:
    """An exploding d8 does 36/7 on average, and the overshoot is less than the next attack (K4-31)."""
    mean = odds(Roll(), Stats(damage=5), Stats(), hit_points).blows

    assert mean is not None
    assert 0 < mean - hit_points / Fraction(36, 7) < 1


@pytest.mark.parametrize(
    ("combat", "player"), [(Constant(), Stats()), (Power(), Stats(damage=2)), (Roll(), Stats(attack=9))]
)
def test_a_blow_in_vain_is_a_blow_and_no_miss(arena: RuleSet, combat: CombatModel, player: Stats) -> None:
    """It has its own message, and does no damage (T9-55, R9-32)."""
    game = draw("@S", duel(arena, combat, player, Stats(defence=2)))
    hero, statue = game.world.level.actors

    events = game.play(Move(Direction.EAST))

    told = events[0]
    assert Struck(hero.ref, statue.ref, 0) == told
    assert isinstance(told, Struck)
    assert "you_in_vain" == told.variant
    assert not any(isinstance(event, Missed) for event in events)
    assert 10 == statue.hit_points


def test_an_orc_of_2_hit_points_falls_to_the_second_constant_blow(arena: RuleSet) -> None:
    """Every attack does 1, also in a whole game (C9-46, P-C13)."""
    game = draw("@SS", duel(arena, Constant(), Stats(damage=1), Stats(damage=1)))
    hero, orc, _ = game.world.level.actors
    orc.hit_points = 2

    first = game.play(Move(Direction.EAST))
    second = game.play(Move(Direction.EAST))

    assert Struck(hero.ref, orc.ref, 1) == first[0]
    assert [Struck(hero.ref, orc.ref, 1, fatal=True), Died(orc.ref, Point(1, 0), hero.ref)] == second[:2]


def test_a_monster_fights_by_the_same_rule(arena: RuleSet) -> None:
    """An orc with power 3 against a defence of 2 (P-T8)."""
    ruleset = duel(arena, Power(), PLAYER, ORC)
    orc = attrs.evolve(arena.monsters["orc"], stats=ORC)
    game = draw("@o", attrs.evolve(ruleset, monsters={**ruleset.monsters, "orc": orc}))
    hero, foe = game.world.level.actors

    events = game.play(Wait())

    assert Struck(foe.ref, hero.ref, 1) in events
    assert 19 == hero.hit_points
