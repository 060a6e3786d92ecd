"""The moment of death."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.ui.canvas import Style
from roguelike.ui.screens.screen import Replace, Result, Screen
from roguelike.ui.screens.summary import SummaryScreen
from roguelike.ui.widgets.game_view import draw_game
from roguelike.ui.widgets.map_view import deadened, redden_unknown

if TYPE_CHECKING:
    from roguelike.ui.canvas import Canvas
    from roguelike.ui.view import View

TEXT = "YOU DIED"


class DeathScreen(Screen):
    """The map in red for two seconds, deaf to every key, so that nothing typed in a hurry closes it."""

    title = "You died"
    lasts = 2.0

    def __init__(self, view: View) -> None:
        self._view = view
        # Whatever was looked at is not what this is about.
        view.cursor = view.focus = None

    def draw(self, canvas: Canvas) -> None:
        """Redden the map, leave panel and log as they are, and say it in the middle of the screen."""
        area = self._view.layout(canvas).map
        draw_game(canvas, self._view)
        redden_unknown(canvas, area)
        canvas.change(area, deadened)
        self._draw_text(canvas)

    def on_key(self, key: str) -> Result:  # noqa: ARG002 -- deaf
        """Do nothing."""
        return None

    def on_time(self) -> Result:
        """Go on to the summary."""
        return Replace(SummaryScreen(self._view))

    def _draw_text(self, canvas: Canvas) -> None:
        middle = canvas.area.centered(len(TEXT), 1)
        for x, char in enumerate(TEXT, start=middle.x):
            beneath = canvas.rows[middle.y][x].style.background if 0 <= x < canvas.width else (0, 0, 0)
            canvas.write(x, middle.y, char, Style((255, 0, 0), beneath, bold=True))
