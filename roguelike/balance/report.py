"""The report on many games: a table of measures with targets, and plots."""

from __future__ import annotations

import shlex
import textwrap
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from roguelike.balance.comparison import Comparison
from roguelike.balance.games import Judged, Row
from roguelike.balance.measures import Measure, shares
from roguelike.balance.seeds import Seeds
from roguelike.balance.statistics import Interval, quantile
from roguelike.balance.targets import Target, targets_of, worth_of_features
from roguelike.cells.plot import bar
from roguelike.cells.text import shortened
from roguelike.classes import frozen

if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction

MAX_ROWS: Final = 20
"""Maximum rows of a plot; the number of the others is printed below."""
MAX_BAR: Final = 40
MAX_SEEDS: Final = 6
"""Maximum seeds that are listed for each outcome."""
NAME_WIDTH: Final = 28
NOTE_WIDTH: Final = 78
MEANT: Final = "Tune on tuning seeds and report on report seeds: they have none in common."
COLUMNS: Final = ("key", "label", "value", "low", "high", "unit", "target", "met", "note")
"""Columns of the CSV table."""


@frozen
class Report:
    """The games of a policy, with their measures."""

    judged: Judged
    seeds: Seeds
    rows: Sequence[Row]
    """The games by rising seed."""
    measures: Sequence[Measure]
    comparison: Comparison | None = None

    def lines(self, width: int) -> list[str]:
        """Return the report in lines of at most `width` columns."""
        lines = [*textwrap.wrap(self._head(), width), MEANT, "", *self._table(), *self._compared()]
        lines += _plot("Deaths by level", self._deaths(), width)
        lines += _plot("Died of", shares([row["cause"] for row in self.rows if row["cause"]]), width)
        lines += _plot("Monsters that killed", shares([row["killer"] for row in self.rows if row["killer"]]), width)
        lines += _plot("Games in which an item was used", self._items(), width)
        lines += _plot("Turns on a level, median", self._turns(), width)
        return [shortened(line, width) for line in [*lines, *self._seeds()]]

    def cells(self) -> Iterator[dict[str, object]]:
        """Yield a row of the table for each measure; numbers are texts with at most two decimals."""
        targets = self._targets
        for each in self.measures:
            target = targets.get(each.key)
            bounds = (
                ("", "") if each.interval is None else (number_text(each.interval.low), number_text(each.interval.high))
            )
            value, met = number_text(each.value), _met(each, target)
            told = (
                each.key,
                each.label,
                value,
                *bounds,
                each.unit,
                "" if target is None else str(target),
                met,
                each.note,
            )
            yield dict(zip(COLUMNS, told, strict=True))

    def plain(self) -> dict[str, Any]:
        """Return the report as plain data, for programs."""
        seeds = self.seeds
        return {
            "rules": self.judged.rules,
            "fingerprint": self.judged.fingerprint,
            "policy": self.judged.policy,
            "without": list(self.judged.without),
            "turns": self.judged.turns,
            "games": len(self.rows),
            "seeds": {"first": seeds.first, "last": seeds.all[-1], "of": str(seeds)},
            "measures": list(self.cells()),
            "deaths_by_level": dict(self._deaths()),
            "deaths_by_cause": dict(shares([row["cause"] for row in self.rows if row["cause"]])),
            "killers": dict(shares([row["killer"] for row in self.rows if row["killer"]])),
            "items": dict(self._items()),
            "turns_by_level": dict(self._turns()),
            "comparison": None if self.comparison is None else _plain(self.comparison),
        }

    @property
    def _targets(self) -> dict[str, Target]:
        return {} if self.judged.without else targets_of(self.judged.rules, self.judged.policy)

    def _head(self) -> str:
        judged = self.judged
        without = f" without {', '.join(judged.without)}" if judged.without else ""
        return f"{judged.rules}, {judged.policy}{without}: {len(self.rows)} games, {self.seeds}"

    def _table(self) -> Iterator[str]:
        yield f"{'':<37}{'':>9}  {'95 %':<14}{'target':<10}".rstrip()
        for row in self.cells():
            if not row["value"] and not row["target"]:
                continue
            interval = f"{row['low']}-{row['high']}" if row["low"] else ""
            value = f"{row['value'] or '-'}{' %' if row['unit'] == '%' and row['value'] else ''}"
            yield f"{row['label']:<37}{value:>9}  {interval:<14}{row['target']:<10}{row['met']}".rstrip()
            yield from textwrap.wrap(str(row["note"]), NOTE_WIDTH, initial_indent="  ", subsequent_indent="  ")

    def _compared(self) -> Iterator[str]:
        found = self.comparison
        if found is None:
            return
        wins, scores = found.wins, [number_text(score) for score in found.scores]
        yield from ("", f"Compared with {found.other} on the same seeds")
        yield f"  wins        {wins[0]} against {wins[1]}: {_fall(found.wins_fall)}, {_span(found.points)} points"
        yield f"  mean score  {scores[0]} against {scores[1]}: {_fall(found.score_falls)}, {_span(found.loss)} points"
        worth = worth_of_features(self.judged.rules) if self.judged.without else None
        if worth is not None:
            wanted = f"wins {number_text(worth.wins_fall)} % or mean score {number_text(worth.score_falls)} % lower"
            yield f"  target      {wanted}: {'met' if found.proves(worth) else 'missed'}"
        elif not self.judged.without:
            yield f"  target      a lower mean score: {'met' if found.scores[0] < found.scores[1] else 'missed'}"

    def _deaths(self) -> list[tuple[str, int]]:
        dead = [row for row in self.rows if row["outcome"] == "died"]
        counts = Counter("climb" if row["climbing"] else str(row["depth"]) for row in dead)
        return sorted(counts.items(), key=lambda pair: (pair[0] == "climb", len(pair[0]), pair[0]))

    def _items(self) -> list[tuple[str, int]]:
        return shares([name for row in self.rows for name in row["items"]])

    def _turns(self) -> list[tuple[str, int]]:
        spent: dict[int, list[int]] = {}
        for row in self.rows:
            for depth, turns in row["levels"].items():
                spent.setdefault(int(depth), []).append(turns)
        return [(str(depth), quantile(turns, 50)) for depth, turns in sorted(spent.items())]

    def _seeds(self) -> Iterator[str]:
        yield from ("", f"To play one of them: roguelike play --rules {shlex.quote(self.judged.rules)} --seed N")
        stuck = [row for row in self.rows if row["stuck"]]
        dead = sorted((row for row in self.rows if row["outcome"] == "died"), key=lambda row: -row["deepest"])
        sorts = (("won", [row for row in self.rows if row["won"]]), ("died deepest", dead), ("stuck", stuck))
        for name, rows in sorts:
            if rows:
                yield f"  {name}: {' '.join(str(row['seed']) for row in rows[:MAX_SEEDS])}"


def _plot(title: str, counts: Sequence[tuple[str, int]], width: int) -> Iterator[str]:
    """Yield a row with a bar for each count."""
    if not counts:
        return
    shown = counts[:MAX_ROWS]
    names = min(NAME_WIDTH, max(len(name) for name, _ in shown))
    most = max(count for _, count in shown)
    digits = len(str(most))
    yield from ("", title)
    for name, count in shown:
        head = f"  {shortened(name, names):<{names}}  {count:>{digits}}  "
        yield head + bar(count, most, min(MAX_BAR, max(1, width - len(head))))
    if rest := counts[MAX_ROWS:]:
        yield f"  and {len(rest)} more, each {max(count for _, count in rest)} or less"


def _met(measure: Measure, target: Target | None) -> str:
    if target is None:
        return ""
    if measure.value is None:
        return "unknown"
    return "met" if target.is_met(measure.value) else "missed"


def number_text(number: Fraction | None) -> str:
    """Return a number as text with at most two decimals."""
    if number is None:
        return ""
    text = f"{float(number):.{2 if abs(number) < 10 else 1}f}"  # noqa: PLR2004 -- three digits in all
    return text.rstrip("0").rstrip(".") if "." in text else text


def _fall(percent: Fraction | None) -> str:
    return "nothing to fall" if percent is None else f"{number_text(percent)} % lower"


def _span(interval: Interval) -> str:
    return f"{number_text(interval.low)} to {number_text(interval.high)}"


def _plain(found: Comparison) -> dict[str, Any]:
    return {
        "with": found.other,
        "wins": list(found.wins),
        "points": [number_text(found.points.low), number_text(found.points.high)],
        "scores": [number_text(score) for score in found.scores],
        "loss": [number_text(found.loss.low), number_text(found.loss.high)],
        "wins_fall": number_text(found.wins_fall),
        "score_falls": number_text(found.score_falls),
    }
