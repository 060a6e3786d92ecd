"""The annotation of the end of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from roguelike.engine.rules.score import kills_of

if TYPE_CHECKING:
    from roguelike.engine.state.world import World
    from roguelike.store.port import Account


def end_note(world: World, outcome: str, account: Account | None, key: str) -> dict[str, Any]:
    """Return the annotation of an end for the game: how it ended, and the key of the finished game."""
    end: dict[str, Any] = {"outcome": outcome, "turn": world.turn}
    if world.ruleset.has_levels:
        end["depth"] = world.depth
    if account is not None:
        end |= {"kills": kills_of(world), "cause": account.cause}
    return {**end, "key": key}
