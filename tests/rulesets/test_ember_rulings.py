"""Small rules of `ember`, each on a map of its own."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import attrs

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import TakeStairs, Wait
from roguelike.engine.geometry import Point
from roguelike.engine.restore import restore
from roguelike.engine.rules.conditions import afflict
from roguelike.engine.rules.terrain import change
from roguelike.engine.snapshot import snapshot
from tests.dark import scene

if TYPE_CHECKING:
    from roguelike.engine.game import Game
    from roguelike.engine.state.actor import Actor

EMBER = attrs.evolve(load_ruleset("ember"), possessions=())


def suffer(game: Game, victim: Actor, name: str, turns: int) -> None:
    """Let a condition befall somebody."""
    afflict(game.world, victim, EMBER.conditions[name], turns)


def reloaded(game: Game) -> Game:
    """Return a game as it comes back from a file."""
    return restore(EMBER, json.loads(json.dumps(snapshot(game.world))))


def dying(picture: str) -> Game:
    """Begin a game whose player dies of poison at the end of the first round."""
    game = scene(picture, EMBER, legend={">": "stairs down"}, hit_points=1)
    suffer(game, game.world.player, "poisoned", 2)
    return game


def test_who_dies_on_the_stairs_has_not_left() -> None:
    """The end can be saved like any other."""
    game = dying("#@>#")
    game.world.level.move(game.world.player, Point(2, 0))
    game.play(TakeStairs("down"))

    assert ("died", 1, None) == (game.outcome, game.world.depth, game.world.leaving)
    assert game.digest() == reloaded(game).digest()


def test_the_last_view_is_of_the_moment_of_death() -> None:
    """So the map is the same when the end is loaded: here a wall has just fallen."""
    game = dying("@#....")
    change(game.world, 1 << game.world.level.grid.index(Point(1, 0)), "floor")
    game.play(Wait())

    assert "died" == game.outcome
    assert game.world.level.is_explored(Point(5, 0))
    assert game.digest() == reloaded(game).digest()
