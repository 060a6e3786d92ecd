"""Whether a recorded game comes out as it was recorded, and what it is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.classes import frozen
from roguelike.store.records import kills_of, score_of

if TYPE_CHECKING:
    from roguelike.store.replay import Replay


@frozen(kw_only=True)
class Verdict:
    """A game that came out as it was recorded."""

    commands: int
    turns: int
    outcome: str | None
    """ "died", "won" or "abandoned"; None for a game in progress."""
    kills: int
    score: int
    digest: str
    """Of the world after the last command."""
    spoiled: bool
    """Whether it was looked into while it was in progress."""


def verify(replay: Replay) -> Verdict:
    """Play a game again from its seed, and compare every world with what was recorded of it.

    Raises:
        Differs: one is another; it says which.
        StoreError: a command is unknown.
    """
    game = replay.game_at(0)
    for step in replay.steps():
        game = step.game
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
