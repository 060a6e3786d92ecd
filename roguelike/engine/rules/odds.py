"""Exact combat odds."""

from __future__ import annotations

import functools
import itertools
import math
from fractions import Fraction
from typing import TYPE_CHECKING

from roguelike.classes import frozen
from roguelike.engine.kinds.limits import MAX_STAT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.dice import DamageDice
    from roguelike.engine.kinds.families import CombatModel
    from roguelike.engine.kinds.stats import Stats

EXACT = 100
"""Hit points up to which the mean is computed exactly; the fractions grow with each."""
RARE = 100
"""Damage rarer than one attack in `RARE` is not warned of."""


@frozen
class Odds:
    """One side's prospects."""

    hit: Fraction
    """The chance that an attack does any damage."""
    blows: Fraction | None
    """The mean number of attacks to kill, misses included; None if a kill is impossible."""


@frozen
class HitOdds:
    """The damage of one attack that can do any."""

    hit: Fraction
    """The chance that it does any damage."""
    mean: Fraction
    """The mean damage of a hit; damage above `EXACT` counts as `EXACT`."""
    worst: int
    """The maximum damage that at least one attack in `RARE` reaches; where hits are rarer, what every hit reaches."""
    chance: Fraction
    """The chance of `worst` or more."""
    has_more: bool
    """Whether more than `worst` is possible, as with exploding dice."""
    most: int | None = None
    """The maximum damage; None if dice explode."""

    @property
    def is_fixed(self) -> bool:
        """Whether every hit does the same damage."""
        return self.mean == self.worst and not self.has_more


@functools.lru_cache(maxsize=1024)
def blow(combat: CombatModel, attacker: Stats, target: Stats) -> HitOdds | None:
    """Return the odds of one attack of `attacker` on `target`; None if it can do no damage."""
    chances = combat.chances(attacker, target, EXACT)
    whole = math.lcm(*(chance.denominator for chance in chances))
    below = itertools.accumulate(int(chance * whole) for chance in chances)
    as_much = [whole - ways for ways in below]
    # The number of `whole` attacks with damage of at least 1, 2, ... and of more than `EXACT`.
    hits = as_much[0]
    if not hits:
        return None
    least = min(Fraction(whole, RARE), Fraction(hits))
    worst = max(damage for damage, ways in enumerate(as_much[:-1], start=1) if ways >= least)
    return HitOdds(
        hit=Fraction(hits, whole),
        mean=Fraction(sum(as_much[:-1]), hits),
        worst=worst,
        chance=Fraction(as_much[worst - 1], whole),
        has_more=as_much[worst] > 0,
        most=combat.most(attacker, target),
    )


@functools.lru_cache(maxsize=1024)
def odds(combat: CombatModel, attacker: Stats, target: Stats, hit_points: int) -> Odds:
    """Return the odds of `attacker` against a `target` with `hit_points` left.

    With p(d) the chance of d damage, the mean number of attacks to deal n is
    E(n) = (1 + the sum over 0 < d < n of p(d) E(n - d)) / (1 - p(0)).
    Past `EXACT` hit points the mean grows linearly, by the renewal theorem; if every attack deals the same damage, the
    attacks are counted.
    """
    exact = min(hit_points, EXACT)
    chances = combat.chances(attacker, target, max(0, exact - 1))
    hit = 1 - chances[0]
    if not hit:
        return Odds(hit, None)
    if hit_points > exact and (damage := _only_damage(combat, attacker, target, chances)) is not None:
        return Odds(hit, Fraction(-(-hit_points // damage)))
    near, far = _means(chances, exact)
    each = (far - near) / (exact - exact // 2) if hit_points > exact else Fraction(0)
    return Odds(hit, far + each * (hit_points - exact))


def blows_to_kill(
    combat: CombatModel, first: CombatModel, attacker: Stats, target: Stats, hit_points: int
) -> Fraction | None:
    """Return the mean number of attacks to kill, the first by the model `first`; None if a kill is impossible."""
    if first == combat or hit_points > EXACT:
        return odds(combat, attacker, target, hit_points).blows
    needed = Fraction(1)
    for damage, chance in enumerate(first.chances(attacker, target, hit_points - 1)):
        if chance:
            rest = odds(combat, attacker, target, hit_points - damage).blows
            if rest is None:
                return None
            needed += chance * rest
    return needed


@functools.lru_cache(maxsize=1024)
def mean_damage(combat: CombatModel, attacker: Stats, target: Stats, hit_points: int) -> Fraction:
    """Return the mean damage of one attack on a target with `hit_points`, which cap it."""
    chances = combat.chances(attacker, target, hit_points)
    deadly = hit_points * (1 - sum(chances, Fraction(0)))
    return sum((dealt * chance for dealt, chance in enumerate(chances)), deadly)


def _means(chances: Sequence[Fraction], hit_points: int) -> tuple[Fraction, Fraction]:
    """Return the mean number of attacks to deal half of the hit points, rounded down, and all of them.

    They share one denominator, a power of the chance to hit, as reducing long fractions takes seconds.
    """
    whole = math.lcm(*(chance.denominator for chance in chances))
    ways = [int(chance * whole) for chance in chances]
    hits = whole - ways[0]
    means, out_of = [0], 1
    for left in range(1, hit_points + 1):
        later = sum(ways[damage] * means[left - damage] for damage in range(1, left))
        means = [mean * hits for mean in means] + [whole * out_of + later]
        out_of *= hits
    return Fraction(means[hit_points // 2], out_of), Fraction(means[hit_points], out_of)


def _only_damage(combat: CombatModel, attacker: Stats, target: Stats, chances: Sequence[Fraction]) -> int | None:
    """Return the damage that every attack deals, None if it varies; `chances` begin the distribution."""
    if not any(chances):  # dice can always roll this low, so this never computes their chances up to `MAX_STAT`
        chances = combat.chances(attacker, target, MAX_STAT)
    return chances.index(1) if 1 in chances else None


@functools.lru_cache(maxsize=256)
def mean_roll(dice: DamageDice, number: int) -> Fraction:
    """Return the mean roll of the damage dice for a number; results above `EXACT` count as `EXACT`."""
    chances = dice.chances(number, EXACT)
    above = EXACT * (1 - sum(chances, Fraction(0)))
    return sum((chance * total for total, chance in enumerate(chances)), above)
