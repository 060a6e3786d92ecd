"""Statistics of many games, in lines with plots."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Final

from roguelike.cells.plot import bar, columns
from roguelike.cells.text import printable, shortened

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from roguelike.store.statistics import Statistics

NO_GAMES: Final = "No finished games."
NONE_COUNTS: Final = "None of the finished games count."
ALL_APART: Final = "None of these games count: they are ranked separately."
MAX_ROWS: Final = 10
"""Maximum rows of a bar plot; less frequent values are added up in one more row."""
MAX_FEATS: Final = 40
MAX_BAR: Final = 40
PLOT_ROWS: Final = 4
NAME_WIDTH: Final = 24
TWO_COLUMNS: Final = 76
"""Minimum columns for bars side by side: 80 without the frame."""
GUTTER: Final = "  "
SORTS: Final = {"Causes of death": "causes", "Deaths by depth": "depths", "Kills": "kinds", "Feats": "feats"}
"""The plural of the values in each list of bars."""
SIZES: Final = ((4, 10), (4, 6), (3, 6), (3, 4), (2, 4), (2, 2))
"""Rows of the plot and of each list of bars, tried in order if there is little room."""


def statistics_lines(found: Statistics, width: int, rows: int | None = None) -> list[str]:
    """Return the figures in lines of at most `width` columns, condensed to fit into `rows` if given."""
    lines = _in_one_column(found, width)
    if found.unverified:
        lines += ["", *_not_counted(found)]
    if found.games and rows is not None and len(lines) > rows and width >= TWO_COLUMNS:
        lines = next((short for short in _shorter(found, width) if len(short) <= rows), lines)
    return [shortened(line, width) for line in lines]


def number_lines(found: Statistics, width: int) -> list[str]:
    """Return the figures as numbers, without plots."""
    return [shortened(line, width) for line in (*_in_one_column(found, width, longest=0), *_not_counted(found))]


def _in_one_column(found: Statistics, width: int, longest: int = MAX_BAR) -> list[str]:
    """Return all figures, with bars of at most `longest` columns; for 0, scores are numbers instead of a plot."""
    if not found.games:
        return _without_games(found, width, longest)
    return [
        *_figures(found),
        *(_scores(found, width) if longest else _score_numbers(found)),
        *_bars("Causes of death", found.by_cause, width, longest=longest),
        *_bars("Deaths by depth", found.by_depth, width, longest=longest),
        *_rules(found, width, longest),
        *_bars("Kills", found.by_kind, width, longest=longest),
        *_bars("Feats", found.by_feat, width, MAX_FEATS, longest),
    ]


def _without_games(found: Statistics, width: int, longest: int) -> list[str]:
    """Return the figures if no game counts: why, and the numbers of other games."""
    if found.by_rules:
        first, *rest = ALL_APART, *_rules(found, width, longest)
    else:
        are_some = found.abandoned or found.abandoned_before or found.unverified
        first, *rest = (NONE_COUNTS if are_some else NO_GAMES,)
    abandoned = [f"Abandoned: {found.abandoned}"] if found.abandoned else []
    return [first, *abandoned, *_abandoned_before(found), *rest]


def _shorter(found: Statistics, width: int) -> Iterator[list[str]]:
    """Yield the figures with bars side by side, in fewer rows each time."""
    column = (width - len(GUTTER)) // 2
    for plot, most in SIZES:
        right = [*_bars("Deaths by depth", found.by_depth, column), *_bars("Kills", found.by_kind, column, most)]
        beside = itertools.zip_longest(_bars("Causes of death", found.by_cause, column, most), right, fillvalue="")
        yield [
            *_figures(found),
            *_scores(found, width, plot),
            *_rules(found, width),
            *(f"{shortened(left, column):<{column}}{GUTTER}{right}".rstrip() for left, right in beside),
            *_not_counted(found),
        ]


def _not_counted(found: Statistics) -> list[str]:
    return [f"Not counted: {found.unverified} unverified (? in the scores)"] if found.unverified else []


def _figures(found: Statistics) -> list[str]:
    abandoned = f", {found.abandoned} abandoned" if found.abandoned else ""
    rows = (
        ("Games", f"{found.games} ({found.wins} won, {found.deaths} died){abandoned}"),
        ("Score", f"best {found.best}, median {found.median:g}"),
        ("Turns", f"median {found.median_turns:g}, longest game {found.longest}, total {found.turns}"),
        ("Win streak", f"current {found.streak}, longest {found.longest_streak}"),
        ("Kills", str(found.kills)),
    )
    return [*(f"{label:<12}{text}" for label, text in rows), *_abandoned_before(found)]


def _abandoned_before(found: Statistics) -> list[str]:
    """Return the number of abandoned games of each older edition."""
    return [f"Abandoned in {edition}: {count}" for edition, count in found.abandoned_before.items()]


def _scores(found: Statistics, width: int, height: int = PLOT_ROWS) -> Iterator[str]:
    """Yield a plot of the latest scores, `height` rows high."""
    best = max(found.scores)
    edge = len(str(best))
    shown = found.scores[-max(1, width - edge - 1) :]
    if len(shown) < 2:  # noqa: PLR2004 -- one score is no course
        return
    yield from ("", f"Scores, last {len(shown)} games" if len(shown) < found.games else "Scores, oldest first")
    labels = [str(best), *[""] * (height - 2), "0"]
    for label, row in zip(labels, columns(shown, width, height, best), strict=True):
        yield f"{label:>{edge}}|{row}".rstrip()


def _score_numbers(found: Statistics) -> Iterator[str]:
    """Yield the latest scores as numbers."""
    if len(found.scores) > 1:
        yield f"Last scores: {', '.join(str(score) for score in found.scores[-MAX_ROWS:])}"


def _bars(
    title: str, counts: Mapping[str, int], width: int, most_rows: int = MAX_ROWS, longest: int = MAX_BAR
) -> Iterator[str]:
    """Yield a title and a bar of at most `longest` columns for each of the most frequent values."""
    if not counts:
        return
    yield from ("", title)
    frequent = itertools.islice(counts.items(), most_rows)
    rows = [(shortened(printable(name), NAME_WIDTH), count) for name, count in frequent]
    if len(counts) > most_rows:
        rows.append(
            (f"{len(counts) - most_rows} other {SORTS[title]}", sum(counts.values()) - sum(count for _, count in rows))
        )
    names, most = max(len(name) for name, _ in rows), max(count for _, count in rows)
    digits = len(str(most))
    room = min(longest, max(1, width - names - digits - 6))
    for name, count in rows:
        yield f"  {name:<{names}}  {count:>{digits}}  {bar(count, most, room)}".rstrip()


def _rules(found: Statistics, width: int, longest: int = MAX_BAR) -> Iterator[str]:
    """Yield a line for each rule set, with a bar of its deaths."""
    yield from ("", "Rules")
    names = max(len(shortened(printable(rules), NAME_WIDTH)) for rules in found.by_rules)
    most = max(each.deaths for each in found.by_rules.values())
    for rules, each in found.by_rules.items():
        name = shortened(printable(rules), NAME_WIDTH)
        games = f"{each.games:>5} {'game ' if each.games == 1 else 'games'}"
        text = f"  {name:<{names}}  {games}  {each.wins:>4} won  {each.deaths:>5} died  best {each.best:>4}"
        yield f"{text}  {bar(each.deaths, most, min(longest, max(1, width - len(text) - 2)))}".rstrip()
