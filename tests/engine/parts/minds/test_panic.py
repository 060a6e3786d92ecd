"""What fear makes of every mind."""

from __future__ import annotations

import attrs

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Command, Move, Wait
from roguelike.engine.geometry import Direction
from roguelike.engine.parts.minds.panic import Panic
from roguelike.engine.rules.conditions import afflict
from roguelike.engine.rules.pursuit import forget_distances
from roguelike.engine.scenario import draw
from roguelike.engine.state.actor import Side
from tests.calls import count_calls

EMBER = attrs.evolve(load_ruleset("ember"), arrivals=None)
CORRIDOR = "#############\n#@...oo.....#\n#############"


def choices(*, other_side: Side, discord: bool = False) -> Command:
    """Return what the second of two orcs does in panic; the first is nearer to the player."""
    world = draw(CORRIDOR, EMBER, legend={"o": "orc"}).world
    near, far = world.level.actors[1:]
    near.side = other_side
    if discord:
        afflict(world, near, EMBER.conditions["discord"], 5)
    forget_distances(world)
    world.player.hit_points = 0  # nobody else to run from
    return Panic().choose(world, far)


def test_one_runs_from_the_nearest_enemy_be_it_an_ally_of_the_player_or_at_odds_with_everybody() -> None:
    """And from no other monster."""
    assert Move(Direction.EAST) == choices(other_side=Side.PLAYER)
    assert Move(Direction.EAST) == choices(other_side=Side.MONSTERS, discord=True)
    assert Wait() == choices(other_side=Side.MONSTERS)


def test_a_crowd_in_panic_costs_no_more_for_each_than_a_few() -> None:
    """Nobody looks at everybody else."""

    def calls(rows: int) -> int:
        world = draw("@" + "." * 11 + "\n" + ("." + "o" * 10 + ".\n") * rows, EMBER, legend={"o": "orc"}).world
        forget_distances(world)
        monsters = world.level.actors[1:]
        return count_calls(lambda: [Panic().choose(world, each) for each in monsters])

    assert calls(16) < 6 * calls(4)
