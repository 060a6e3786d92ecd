"""Measures of many games."""

from __future__ import annotations

import itertools
from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from roguelike.autoplay.record import PLANS
from roguelike.autoplay.roles import comes_first, keeps_away
from roguelike.balance.statistics import Interval, mean_interval, quantile, wilson
from roguelike.classes import frozen

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from roguelike.balance.games import Row
    from roguelike.engine.kinds.ruleset import RuleSet

PERCENT: Final = 100
COMMON: Final = Fraction(3, 100)
"""Minimum share of deaths for a common cause."""
SLOW: Final = frozenset({"fire", "gas", "poison", "poisoned"})
"""Causes of death that leave time to react."""
USED: Final = Fraction(1, 100)
"""Minimum share of games in which each kind of item should be used."""
DEADLY: Final = Fraction(3, 1000)
"""Minimum share of games that each kind of damaging monster should end."""
LATE: Final = 95
"""Percentage of games for the late first danger."""
WORN: Final = frozenset({"weapon", "armour"})
DARK: Final = 50
"""Minimum turns with the lamp out for a game that counts as dark."""


@frozen
class Measure:
    """A measure of games."""

    key: str
    """Key of its target."""
    label: str
    value: Fraction | None
    """The value; None without data."""
    unit: str = ""
    interval: Interval | None = None
    note: str = ""
    """The names that it concerns, for measures of some among many."""


def measures(rows: Sequence[Row], ruleset: RuleSet) -> list[Measure]:
    """Return all measures of at least one game."""
    dead = [row for row in rows if row["outcome"] == "died"]
    won = [row for row in rows if row["won"]]
    scores = [row["score"] for row in rows]
    killers = [[row["killer"]] for row in dead] + [[]] * (len(rows) - len(dead))
    return [
        share("wins", "wins", won, rows),
        share("stuck", "stuck, given up", [row for row in rows if row["stuck"]], rows),
        share("undecided", "out of turns", [row for row in rows if not row["outcome"] and not row["stuck"]], rows),
        Measure("score", "mean score", Fraction(sum(scores), len(scores)), "", mean_interval(scores)),
        *_of_deaths(dead),
        *_of_causes(dead),
        *_of_dangers(rows),
        *_of_levels(rows),
        _median("won_turns", "turns of a won game, median", "turns", [row["turns"] for row in won]),
        _median("won_keys", "keys of a won game, median", "keys", [row["keys"] for row in won]),
        *_of_enchantments(won),
        *_of_plans(rows, won),
        *_of_oil(rows),
        _rare("unused_items", "item kinds hardly used", _useful(ruleset), [row["items"] for row in rows], USED),
        _rare("harmless_monsters", "monsters that hardly kill", _wounding(ruleset), killers, DEADLY),
    ]


def shares(names: Sequence[str]) -> list[tuple[str, int]]:
    """Return the count of each name, the most frequent first."""
    return sorted(Counter(names).items(), key=lambda pair: (-pair[1], pair[0]))


def _of_deaths(dead: Sequence[Row]) -> Iterator[Measure]:
    down = [row for row in dead if not row["climbing"]]
    depths = Counter(row["depth"] for row in down)
    worst = max(depths, key=lambda depth: (depths[depth], -depth), default=0)
    note = f"level {worst}" if worst else ""
    yield share(
        "deadliest_level", "deaths on the deadliest level", [row for row in down if row["depth"] == worst], dead, note
    )
    for depth, key in ((1, "deaths_on_first"), (2, "deaths_on_second")):
        yield share(key, f"deaths on level {depth}", [row for row in down if row["depth"] == depth], dead)
    climbing = [row for row in dead if row["climbing"]]
    high = [row for row in climbing if row["depth"] <= row["deepest"] // 2]
    yield share("deaths_climbing", "deaths on the climb", climbing, dead)
    yield share("deaths_high_up", "climb deaths on its upper half", high, climbing)
    yield _median("median_death", "level of the median death", "", [row["depth"] for row in dead])


def _of_causes(dead: Sequence[Row]) -> Iterator[Measure]:
    causes = shares([row["cause"] for row in dead if row["cause"]])
    common = [name for name, count in causes if count >= COMMON * len(dead)]
    yield Measure("common_causes", "causes of 3 % of deaths or more", Fraction(len(common)) if dead else None)
    name = causes[0][0] if causes else ""
    yield share(
        "deadliest_cause", "deaths of the deadliest cause", [row for row in dead if row["cause"] == name], dead, name
    )
    yield share("slow_deaths", "deaths by gas, fire or poison", [row for row in dead if row["cause"] in SLOW], dead)


def _of_dangers(rows: Sequence[Row]) -> Iterator[Measure]:
    turns = [row["turns"] if row["first_danger_turn"] is None else row["first_danger_turn"] for row in rows]
    yield Measure("first_danger", "first danger, median", Fraction(quantile(turns, 50)), "turns")
    yield Measure("late_danger", f"first danger, {LATE} % of games", Fraction(quantile(turns, LATE)), "turns")


def _of_levels(rows: Sequence[Row]) -> Iterator[Measure]:
    left = [
        turns
        for row in rows
        for depth, turns in row["levels"].items()
        if int(depth) < row["deepest"] and not row["climbing"]
    ]
    yield _median("turns_a_level", "turns on a level going down, median", "turns", left)
    first = [row["levels"]["1"] for row in rows if row["deepest"] > 1 and not row["climbing"]]
    yield _median("turns_on_first", "turns on level 1, median", "turns", first)


def _of_enchantments(won: Sequence[Row]) -> Iterator[Measure]:
    """Yield the largest share of enchantments, with all shares, and that of things other than weapon and armour."""
    counts: Counter[str] = Counter()
    for row in won:
        counts.update(row["enchanted"])
    percents = {name: Fraction(count * PERCENT, counts.total()) for name, count in counts.most_common()}
    note = ", ".join(f"{name} {round(percent)} %" for name, percent in percents.items())
    most = max(percents.values(), default=None)
    yield Measure("enchantments", "enchantments for one sort, if won", most, "%", None, note)
    others = sum((part for name, part in percents.items() if name not in WORN), Fraction(0)) if percents else None
    yield Measure("other_enchantments", "neither weapon nor armour", others, "%")


def _of_plans(rows: Sequence[Row], won: Sequence[Row]) -> Iterator[Measure]:
    """Yield the mean number of each counted tactic, and the share of winners with allies."""
    for name in PLANS[:-1]:
        number = Fraction(sum(row["plan"][name] for row in rows), len(rows))
        yield Measure(name.replace(" ", "_"), f"{name}, a game", number)
    accompanied = [row for row in won if row["plan"][PLANS[-1]]]
    yield share("companions_out", "winners with a companion", accompanied, won)


def _of_oil(rows: Sequence[Row]) -> Iterator[Measure]:
    lamps = [row for row in rows if row["oil"] is not None]
    dark = [row for row in lamps if row["dark_turns"] >= DARK]
    yield share("lamp_out", f"lamp out for {DARK} turns, going down", dark, lamps)
    thrown = Fraction(sum(row["flasks_thrown"] for row in lamps), len(lamps)) if lamps else None
    yield Measure("flasks_thrown", "flasks thrown a game", thrown)


def share(key: str, label: str, some: Sequence[object], every: Sequence[object], note: str = "") -> Measure:
    """Return the percentage of `every` that are `some`, with its interval."""
    if not every:
        return Measure(key, label, None, "%")
    bounds = wilson(len(some), len(every))
    interval = Interval(bounds.low * PERCENT, bounds.high * PERCENT)
    return Measure(key, label, Fraction(len(some) * PERCENT, len(every)), "%", interval, note)


def _median(key: str, label: str, unit: str, values: Sequence[int]) -> Measure:
    return Measure(key, label, Fraction(quantile(values, 50)) if values else None, unit)


def _rare(key: str, label: str, names: Collection[str], told: Sequence[Collection[str]], least: Fraction) -> Measure:
    """Return the number of names that appear in too few games, and the names."""
    counts = Counter(itertools.chain.from_iterable(told))
    rare = [name for name in names if counts[name] < least * len(told)]
    return Measure(key, label, Fraction(len(rare)), "", None, ", ".join(rare))


def _useful(ruleset: RuleSet) -> list[str]:
    """Return the items that can be used, worn or thrown, except those worn at the start."""
    worn = {each.item for each in ruleset.possessions if each.worn}
    kinds = [(name, kind) for name, kind in ruleset.items.items() if kind.portable and name not in worn]
    return [kind.name for _, kind in kinds if kind.usable or kind.equips or kind.thrown is not None]


def _wounding(ruleset: RuleSet) -> list[str]:
    """Return the monsters that can do damage, except supporters and summoners that keep their distance."""
    return [
        name
        for name, kind in ruleset.monsters.items()
        if kind.missile or (kind.stats.damage and not (comes_first(kind) and keeps_away(kind)))
    ]
