"""Whether a recorded game comes out as it was recorded, and what it is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from roguelike.store.records import score_of
from roguelike.store.tally import Tally

if TYPE_CHECKING:
    from roguelike.store.replay import Replay


@attrs.frozen(kw_only=True)
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
        StoreError: a command is none that is known.
    """
    game = replay.game_at(0)
    tally = Tally()
    for step in replay.steps():
        game = step.game
        for event in step.events:
            tally.count(event)
    replay.check_end(game)
    outcome = game.outcome or replay.record.outcome
    kills = tally.kills.total()
    return Verdict(
        commands=replay.length,
        turns=game.world.turn,
        outcome=outcome,
        kills=kills,
        score=score_of(outcome or "", kills, game.world.player.hit_points),
        digest=game.digest(),
        spoiled=replay.record.spoiled,
    )
