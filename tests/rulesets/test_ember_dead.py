"""Those of Ember who stand up again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Wait
from roguelike.engine.rules.damage import die
from roguelike.engine.scenario import draw
from roguelike.engine.state.cause import Cause

if TYPE_CHECKING:
    from roguelike.engine.game import Game

EMBER = load_ruleset("ember")


def fell(game: Game) -> None:
    """Kill whoever is there beside the player, and let twenty rounds pass."""
    dead = game.world.level.actors[1]
    die(game.world, dead, Cause(dead.ref, dead.at))
    for _ in range(20):
        game.play(Wait())


def test_a_wight_stands_up_once() -> None:
    """With half of its HP, and no body is left the second time."""
    game = draw("@......w#", EMBER, legend={"w": "wight"}, hit_points=900)

    fell(game)
    risen = game.world.level.actors[1]
    assert ("risen wight", 16) == (risen.kind.name, risen.max_hit_points)
    assert not any(game.world.level.items_at(at) for at in game.world.level.grid.points())

    fell(game)
    assert 1 == len(game.world.level.actors)
