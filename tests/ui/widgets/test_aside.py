"""A word or two in the panel that are not of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.cells.canvas import Canvas
from roguelike.engine.scenario import draw
from roguelike.ui.widgets.game_view import draw_game
from tests.views import view

if TYPE_CHECKING:
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.ui.viewport import Viewport

ROOM = """
    #####
    #.@.#
    #####
"""


def fourth_row(viewport: Viewport, mode: str = "") -> str:
    """Return that row of the panel."""
    canvas = Canvas(80, 24)
    draw_game(canvas, viewport, mode)
    return canvas.text().split("\n")[3].strip()


def test_it_is_said_where_nothing_of_the_game_is(fixture_rules: RuleSet) -> None:
    """The name of a mode takes its place."""
    viewport = view(draw(ROOM, fixture_rules))
    viewport.aside = "2 watching"

    assert "2 watching" == fourth_row(viewport)
    assert "EXAMINE" == fourth_row(viewport, "EXAMINE")
