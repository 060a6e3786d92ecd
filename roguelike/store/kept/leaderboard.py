"""The scores in their order, and which of them are verified."""

from __future__ import annotations

import contextlib
import functools
import itertools
from typing import TYPE_CHECKING

import attrs

from roguelike.store.errors import StoreError
from roguelike.store.kept.editions import Editions
from roguelike.store.kept.proofs import findings, judged
from roguelike.store.listings import board_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.store.kept.rows import FinishedRows, PlayerRows
    from roguelike.store.listings import ScoreLine


def leaderboard(
    rows: PlayerRows, load_rules: Callable[[str], RuleSet], others: Iterable[FinishedRows] = ()
) -> Iterator[list[ScoreLine]]:
    """Yield the scores that are known so far, the same list again while nothing is added, and finally all of them.

    The board of the default game comes first; on each board, verified scores come before the best of the others, both
    best first. Each step does a bounded amount of work, however many games there are, and its results are cached.
    The scores include those of `others`.

    Raises:
        StoreError: they cannot be read; only the first step raises it.
    """
    listed: list[ScoreLine] | None = None
    for verified, best, is_new in verified_scores(rows, load_rules, others):
        if is_new or listed is None:
            listed = _listed(verified, best)
        yield listed


def verified_scores(
    rows: PlayerRows, load_rules: Callable[[str], RuleSet], others: Iterable[FinishedRows] = ()
) -> Iterator[tuple[Mapping[str, ScoreLine], Mapping[str, ScoreLine], bool]]:
    """Yield the verified scores that are known so far, the best of all scores, and whether the former have changed.

    Both map ids of games to scores, and are the same objects each time. Of `others`, only the best are verified.

    Raises:
        StoreError: they cannot be read; only the first step raises it.
    """
    editions = Editions()
    best = _with_boards(rows.scores.best(), editions)
    verified: dict[str, ScoreLine] = {}

    @functools.cache
    def line_of(key: str) -> ScoreLine | None:
        with contextlib.suppress(StoreError):
            return best.get(key) or rows.scores.one(key)
        return None

    is_new = False
    in_all = itertools.chain(
        findings(rows, load_rules, lambda key: line_of(key) is not None),
        *(findings(other, load_rules, best.__contains__) for other in others),
    )
    for pair in in_all if best else ():
        if pair is None:
            yield verified, best, is_new
            is_new = False
            continue
        game, found = pair
        line = line_of(found.id)
        if line is not None:
            line = judged(line, game, found, editions)
            # Of two copies of a game, one may have lost what shows that it was not spoiled.
            if line.verified and (found.id not in verified or line.spoiled is not None):
                verified[found.id], is_new = line, True
    yield verified, best, is_new


def _listed(verified: Mapping[str, ScoreLine], best: Mapping[str, ScoreLine]) -> list[ScoreLine]:
    lines = {**best, **verified}.values()
    return sorted(lines, key=lambda line: (line.old, line.board, not line.verified, -line.score, line.when))


def _with_boards(lines: Mapping[str, ScoreLine], editions: Editions) -> dict[str, ScoreLine]:
    """Return scores, moving those of old editions to separate boards where their titles identify the rule set."""
    current = editions.current((line.rules, line.edition) for line in lines.values())
    return {key: _on_board(line, old=line.edition != current[line.rules]) for key, line in lines.items()}


def _on_board(line: ScoreLine, *, old: bool) -> ScoreLine:
    return attrs.evolve(line, old=True, board=board_in(line.board, line.edition, old=True)) if old else line
