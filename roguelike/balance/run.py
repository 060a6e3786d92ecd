"""A run: cached games, missing games to play, and games to compare with."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from roguelike.balance.comparison import Comparison, compare
from roguelike.balance.games import Judged, open_games
from roguelike.balance.measures import measures
from roguelike.balance.pool import play_all
from roguelike.balance.report import Report
from roguelike.balance.targets import stronger_than

if TYPE_CHECKING:
    import pathlib
    from collections.abc import Callable

    from roguelike.balance.games import Row
    from roguelike.balance.seeds import Seeds
    from roguelike.engine.kinds.ruleset import RuleSet

    Progress = Callable[[Judged, int, int], None]
    """Called with the parameters, the number of finished games and the total."""


def judge(
    judged: Judged, ruleset: RuleSet, seeds: Seeds, *, folder: pathlib.Path, jobs: int, progress: Progress
) -> Report:
    """Return the report on these games; cached ones are not played again.

    Raises:
        GameFailed: the program failed in a game.
        StoreError: the file of the games cannot be used.
    """
    rows = _games(judged, seeds, folder, jobs, progress)
    other = _other(judged)
    comparison: Comparison | None = None
    if other is not None:
        comparison = compare(rows, _games(other, seeds, folder, jobs, progress), other.policy)
    return Report(judged, seeds, rows, measures(rows, ruleset), comparison)


def _other(judged: Judged) -> Judged | None:
    """Return the parameters to compare with: without forbidden features, or of a stronger policy; None for none."""
    if judged.without:
        return attrs.evolve(judged, without=())
    stronger = stronger_than(judged.rules, judged.policy)
    return None if stronger is None else attrs.evolve(judged, policy=stronger)


def _games(judged: Judged, seeds: Seeds, folder: pathlib.Path, jobs: int, progress: Progress) -> list[Row]:
    """Return the games by seed, and play missing ones."""
    with open_games(folder, judged) as file:
        missing = [seed for seed in seeds.all if seed not in file.rows]
        done = seeds.games - len(missing)
        progress(judged, done, seeds.games)
        for row in play_all(judged, missing, jobs):
            file.add(row)
            done += 1
            progress(judged, done, seeds.games)
        return [file.rows[seed] for seed in seeds.all]
