"""A word or two in the panel that are not of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.cells.canvas import Canvas
from roguelike.engine.scenario import draw
from roguelike.ui.presenter import Presenter
from roguelike.ui.widgets.game_view import draw_game

if TYPE_CHECKING:
    from roguelike.engine.kinds.ruleset import RuleSet

ROOM = """
    #####
    #.@.#
    #####
"""


def fourth_row(presenter: Presenter, mode: str = "") -> str:
    """Return that row of the panel."""
    canvas = Canvas(80, 24)
    draw_game(canvas, presenter, mode)
    return canvas.text().split("\n")[3].strip()


def test_it_is_said_where_nothing_of_the_game_is(fixture_rules: RuleSet) -> None:
    """The name of a mode takes its place."""
    presenter = Presenter(draw(ROOM, fixture_rules))
    presenter.aside = "2 watching"

    assert "2 watching" == fourth_row(presenter)
    assert "EXAMINE" == fourth_row(presenter, "EXAMINE")
