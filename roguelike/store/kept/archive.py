"""The end of a game: its annotation, and the facts that are passed on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from roguelike.classes import frozen
from roguelike.engine.rules.score import kills_of
from roguelike.store.listings import ScoreLine

if TYPE_CHECKING:
    from roguelike.engine.state.world import World
    from roguelike.store.port import Account


@frozen(kw_only=True)
class Archived:
    """A game that has become a finished one."""

    key: str
    outcome: str
    """ "died", "won" or "abandoned"."""
    turn: int
    about: Mapping[str, str]
    """Its metadata."""
    line: ScoreLine
    """Its line in the scores, even if it is not ranked."""
    is_ranked: bool
    """Whether it has a score."""
    morgue: str
    """Its morgue text; empty for an abandoned game."""


def end_note(world: World, outcome: str, account: Account | None, key: str) -> dict[str, Any]:
    """Return the annotation of an end for the game: how it ended, and the key of the finished game."""
    end: dict[str, Any] = {"outcome": outcome, "turn": world.turn}
    if world.ruleset.has_levels:
        end["depth"] = world.depth
    if account is not None:
        end |= {"kills": kills_of(world), "cause": account.cause}
    return {**end, "key": key}
