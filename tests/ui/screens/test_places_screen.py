"""The list of what is known, and travelling to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roguelike.cells.input import Paste
from roguelike.engine.geometry import Point
from roguelike.engine.scenario import draw
from tests.watching import Deed, spot, watch

if TYPE_CHECKING:
    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet

HALL = """
    ##################
    #@....,....!.....#
    ##################
"""


@pytest.fixture
def hall(fixture_rules: RuleSet) -> Game:
    """Return a game in a hall with two things in it."""
    return draw(HALL, fixture_rules)


def test_it_lists_what_is_there_and_how_far_away_nearest_first(hall: Game) -> None:
    """And looking takes no turn."""
    before = hall.digest()
    canvas = watch(hall, "G").last

    assert "Go to (type to search)" in canvas.text()
    assert ", pebble         5 cells east" in canvas.text()
    assert "! health potion  10 cells east" in canvas.text()
    assert spot(canvas, "pebble")[1] + 1 == spot(canvas, "health potion")[1]
    assert before == hall.digest()


@pytest.mark.parametrize("typed", [["h", "e", "a"], [Paste("health")], ["H", "x", "backspace"]], ids=str)
def test_typing_narrows_the_list_and_enter_travels(hall: Game, typed: list[Deed]) -> None:
    """Letters are letters here, whatever they mean in the game; large or small is the same."""
    watched = watch(hall, "G", *typed, "enter", 1.0)

    assert "5 cells east" not in watched.after[1 + len(typed)].text()
    assert Point(11, 1) == hall.world.player.at
    assert "You have arrived." in watched.last.text()


def test_what_was_never_seen_is_not_found(hall: Game) -> None:
    """Enter does nothing then, and Escape goes back."""
    watched = watch(hall, "ctrl_f", *"orc", "enter", "escape")

    assert "nothing" in watched.after[-2].text()
    assert watched.after[0].rows == watched.last.rows
