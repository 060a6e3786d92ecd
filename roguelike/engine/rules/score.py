"""The score: measures of what the rule set counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.engine.geometry import chebyshev_distance
from roguelike.engine.rules.climbing import has_prize
from roguelike.engine.rules.pursuit import allies

if TYPE_CHECKING:
    from collections.abc import Callable

    from roguelike.engine.kinds.score import Measure
    from roguelike.engine.state.world import World

BESIDE: Final = 6
"""Cells within which an ally counts as beside the player."""


def score_parts(world: World) -> list[tuple[str, int]]:
    """Return the parts of a score: a short text and the points of each."""
    return [(row.told, row.points_for(_MEASURES[row.measure](world))) for row in world.ruleset.score]


def score_of(world: World) -> int:
    """Return the score of a game as it is now."""
    return sum(points for _, points in score_parts(world))


def deepest(world: World) -> int:
    """Return the number of the deepest level that the player has seen."""
    return max(world.depth, *world.frozen) if world.frozen else world.depth


def kills_of(world: World) -> int:
    """Return how many monsters the player killed."""
    return sum(world.tally.kills.values())


def _climbed(world: World) -> int:
    least = world.tally.least_depth
    return world.ruleset.depths - least if least else 0


def companions_of(world: World) -> int:
    """Return how many allies are beside the player, without summoned ones."""
    player = world.player
    return sum(not each.summoner and chebyshev_distance(each.at, player.at) <= BESIDE for each in allies(world))


def _has_won(world: World) -> bool:
    return world.outcome == "won"


_MEASURES: Final[dict[Measure, Callable[[World], int]]] = {
    "kills": kills_of,
    "deepest": deepest,
    "prize": has_prize,
    "climbed": _climbed,
    "treasuries": lambda world: world.tally.treasuries,
    "companions": companions_of,
    "victory": _has_won,
    "hit points": lambda world: world.player.hit_points * _has_won(world),
    "lamp": lambda world: world.player.gauges.get(world.ruleset.lamp, 0) * _has_won(world),
}
