"""Feats that a game has earned, and those that it has lost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, get_args

from roguelike.engine.rules.counting import key_of
from roguelike.engine.rules.score import companions_of

if TYPE_CHECKING:
    from roguelike.engine.kinds.feats import Count, Feat
    from roguelike.engine.state.world import World

FeatStanding = Literal["done", "so far", "not yet", "lost"]
"""Standing of a feat: earned; earned if the game is won now; not yet earned; or impossible in this game."""
STANDINGS: Final[tuple[FeatStanding, ...]] = get_args(FeatStanding)


def feats_of(world: World) -> tuple[str, ...]:
    """Return the names of the feats that a finished game has earned, in the order of the rule set."""
    return tuple(
        feat.name
        for feat in world.ruleset.feats
        if world.outcome == "won" or not feat.won
        if all(need.is_met(entries_of(world, need.count)) for need in feat.needs)
    )


def standing_of(world: World, feat: Feat) -> FeatStanding:
    """Return the standing of a feat in an unfinished game."""
    entries = [(need, entries_of(world, need.count)) for need in feat.needs]
    if any(need.is_missed(found) for need, found in entries):
        return "lost"
    if not all(need.is_met(found) for need, found in entries):
        return "not yet"
    return "so far" if feat.won else "done"


def entries_of(world: World, count: Count) -> dict[str, int]:
    """Return the entries of a count by name; the name is empty if the count is a single number."""
    match count:
        case "turns":
            return {"": world.turn}
        case "hit points":
            return {"": world.player.hit_points}
        case "companions":
            return {"": companions_of(world)}
        case "treasuries":
            return {"": world.tally.treasuries}
        case "covered percent":
            return {"": 100 * world.tally.feats.get(key_of("covered"), 0) // max(1, world.turn)}
        case _:
            start = key_of(count)
            return {key[len(start) :]: number for key, number in world.tally.feats.items() if key.startswith(start)}
