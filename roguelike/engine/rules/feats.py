"""Which feats a finished game has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.engine.rules.counting import key_of
from roguelike.engine.rules.score import companions_of

if TYPE_CHECKING:
    from roguelike.engine.kinds.feats import Count
    from roguelike.engine.state.world import World


def feats_of(world: World) -> tuple[str, ...]:
    """Return the names of the feats that a finished game has, in the order of the rule set."""
    return tuple(
        feat.name
        for feat in world.ruleset.feats
        if world.outcome == "won" or not feat.won
        if all(need.is_met(entries_of(world, need.count)) for need in feat.needs)
    )


def entries_of(world: World, count: Count) -> dict[str, int]:
    """Return the entries of a count: one without a name where it is a single number."""
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
