"""Decisions of the player last, also for later sessions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.geometry import Point, chebyshev_distance
from roguelike.engine.restore import restore
from roguelike.engine.scenario import draw
from roguelike.engine.snapshot import snapshot
from roguelike.engine.state.item import Item
from tests.watching import watch

if TYPE_CHECKING:
    from roguelike.engine.game import Game

EMBER = attrs.evolve(load_ruleset("ember"), possessions=())
HALL = """
    ##############################
    #............................#
    #.C..........@...............#
    #............................#
    ##############################
"""
CAGE = Point(2, 2)


def hall() -> Game:
    """Return a game in a hall with a cage that holds a sword."""
    game = draw(HALL, EMBER, legend={"C": "cage"})
    level = game.world.level
    level.features[level.grid.index(CAGE)].holds = Item.of(EMBER.items["sword"], plus=2)
    return game


def test_a_cage_that_was_left_is_not_walked_back_to_by_the_next_session() -> None:
    """`o` stops there once; after a restart, nothing is left to explore."""
    game = hall()
    assert "Cage: " in watch(game, "o", 9.0).last.text()
    assert "Explored" in watch(game, "o", 9.0, "o", 9.0).last.text()
    place = game.world.player.at
    assert chebyshev_distance(place, CAGE) > 1
    text = watch(game, "o", 9.0).last.text()

    assert place == game.world.player.at
    assert "Explored. Left: Cage" in " ".join(text.split())


def test_a_cage_that_was_only_seen_is_news_to_the_next_session() -> None:
    """The player was not adjacent to it, so `o` goes there."""
    game = hall()
    watch(game, "l", "l")
    watch(game, "o", 9.0)

    assert 1 == chebyshev_distance(game.world.player.at, CAGE)


@pytest.mark.parametrize("steps", ["", "llh"])
def test_the_cells_that_were_left_are_saved(steps: str) -> None:
    """Nothing is written for a player who has not moved, so that games of older releases load."""
    game = hall()
    watch(game, *steps)
    plain = snapshot(game.world)
    again = restore(EMBER, plain).world

    assert game.world.level.left_cells == again.level.left_cells
    assert bool(steps) == ("left_cells" in plain["world"]["level"])
