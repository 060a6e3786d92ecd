"""Figures over many games, in lines with plots."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Final

from roguelike.ui.plot import bar, columns
from roguelike.ui.printable import printable, shortened

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from roguelike.store.statistics import Statistics

NO_GAMES: Final = "No finished games."
MOST_ROWS: Final = 10
"""Of a plot; all that is less frequent is added up in one row more."""
LONGEST_BAR: Final = 40
PLOT_ROWS: Final = 4
NAME_WIDTH: Final = 24


def statistics_lines(found: Statistics, width: int, *, plots: bool = True) -> list[str]:
    """Return the figures in lines of at most `width` columns, with plots or with numbers alone."""
    longest = LONGEST_BAR if plots else 0
    if not found.games:
        lines = [NO_GAMES]
    else:
        lines = [
            *_figures(found),
            *(_scores(found, width) if plots else _score_numbers(found)),
            *_bars("Killed by", found.by_cause, width, longest),
            *_rules(found, width, longest),
            *_bars("Kills", found.by_kind, width, longest),
        ]
    if found.unverified:
        lines += ["", f"Not counted: {found.unverified} unverified (? in the scores)"]
    return [shortened(line, width) for line in lines]


def _figures(found: Statistics) -> list[str]:
    rows = (
        ("Games", f"{found.games} ({found.wins} won, {found.deaths} died)"),
        ("Score", f"best {found.best}, median {found.median:g}"),
        ("Turns", f"median {found.median_turns:g}, longest game {found.longest}, total {found.turns}"),
        ("Win streak", f"current {found.streak}, longest {found.longest_streak}"),
        ("Kills", str(found.kills)),
    )
    return [f"{label:<12}{text}" for label, text in rows]


def _scores(found: Statistics, width: int) -> Iterator[str]:
    """Yield a plot of the latest scores."""
    best = max(found.scores)
    edge = len(str(best))
    shown = found.scores[-max(1, width - edge - 1) :]
    if len(shown) < 2:  # noqa: PLR2004 -- one score is no course
        return
    yield from ("", f"Scores, last {len(shown)} games" if len(shown) < found.games else "Scores, oldest first")
    labels = [str(best), *[""] * (PLOT_ROWS - 2), "0"]
    for label, row in zip(labels, columns(shown, width, PLOT_ROWS, best), strict=True):
        yield f"{label:>{edge}}|{row}".rstrip()


def _score_numbers(found: Statistics) -> Iterator[str]:
    """Yield the latest scores as numbers."""
    if len(found.scores) > 1:
        yield f"Last scores: {', '.join(str(score) for score in found.scores[-MOST_ROWS:])}"


def _bars(title: str, counts: Mapping[str, int], width: int, longest: int) -> Iterator[str]:
    """Yield a bar of at most `longest` columns for each of the most frequent."""
    if not counts:
        return
    yield from ("", title)
    rows = {
        shortened(printable(name), NAME_WIDTH): count for name, count in itertools.islice(counts.items(), MOST_ROWS)
    }
    rest = sum(counts.values()) - sum(rows.values())
    if rest:
        rows[f"{len(counts) - MOST_ROWS} more"] = rest
    names, digits = max(map(len, rows)), max(len(str(count)) for count in rows.values())
    most = max(rows.values())
    room = min(longest, max(1, width - names - digits - 6))
    for name, count in rows.items():
        yield f"  {name:<{names}}  {count:>{digits}}  {bar(count, most, room)}".rstrip()


def _rules(found: Statistics, width: int, longest: int) -> Iterator[str]:
    """Yield a line for each rule set, and a bar of the deaths by it."""
    yield from ("", "Rules")
    names = max(len(shortened(printable(rules), NAME_WIDTH)) for rules in found.by_rules)
    most = max(each.deaths for each in found.by_rules.values())
    for rules, each in found.by_rules.items():
        name = shortened(printable(rules), NAME_WIDTH)
        games = f"{each.games:>5} {'game ' if each.games == 1 else 'games'}"
        text = f"  {name:<{names}}  {games}  {each.wins:>4} won  {each.deaths:>5} died  best {each.best:>4}"
        yield f"{text}  {bar(each.deaths, most, min(longest, max(1, width - len(text) - 2)))}".rstrip()
