"""Attempts of players of Ember to gain unintended advantages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Move, TakeStairs
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.observation import observe
from roguelike.engine.preview import harmful_step
from roguelike.engine.rules.conditions import afflict
from roguelike.engine.rules.sides import follow
from tests.dark import others, scene

if TYPE_CHECKING:
    from roguelike.engine.game import Game
    from roguelike.engine.state.actor import Actor

EMBER = load_ruleset("ember")
EAST = Direction.EAST
LEGEND = {">": "stairs down", "}": "lava", "=": "deep water", "^": "bell trap"}


def with_ally(picture: str) -> tuple[Game, Actor]:
    """Return a game in which the first other is an ally."""
    game = scene(picture, EMBER, legend=LEGEND)
    ally = others(game)[0]
    follow(game.world, ally)
    return game, ally


def afflict_long(game: Game, who: Actor, condition: str) -> None:
    """Give an actor a condition for many rounds."""
    afflict(game.world, who, EMBER.conditions[condition], 40)


def test_a_stuck_player_struggles_before_changing_places_with_an_ally() -> None:
    """An ally does not free the player from a web immediately: one try in three does."""
    stayed = 0
    for seed in range(30):
        game = scene("@o.", EMBER, seed=seed)
        follow(game.world, others(game)[0])
        afflict_long(game, game.world.player, "held")
        game.play(Move(EAST))
        stayed += game.world.player.at == Point(0, 0)

    assert 10 <= stayed < 30


@pytest.mark.slow
def test_a_stuck_player_struggles_before_taking_the_stairs() -> None:
    """Webs also hold on stairs."""
    held = 0
    for seed in range(30):
        game = scene(">@.", EMBER, legend=LEGEND, seed=seed)
        world = game.world
        world.level.move(world.player, Point(0, 0))
        afflict_long(game, world.player, "held")
        game.play(TakeStairs("down"))
        held += "held" in world.player.conditions
    assert 10 <= held < 30


@pytest.mark.parametrize("condition", ["stunned", "afraid", "confused"])
def test_an_ally_that_cannot_choose_its_steps_is_no_wall(condition: str) -> None:
    """The player still changes places with it."""
    game, ally = with_ally("@o.")
    afflict_long(game, ally, condition)
    game.play(Move(EAST))

    assert (Point(1, 0), Point(0, 0)) == (game.world.player.at, ally.at)


def test_a_step_into_the_place_of_an_ally_that_flies_over_lava_is_asked_first() -> None:
    """The ally flies; the player does not."""
    game, ally = with_ally("@b}")
    game.world.level.move(ally, Point(2, 0))
    game.world.level.move(game.world.player, Point(1, 0))

    assert "lava" == harmful_step(observe(game.world), EAST)[0].into.name


def test_an_ally_triggers_a_trap_that_the_player_floated_over() -> None:
    """Changing places over a trap does not make it safe."""
    game, ally = with_ally("@o.^")
    world = game.world
    world.level.move(world.player, Point(3, 0))
    world.level.move(ally, Point(2, 0))
    afflict(world, world.player, EMBER.conditions["afloat"], 9)
    events = game.play(Move(Direction.WEST))

    assert Point(3, 0) == ally.at
    assert "TrapSprung" in [type(event).__name__ for event in events]
