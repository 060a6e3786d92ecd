"""Figures over the finished games of a store."""

from __future__ import annotations

import contextlib
import datetime as dt
import functools
from typing import TYPE_CHECKING

import attrs

from roguelike.content.complaints import ContentError
from roguelike.content.loader import describe
from roguelike.store.kept.editions import Editions
from roguelike.store.kept.leaderboard import verified_scores
from roguelike.store.kept.outcomes import GameOutcome, read_outcomes
from roguelike.store.kept.rulesets import is_shipped
from roguelike.store.statistics import Ended, Statistics, figures

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.store.kept.rows import PlayerRows
    from roguelike.store.listings import ScoreLine

_NOT_KNOWN = GameOutcome("", "", {}, dt.datetime.fromtimestamp(0, dt.UTC))


def statistics_of(
    rows: PlayerRows, load_rules: Callable[[str], RuleSet], name: str, rules: str
) -> Iterator[Statistics | None]:
    """Yield None after each slice of work, and finally the figures over the games whose scores are verified.

    `name` limits them to one player, and `rules` to one rule set (by name or path); an empty value means all.
    Modes, custom rule sets, seeded and imported games and other
    editions are counted separately; kits are not.
    With `rules`, unverified scores are not counted: their rows have only the title of the rule set.

    Raises:
        StoreError: the scores cannot be read.
    """
    listed = rows.scores.count(name)
    verified: Mapping[str, ScoreLine] = {}
    for verified, _, _ in verified_scores(rows, load_rules):  # noqa: B007 -- the last one counts
        yield None
    ends: Mapping[str, GameOutcome] = {}
    for found in read_outcomes(rows):
        ends = found or ends
        if found is None:
            yield None
    is_usual = functools.cache(_is_usual)
    own = {key: line for key, line in verified.items() if name in {"", line.name}}
    asked = {key: line for key, line in own.items() if rules in {"", line.ruleset}}
    apart = {
        key: attrs.evolve(line, rules=", ".join(filter(None, (line.rules, line.era, line.origin))))
        for key, line in asked.items()
        if line.origin or line.old or not (rules or is_usual(line.ruleset))
    }
    counted = (
        Ended(line, end.cause, end.kills if sum(end.kills.values()) == line.kills else {})
        for key, line in asked.items()
        if key not in apart
        for end in [ends.get(key, _NOT_KNOWN)]
    )
    given_up = [(end.written, end.abandoned) for end in ends.values() if end.abandoned is not None]
    given_up = [(when, game) for when, game in given_up if name in {"", game.name} and rules in {"", game.rules}]
    editions = Editions()
    before = [game.edition for _, game in given_up if editions.is_old(game.rules, game.edition)]
    abandoned = [when for when, game in given_up if not editions.is_old(game.rules, game.edition)]
    yield figures(counted, 0 if rules else listed - len(own), abandoned, apart.values(), before)


def _is_usual(rules: str) -> bool:
    """Return whether a rule set comes with the game and is played without a mode, with any kit."""
    with contextlib.suppress(ContentError):
        return is_shipped(rules) and not describe(rules).mode
    return False
