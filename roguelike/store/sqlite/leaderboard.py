"""The scores in their order, and which of them are verified."""

from __future__ import annotations

import contextlib
import functools
from typing import TYPE_CHECKING

from roguelike.store.errors import StoreError
from roguelike.store.sqlite.proofs import findings, judged
from roguelike.store.sqlite.scores import read_score, read_scores

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.store.listings import ScoreLine
    from roguelike.store.sqlite.folder import Folder


def leaderboard(folder: Folder, load_rules: Callable[[str], RuleSet]) -> Iterator[list[ScoreLine]]:
    """Yield the scores as far as they are known, the same list again as long as nothing is added, at last all of them.

    The verified ones come first, then the best of the others, each best first. Between two lists a bounded amount
    of work is done, however many games there are; all of it is remembered.

    Raises:
        StoreError: they cannot be read, which the first says.
    """
    best = read_scores(folder.scores)
    verified: dict[str, ScoreLine] = {}
    listed = _listed(verified, best)

    @functools.cache
    def line_of(key: str) -> ScoreLine | None:
        with contextlib.suppress(StoreError):
            return best.get(key) or read_score(folder.scores, key)
        return None

    is_new = False
    for found in findings(folder, load_rules, lambda key: line_of(key) is not None) if best else ():
        line = None if found is None else line_of(found.id)
        if found is not None and line is not None:
            line = judged(line, found)
            # Of two copies of a game, one may have lost what shows that it was not spoiled.
            if line.verified and (found.id not in verified or line.spoiled is not None):
                verified[found.id], is_new = line, True
        if found is None:
            if is_new:
                is_new, listed = False, _listed(verified, best)
            yield listed
    yield _listed(verified, best) if is_new else listed


def _listed(verified: Mapping[str, ScoreLine], best: Mapping[str, ScoreLine]) -> list[ScoreLine]:
    first = sorted(verified.values(), key=lambda line: (-line.score, line.when))
    return [*first, *(line for key, line in best.items() if key not in verified)]
