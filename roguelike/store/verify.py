"""Verification: replay a recorded game in full, and compute its score."""

from __future__ import annotations

import collections
from typing import TYPE_CHECKING

from roguelike.classes import frozen
from roguelike.engine.rules.score import kills_of, score_of

if TYPE_CHECKING:
    from roguelike.store.replay import Replay


@frozen(kw_only=True)
class Verdict:
    """The result of a successful verification."""

    commands: int
    turns: int
    outcome: str | None
    """ "died", "won" or "abandoned"; None for a game in progress."""
    kills: int
    score: int
    digest: str
    """Digest of the world after the last command."""
    spoiled: bool
    """Whether it was inspected while it was in progress."""


def verify(replay: Replay) -> Verdict:
    """Replay a game from its seed, and compare every world with its recorded digest.

    Raises:
        Differs: one differs; the text says which.
        StoreError: a command is unknown.
    """
    game = collections.deque(replay.steps(), maxlen=1)[0].game if replay.rows else replay.game_at(0)
    replay.check_end(game)
    return Verdict(
        commands=replay.length,
        turns=game.world.turn,
        outcome=game.outcome or replay.record.outcome,
        kills=kills_of(game.world),
        score=score_of(game.world),
        digest=game.digest(),
        spoiled=replay.record.spoiled,
    )
