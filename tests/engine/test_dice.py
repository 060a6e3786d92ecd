"""The dice against the vectors and the exact chances of sections 5.2 to 5.4."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roguelike.engine.dice import (
    DAMAGE_DICE,
    STEP_CHART,
    choose_weighted,
    explode,
    percent,
    roll,
    spread,
    spread_chances,
    step,
    step_chances,
    step_dice,
)
from roguelike.engine.rng import PCG32
from tests.dice_vectors import EXPLOSIONS, INPUTS_PER_FACE, LAST_ACCEPTED, REJECTED_INPUTS, STEPS
from tests.every import every

PLAIN_ROLLS = {
    4: [2, 3, 4, 4, 3, 3, 2, 2, 1, 4, 4, 3],
    6: [2, 3, 6, 2, 3, 3, 2, 2, 5, 2, 2, 3],
    8: [6, 3, 8, 4, 7, 3, 2, 2, 1, 4, 8, 3],
    10: [4, 5, 10, 10, 1, 1, 8, 8, 9, 10, 10, 7],
    12: [2, 3, 12, 8, 3, 3, 2, 2, 5, 8, 8, 3],
    20: [14, 15, 20, 20, 11, 11, 18, 18, 9, 20, 20, 7],
}


EXPLODING_MEANS = {4: "10/3", 6: "21/5", 8: "36/7", 10: "55/9", 12: "78/11", 20: "210/19"}
EXPLODING_DEVIATIONS = {4: 2.789, 6: 3.262, 8: 3.801, 10: 4.360, 12: 4.928, 20: 7.222}


STEP_MEANS = {
    -1: "0",
    0: "0",
    1: "25/12",
    2: "31/12",
    3: "10/3",
    4: "21/5",
    5: "36/7",
    6: "55/9",
    7: "78/11",
    8: "42/5",
    9: "327/35",
    10: "72/7",
    11: "709/63",
    12: "110/9",
    13: "1307/99",
    14: "156/11",
    15: "852/55",
    16: "6327/385",
    17: "1338/77",
    18: "12713/693",
    19: "1912/99",
    20: "2009/99",
    21: "234/11",
    22: "1242/55",
    28: "312/11",
    30: "11787/385",
}


class ChosenDraws(PCG32):
    """A generator with numbers chosen by a test, for edge cases that rarely occur."""

    def __init__(self, *numbers: int) -> None:
        super().__init__(0)
        self.left = list(numbers)

    def next_u32(self) -> int:
        """Return the next chosen number."""
        return self.left.pop(0)


@pytest.mark.parametrize(("low", "high"), LAST_ACCEPTED)
def test_the_last_accepted_draw_gives_the_highest_number(low: int, high: int) -> None:
    """An off-by-one error here would make the highest face rarer than the others."""
    rolled = roll(ChosenDraws(LAST_ACCEPTED[low, high]), low, high)

    assert high == rolled


@pytest.mark.parametrize(("low", "high"), LAST_ACCEPTED)
def test_a_draw_above_the_last_accepted_is_drawn_again(low: int, high: int) -> None:
    """The remainder of the division would favour the low faces."""
    rng = ChosenDraws(LAST_ACCEPTED[low, high] + 1, 2**32 - 1, 0, 7)

    rolled = roll(rng, low, high)

    assert low == rolled
    assert [7] == rng.left


@pytest.mark.parametrize("sides", INPUTS_PER_FACE)
def test_every_face_has_exactly_as_many_inputs_as_the_others(sides: int) -> None:
    """Over all 2**32 inputs the faces must come out even, or a die is loaded."""
    last = LAST_ACCEPTED[1, sides]
    first_faces = [roll(ChosenDraws(draw), 1, sides) for draw in range(2 * sides)]
    last_faces = [roll(ChosenDraws(last - back), 1, sides) for back in range(2 * sides)]

    assert [*range(1, sides + 1)] * 2 == first_faces
    assert [*range(sides, 0, -1)] * 2 == last_faces
    assert INPUTS_PER_FACE[sides] * sides == last + 1
    assert REJECTED_INPUTS[sides] == 2**32 - (last + 1)


@given(st.sampled_from(sorted(INPUTS_PER_FACE)), st.integers(0, 2**32 - 1))
def test_the_faces_take_turns_from_one_draw_to_the_next(sides: int, draw: int) -> None:
    """Draws one apart give faces one apart, which makes the even count of the edges hold for all between them."""
    taken = min(draw, LAST_ACCEPTED[1, sides])

    rolled = roll(ChosenDraws(taken), 1, sides)

    assert taken % sides + 1 == rolled


@pytest.mark.parametrize("sides", PLAIN_ROLLS)
def test_plain_rolls_of_seed_42_are_the_published_ones(sides: int) -> None:
    """A replay of a recorded game rolls the same numbers, die by die."""
    rng = PCG32(42)

    rolled = [roll(rng, 1, sides) for _ in range(12)]

    assert PLAIN_ROLLS[sides] == rolled


@given(st.integers(0, 2**64 - 1), st.integers(-(2**40), 2**40), st.integers(0, 2**32 - 2))
def test_a_roll_stays_in_its_range(seed: int, low: int, more: int) -> None:
    """A number out of range would be an index error elsewhere."""
    rolled = roll(PCG32(seed), low, low + more)

    assert low <= rolled <= low + more


@pytest.mark.parametrize(("low", "high"), [(2, 1), (0, 2**32 - 1)])
def test_a_range_that_cannot_be_rolled_is_refused(low: int, high: int) -> None:
    """An empty range would loop forever or divide by zero; a range too wide would never give its maximum."""
    rng = PCG32(42)

    with pytest.raises(ValueError, match="cannot roll"):
        roll(rng, low, high)


@pytest.mark.parametrize(
    ("chance", "draw", "expected"), [(0, 0, False), (1, 0, True), (30, 29, True), (30, 30, False), (100, 99, True)]
)
def test_a_percentage_is_of_exactly_a_hundred(chance: int, draw: int, *, expected: bool) -> None:
    """The old games rolled 0 to 100, where "10%" was 10 in 101."""
    happens = percent(ChosenDraws(draw), chance)

    assert expected == happens


def test_weights_are_shares_of_their_sum() -> None:
    """Every draw up to the sum belongs to one index, so 70/10/10/10 is exact."""
    places = [choose_weighted(ChosenDraws(draw), [3, 0, 1, 2]) for draw in range(6)]

    assert [0, 0, 0, 2, 3, 3] == places


@pytest.mark.parametrize("weights", [[], [0, 0]])
def test_weights_without_any_above_zero_are_refused(weights: list[int]) -> None:
    """Choosing the last one silently would hide a mistake in a table."""
    rng = PCG32(42)

    with pytest.raises(ValueError, match="no weight is above 0"):
        choose_weighted(rng, weights)


@pytest.mark.parametrize("sides", EXPLOSIONS)
def test_exploding_dice_of_seed_42_are_the_published_ones(sides: int) -> None:
    """Which draw belongs to which die decides every number after it."""
    rng = PCG32(42)

    rolled = [explode(rng, sides) for _ in range(12)]

    assert EXPLOSIONS[sides] == rolled


@given(st.integers(0, 2**64 - 1), st.integers(2, 30))
def test_an_exploding_die_never_stops_on_a_multiple_of_its_sides(seed: int, sides: int) -> None:
    """A maximum is always rolled again, so no sum can end on one."""
    rolled = explode(PCG32(seed), sides)

    assert rolled % sides != 0


@pytest.mark.parametrize(("low", "high", "expected"), [(0, 3, 3 + 3 + 1), (3, 6, 6 + 6 + 4), (-2, 1, 1 + 1 - 1)])
def test_a_range_that_does_not_begin_at_one_explodes_as_well(low: int, high: int, expected: int) -> None:
    """Each maximum counts as itself, however few numbers there are."""
    rng = ChosenDraws(3, 7, 1, 0)

    rolled = explode(rng, high, low)

    assert expected == rolled
    assert [0] == rng.left


@pytest.mark.parametrize("sides", EXPLODING_MEANS)
def test_exploding_dice_have_the_published_mean_and_deviation(sides: int) -> None:
    """`step_chances` of a bare die must be the rule k maxima and a face: sides to the power -(k + 1)."""
    chances = [(total, chance) for total, chance in enumerate(_chances_of_a_die(sides, limit=40 * sides)) if chance]
    mean = sum(total * chance for total, chance in chances)
    variance = sum(total * total * chance for total, chance in chances) - mean * mean

    assert Fraction(EXPLODING_MEANS[sides]) == Fraction(sides + 1, 2) * Fraction(sides, sides - 1)
    assert float(Fraction(EXPLODING_MEANS[sides])) == pytest.approx(float(mean))
    assert EXPLODING_DEVIATIONS[sides] == pytest.approx(float(variance) ** 0.5, abs=0.0005)


@pytest.mark.parametrize(("number", "sides"), [(3, 4), (4, 6), (5, 8), (6, 10), (7, 12)])
def test_a_step_of_one_die_has_the_chances_of_that_die(number: int, sides: int) -> None:
    """The figures shown to the player come from the same rule that the dice roll by."""
    chances = step_chances(number, 50)

    assert tuple(_chances_of_a_die(sides, limit=50)) == chances


@every("number", STEPS)
def test_steps_of_seed_42_are_the_published_ones(number: int) -> None:
    """Dice of a step are rolled from left to right, the extra d12 first; the order decides the numbers."""
    rng = PCG32(42)

    rolled = [step(rng, number) for _ in range(10)]

    assert STEPS[number] == rolled


@pytest.mark.parametrize("number", [0, -1, -100])
def test_a_step_below_one_draws_nothing(number: int) -> None:
    """A monster without damage must not change the random numbers of the others."""
    rng = PCG32(42)

    rolled = step(rng, number)

    assert 0 == rolled
    assert PCG32(42) == rng


@given(st.integers(0, 2**64 - 1), st.integers(1, 60))
def test_a_step_of_one_or_more_comes_to_one_at_least(seed: int, number: int) -> None:
    """The chart subtracts from a d4, and an attack must never heal."""
    rolled = step(PCG32(seed), number)

    assert rolled >= 1


def test_the_chart_ends_in_pairs_of_dice_and_goes_on_with_d12s() -> None:
    """Beyond 13 every seven steps add a d12, which is rolled before the rest."""
    beyond = [step_dice(number) for number in (14, 15, 20, 21, 28)]

    assert 13 == len(STEP_CHART) - 1
    assert [
        ((12, 12), 0),
        ((12, 6, 6), 0),
        ((12, 12, 10), 0),
        ((12, 12, 12), 0),
        ((12, 12, 12, 12), 0),
    ] == beyond


@every("number", STEP_MEANS)
def test_the_dice_of_a_step_have_the_published_mean(number: int) -> None:
    """A wrong die anywhere in the chart would change the exact mean."""
    dice, modifier = step_dice(number)

    mean = modifier + sum((Fraction(EXPLODING_MEANS[sides]) for sides in dice), Fraction(0))
    if dice == (4,):
        # The results raised to 1: those below 1 after the modifier.
        mean += sum((Fraction(1 - face - modifier, 4) for face in range(1, 4) if face + modifier < 1), Fraction(0))

    assert Fraction(STEP_MEANS[number]) == mean


@every("number", STEP_MEANS)
def test_the_chances_of_a_step_come_to_the_published_mean(number: int) -> None:
    """The chances are exact up to a limit; the rest above it must be next to nothing, and never negative."""
    chances = step_chances(number, 130)

    mean = sum(total * chance for total, chance in enumerate(chances))

    assert 0 <= 1 - sum(chances) < Fraction(1, 10**6)
    assert 0 <= Fraction(STEP_MEANS[number]) - mean < Fraction(1, 10**4)


def test_a_blow_of_step_5_kills_a_fresh_creature_of_ten_in_7_of_64() -> None:
    """The published figure, which takes an explosion into account."""
    chances = step_chances(5, 9)

    assert Fraction(7, 64) == 1 - sum(chances)


def test_a_low_step_adds_up_results_raised_to_one() -> None:
    """Step 1 is a d4 less 2: 1, 2 and 3 all come to 1, and 4 explodes."""
    chances = step_chances(1, 3)

    assert (Fraction(0), Fraction(3, 4), Fraction(0), Fraction(1, 16)) == chances


def test_a_step_of_one_or_more_has_no_chance_of_nothing() -> None:
    """The chances include that every hit does at least 1."""
    chances = step_chances(1, 0)

    assert (Fraction(0),) == chances


def test_a_step_below_one_is_certain_to_give_nothing() -> None:
    """The chances follow the same rule as the roll."""
    chances = step_chances(0, 2)

    assert (Fraction(1), Fraction(0), Fraction(0)) == chances


SPREADS = {
    0: (0, 0, 1),
    1: (1, 1, 1),
    3: (2, 4, 4),
    6: (3, 9, 16),
    9: (5, 13, 25),
    14: (7, 21, 64),
    15: (8, 22, 64),
}
"""By number, the minimum and maximum of bounded damage, and in how many rolls the maximum occurs once."""


@every("number", SPREADS)
def test_bounded_damage_comes_to_the_table_of_the_design_and_no_more(number: int) -> None:
    """Its mean is exactly the number itself, and the chances match the rolls."""
    least, most, one_in = SPREADS[number]
    chances, rng = spread_chances(number, 40), PCG32(number)
    rolls = [spread(rng, number) for _ in range(20 * one_in)]
    possible = [total for total, chance in enumerate(chances) if chance]

    assert (least, most) == (min(rolls), max(rolls)) == (possible[0], possible[-1])
    assert Fraction(1, one_in) == chances[most]
    assert number == sum(total * chance for total, chance in enumerate(chances))
    assert (1, most) == (sum(chances), DAMAGE_DICE["spread"].most(number))


def test_exploding_damage_has_no_maximum() -> None:
    """Except for a step below one, which is always 0."""
    dice = DAMAGE_DICE["steps"]

    assert (0, None) == (dice.most(0), dice.most(1))


def _chances_of_a_die(sides: int, limit: int) -> list[Fraction]:
    """Return the chances of an exploding die by another method: explosion by explosion, face by face."""
    chances = [Fraction(0)] * (limit + 1)
    for explosions in range(limit // sides + 1):
        for face in range(1, sides):
            if explosions * sides + face <= limit:
                chances[explosions * sides + face] = Fraction(1, sides) ** (explosions + 1)
    return chances
