"""Figures over many finished games: pure functions."""

from __future__ import annotations

import collections
import statistics
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from roguelike.classes import frozen
from roguelike.store.listings import ScoreLine, in_edition

if TYPE_CHECKING:
    import datetime as dt

UNKNOWN: Final = "unknown"


@frozen
class Ended:
    """A finished game whose score is verified."""

    line: ScoreLine
    cause: str
    """The name of what killed the player."""
    kills: Mapping[str, int]
    """By kind; empty where they are unknown."""


@frozen
class RuleFigures:
    """The games of one rule set."""

    games: int
    wins: int
    deaths: int
    best: int


@frozen
class Statistics:
    """Figures over finished games, in the order of their ends; None where there are no games."""

    games: int
    wins: int
    deaths: int
    best: int | None
    median: float | None
    """Median score."""
    median_turns: float | None
    longest: int | None
    """Turns of the longest game."""
    turns: int
    streak: int
    """Consecutive victories up to the last game."""
    longest_streak: int
    kills: int
    scores: Sequence[int]
    by_cause: Mapping[str, int]
    """Deaths by killer, most frequent first."""
    by_kind: Mapping[str, int]
    """Kills by kind, most frequent first."""
    by_feat: Mapping[str, int]
    """Number of games with each feat, most frequent first."""
    by_rules: Mapping[str, RuleFigures]
    """By the title of the rule set; modes have separate rows here, and do not count in the other figures."""
    unverified: int
    """Scores that are not counted."""
    abandoned: int
    """Abandoned games: they have no score, and of the other figures only end streaks."""
    abandoned_before: Mapping[str, int]
    """Abandoned games of older editions, by edition; they do not count in the other figures."""
    by_depth: Mapping[str, int]
    """Deaths by level, like "D3", first level first; without rule sets that have one level."""


def figures(
    ended: Iterable[Ended],
    unverified: int = 0,
    abandoned: Sequence[dt.datetime] = (),
    apart: Iterable[ScoreLine] = (),
    before: Iterable[int] = (),
) -> Statistics:
    """Return the figures over these games.

    `abandoned` are the times of abandoned games, and `apart` are games that only count by rule set.
    `before` are the editions of abandoned games of older editions.
    """
    games = sorted(ended, key=lambda game: game.line.when)
    lines = [game.line for game in games]
    scores, turns = [line.score for line in lines], [line.turn for line in lines]
    streak, longest = _streaks(lines, abandoned)
    deaths = [game for game in games if game.line.outcome == "died"]
    kinds: collections.Counter[str] = collections.Counter()
    for game in games:
        kinds.update(game.kills)
    return Statistics(
        games=len(games),
        wins=sum(line.outcome == "won" for line in lines),
        deaths=len(deaths),
        best=max(scores, default=None),
        median=statistics.median(scores) if scores else None,
        median_turns=statistics.median(turns) if turns else None,
        longest=max(turns, default=None),
        turns=sum(turns),
        streak=streak,
        longest_streak=longest,
        kills=sum(line.kills for line in lines),
        scores=scores,
        by_cause=_ranked(collections.Counter(game.cause or UNKNOWN for game in deaths)),
        by_kind=_ranked(kinds),
        by_feat=_ranked(collections.Counter(feat for line in lines for feat in line.feats)),
        by_rules=_by_rules([*lines, *apart]),
        unverified=unverified,
        abandoned=len(abandoned),
        abandoned_before={in_edition(edition): count for edition, count in sorted(collections.Counter(before).items())},
        by_depth=_by_depth(game.line.depth for game in deaths),
    )


def _by_depth(depths: Iterable[int]) -> dict[str, int]:
    counts = collections.Counter(depth for depth in depths if depth)
    return {f"D{depth}": counts[depth] for depth in sorted(counts)}


def _streaks(lines: Iterable[ScoreLine], abandoned: Iterable[dt.datetime]) -> tuple[int, int]:
    """Return the current and the longest streak of victories; an abandoned game ends a streak."""
    streak = longest = 0
    ends = [*((line.when, line.outcome == "won") for line in lines), *((when, False) for when in abandoned)]
    for _, won in sorted(ends):
        streak = streak + 1 if won else 0
        longest = max(longest, streak)
    return streak, longest


def _by_rules(lines: Iterable[ScoreLine]) -> dict[str, RuleFigures]:
    grouped: dict[str, list[ScoreLine]] = {}
    for line in lines:
        grouped.setdefault(line.rules, []).append(line)
    return {
        rules: RuleFigures(
            len(found),
            sum(line.outcome == "won" for line in found),
            sum(line.outcome == "died" for line in found),
            max(line.score for line in found),
        )
        for rules, found in sorted(grouped.items(), key=lambda group: (-len(group[1]), group[0]))
    }


def _ranked(counts: Mapping[str, int]) -> dict[str, int]:
    return dict(sorted(counts.items(), key=lambda kind: (-kind[1], kind[0])))
