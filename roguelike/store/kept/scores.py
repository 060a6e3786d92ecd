"""The score of a finished game, and its rank."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

from roguelike.engine.rules.feats import feats_of
from roguelike.engine.rules.score import kills_of, score_of
from roguelike.store.kept.rulesets import ranked_on, title_of
from roguelike.store.listings import ScoreLine, Standing, board_in
from roguelike.store.records import edition_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roguelike.engine.state.world import World
    from roguelike.store.kept.editions import Editions
    from roguelike.store.kept.rows import ScoreRows


def score_line(
    about: Mapping[str, str],
    world: World,
    *,
    when: dt.datetime | None = None,
    spoiled: bool,
    imported: bool,
) -> ScoreLine:
    """Return the score line of a finished game; `when` is the time of its end, by default now."""
    outcome = world.outcome or "abandoned"
    return ScoreLine(
        name=about["name"],
        rules=title_of(world.ruleset, about["rules"]),
        outcome=outcome,
        score=score_of(world),
        turn=world.turn,
        kills=kills_of(world),
        seed=world.seed,
        when=when or dt.datetime.now(dt.UTC),
        spoiled=spoiled,
        depth=world.depth if world.ruleset.has_levels else 0,
        board=ranked_on(about, imported=imported),
        edition=edition_of(about),
        feats=feats_of(world),
    )


def standing_in(scores: ScoreRows, name: str, score: int, board: str, editions: Editions) -> Standing:
    """Return the rank of a score among the player's own scores and among all scores of the same board.

    Scores of editions other than the current ones in `editions` have separate boards.

    Raises:
        StoreError: they cannot be read.
    """
    groups = scores.groups(name, score)
    current = editions.current((group.rules, group.edition) for group in groups)
    own = [
        group
        for group in groups
        if board_in(group.board, group.edition, old=group.edition != current[group.rules]) == board
    ]
    return Standing(
        sum(group.better for group in own) + 1,
        sum(group.own for group in own),
        sum(group.higher for group in own) + 1,
        sum(group.total for group in own),
        board,
    )
