"""Wandering until there is someone to chase (K4-14 to K4-17)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.engine.commands import Wait
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.parts.minds.wander import Wander, any_direction
from roguelike.engine.rng import PCG32
from roguelike.engine.rules.fov_update import update_fov
from roguelike.engine.scenario import draw

if TYPE_CHECKING:
    from roguelike.engine.kinds.ruleset import RuleSet

UNSEEN = """
    @#...
    ##.w.
    ##...
"""
BY_TOP_BITS = (Direction.NORTH, Direction.SOUTH, Direction.EAST, Direction.WEST)


@pytest.mark.parametrize("seed", range(12))
def test_unseeing_it_steps_by_the_top_two_bits_of_one_draw(arena: RuleSet, seed: int) -> None:
    """0 is up, 1 down, 2 right and 3 left, and no more than one number is drawn (K4-15, y turned by ruling D20)."""
    game = draw(UNSEEN, arena, seed=seed)
    foreseen = PCG32(seed)
    expected = Point(3, 1).step(BY_TOP_BITS[foreseen.next_u32() >> 30])

    game.play(Wait())

    assert expected == game.world.level.actors[1].at
    assert foreseen == game.world.rng


def test_all_four_directions_come_up_equally_often() -> None:
    """And no diagonal ever does."""
    rng = PCG32(1)
    drawn = [any_direction(rng) for _ in range(4000)]

    assert set(BY_TOP_BITS) == set(drawn)
    assert all(880 < drawn.count(way) < 1120 for way in BY_TOP_BITS)


def test_a_wall_in_the_way_costs_it_the_turn(arena: RuleSet) -> None:
    """It may well walk into one, and stays where it is (K4-17)."""
    game = draw("@####\n####w\n#####", arena)

    for _ in range(10):
        game.play(Wait())

    assert Point(4, 1) == game.world.level.actors[1].at
    assert 10 == game.world.turn


def test_a_fellow_in_the_way_is_not_struck(arena: RuleSet) -> None:
    """Bumping into another monster does nothing (K4-16)."""
    game = draw("@#####\n##wSw#\n######", arena)

    for _ in range(20):
        game.play(Wait())

    assert [10, 10, 10] == [actor.hit_points for actor in game.world.level.actors[1:]]


def test_seeing_the_player_it_chases(arena: RuleSet) -> None:
    """No number is drawn for that (K4-14)."""
    game = draw("@...w", arena)

    game.play(Wait())

    assert Point(3, 0) == game.world.level.actors[1].at
    assert PCG32(1) == game.world.rng


def test_without_memory_it_wanders_off_at_once(arena: RuleSet) -> None:
    """What is out of its sight is out of its mind."""
    game = draw("@...w\n#####\n.....", arena)
    game.play(Wait())
    game.world.level.move(game.world.player, Point(0, 2))
    update_fov(game.world)
    before = attrs.evolve(game.world.rng)

    game.play(Wait())

    assert before != game.world.rng


def test_with_memory_it_hunts_on(arena: RuleSet) -> None:
    """For just so many turns."""
    wanderer = attrs.evolve(arena.monsters["wanderer"], mind=Wander(memory=2))
    game = draw("w...@......\n##########.\n...........", attrs.evolve(arena, monsters={"wanderer": wanderer}))
    game.play(Wait())
    game.world.level.move(game.world.player, Point(0, 2))
    update_fov(game.world)
    draws = []

    for _ in range(3):
        before = game.world.rng.state
        game.play(Wait())
        draws.append(game.world.rng.state != before)

    assert [False, False, True] == draws


def test_a_memory_below_zero_is_refused() -> None:
    """As for every mind."""
    with pytest.raises(ValueError, match="memory"):
        Wander(memory=-1)
