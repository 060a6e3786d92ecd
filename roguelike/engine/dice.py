"""Dice: unbiased ranges, exploding dice, the step chart and bounded damage, with their exact chances.

Every roll draws from the generator that it is given.
"""

from __future__ import annotations

import bisect
import functools
import itertools
from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from roguelike.classes import frozen
from roguelike.engine.rng import PCG32

if TYPE_CHECKING:
    from collections.abc import Sequence


_32_BITS = 0xFFFF_FFFF

STEP_CHART: tuple[tuple[tuple[int, ...], int], ...] = (
    ((), 0),
    ((4,), -2),
    ((4,), -1),
    ((4,), 0),
    ((6,), 0),
    ((8,), 0),
    ((10,), 0),
    ((12,), 0),
    ((6, 6), 0),
    ((8, 6), 0),
    ((8, 8), 0),
    ((10, 8), 0),
    ((10, 10), 0),
    ((12, 10), 0),
)
"""The dice (sides, rolled left to right) and the modifier of each step up to 13."""

_LAST_STEP = len(STEP_CHART) - 1
_BEYOND_THE_CHART = 7
"""Steps per exploding d12 beyond the chart."""


def roll(rng: PCG32, low: int, high: int) -> int:
    """Return a number from `low` to `high`, both included, each with exactly the same chance.

    Draws that would favour the low numbers are drawn again.

    Raises:
        ValueError: `low` is above `high`, or the range is wider than 32 bits.
    """
    width = high - low + 1
    if not 1 <= width <= _32_BITS:
        raise ValueError(f"cannot roll from {low} to {high}")
    last = _32_BITS // width * width - 1
    draw = rng.next_u32()
    while draw > last:
        draw = rng.next_u32()
    return low + draw % width


def percent(rng: PCG32, chance: int) -> bool:
    """Return True with a chance of `chance` percent."""
    return roll(rng, 0, 99) < chance


def choose_weighted(rng: PCG32, weights: Sequence[int]) -> int:
    """Return the index of one of `weights`, each with a chance in proportion to its weight.

    Raises:
        ValueError: no weight is above 0.
    """
    totals = list(itertools.accumulate(weights))
    if not totals or totals[-1] < 1:
        raise ValueError("no weight is above 0")
    return bisect.bisect_right(totals, roll(rng, 0, totals[-1] - 1))


def explode(rng: PCG32, sides: int, low: int = 1) -> int:
    """Roll a die again after every maximum, and return the sum; with a `low` of 1 never a multiple of `sides`."""
    total = 0
    while (face := roll(rng, low, sides)) == sides:
        total += sides
    return total + face


def step_dice(number: int) -> tuple[tuple[int, ...], int]:
    """Return the exploding dice that a step rolls, in order, and the modifier of their sum."""
    if number < 1:
        return STEP_CHART[0]
    extra = max(0, -((_LAST_STEP - number) // _BEYOND_THE_CHART))
    dice, modifier = STEP_CHART[number - extra * _BEYOND_THE_CHART]
    return (12,) * extra + dice, modifier


def step(rng: PCG32, number: int) -> int:
    """Roll a step of the chart: at least 1 for a step of 1 or more, and 0 without a draw below that."""
    if number < 1:
        return 0
    dice, total = step_dice(number)
    for sides in dice:
        total += explode(rng, sides)
    return max(1, total)


@functools.lru_cache(maxsize=256)
def step_chances(number: int, limit: int) -> tuple[Fraction, ...]:
    """Return the exact chances that `step` gives 0, 1, ... `limit`; the rest up to 1 is that of higher results."""
    dice, modifier = step_dice(number)
    if not dice:
        return (Fraction(1), *[Fraction(0)] * limit)
    reach = limit - modifier
    # Computed over one common denominator: reducing fractions would take longer than all the rest.
    sums, whole = [1] + [0] * reach, 1
    for sides in dice:
        face, out_of = _explode_ways(sides, reach)
        sums = [sum(sums[rest] * face[total - rest] for rest in range(total + 1)) for total in range(reach + 1)]
        whole *= out_of
    chances = [Fraction(0)] * (limit + 1)
    for total, ways in enumerate(sums):
        if limit:
            chances[max(1, total + modifier)] += Fraction(ways, whole)
    return tuple(chances)


def _explode_ways(sides: int, limit: int) -> tuple[list[int], int]:
    """Return the numbers of equal chances for each sum 0 to `limit` of one exploding die, and their total.

    The chance of k maxima and then a face is one in sides**(k + 1).
    """
    most = limit // sides + 1
    ways = [sides ** (most - total // sides - 1) if total % sides else 0 for total in range(limit + 1)]
    return ways, sides**most


def spread(rng: PCG32, number: int) -> int:
    """Roll `number`, plus a number from 0 to half of it, minus another such number."""
    half = max(0, number) // 2
    return number + roll(rng, 0, half) - roll(rng, 0, half) if half else max(0, number)


@functools.lru_cache(maxsize=256)
def spread_chances(number: int, limit: int) -> tuple[Fraction, ...]:
    """Return the exact chances that `spread` gives 0, 1, ... `limit`; the rest up to 1 is that of higher results."""
    number = max(0, number)
    half = number // 2
    ways = [max(0, half + 1 - abs(total - number)) for total in range(limit + 1)]
    return tuple(Fraction(each, (half + 1) ** 2) for each in ways)


@frozen
class DamageDice:
    """Dice that turn a number into damage."""

    roll: Callable[[PCG32, int], int]
    chances: Callable[[int, int], tuple[Fraction, ...]]
    """The exact chances of 0, 1, ... a limit; the rest up to 1 is that of higher results."""
    most: Callable[[int], int | None]
    """The maximum for a number; None without a limit."""
    piercing: int = 0
    """One part of damage in `piercing`, rounded up, passes any armour; 0 for none."""

    def after_armour(self, damage: int, armour: int) -> int:
        """Return the damage that passes armour, at least 1."""
        passes = -(-damage // self.piercing) if self.piercing else 0
        return max(1, passes, damage - armour)


DAMAGE_DICE: Final = {
    "steps": DamageDice(step, step_chances, lambda number: 0 if number < 1 else None),
    "spread": DamageDice(spread, spread_chances, lambda number: max(0, number) * 3 // 2, piercing=3),
}
"""Damage dice by name: exploding ones of the step chart, and bounded ones around the number itself."""
