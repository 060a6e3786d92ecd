"""The last screen of a game, for its morgue file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.cells.canvas import Canvas
from roguelike.play.morgue import HEIGHT, WIDTH
from roguelike.play.pointer import Pointer
from roguelike.ui.viewport import Viewport
from roguelike.ui.widgets.game_view import draw_game

if TYPE_CHECKING:
    from roguelike.play.perspective import Perspective


def last_screen(perspective: Perspective) -> list[str]:
    """Return the present screen of a game as rows of 80x24 cells."""
    canvas = Canvas(WIDTH, HEIGHT)
    draw_game(canvas, Viewport(perspective, Pointer()))
    return canvas.text().split("\n")
